import { beforeEach, describe, expect, test } from 'vitest';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { prepareScan } from '#functions/workflow/prepare-scan/handler.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { unpackUnit } from '#adapters/source-archive/unit-archive.ts';
import { Transient } from '@scangate/domain/problem';
import { disconnectRepository } from '@scangate/domain/repositories/connect-repository';
import { projectUnitId } from '@scangate/domain/repositories/register-units';
import { SourceFailure } from '#ports/sources.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { later, noon, write } from '#test/support/world.ts';
import {
  commitHash,
  createdScan,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';

let store: MemoryStore;
let world: WorkflowWorld;

beforeEach(() => {
  store = new MemoryStore();
  world = workflowWorld(store);
  world.sources.commits.set(commitHash, {
    'package-lock.json': '{}',
    'README.md': 'hello',
    'web/package-lock.json': '{}',
    'web/src/index.js': 'run()',
    'docs/guide.md': 'read',
  });
});

const prepare = (ref: { organizationId: string; scanId: string }, at = noon) =>
  prepareScan(ref, world as never, taskContextAt(at));
const stored = async (ref: { organizationId: string; scanId: string }) => {
  const scan = await store.get('scan', ref);
  if (!scan) throw new Error('the scan is there');
  return scan;
};
const core = (accountId: string) =>
  store.all('pool').find((pool) => pool.accountId === accountId && pool.pool === 'core');

describe('units', () => {
  test('those of the commit are found, charged where they are new, and registered for the next scan', async () => {
    const { ref, repository, organization } = await createdScan(world, [['', 'npm']]);
    expect(core(organization.organizationId)?.available).toBe(499);
    const prepared = await prepare(ref);

    const web = projectUnitId(repository.repositoryId, 'web');
    expect(prepared).toEqual({
      ...ref,
      units: [{ projectUnitId: repository.units[0]?.projectUnitId }, { projectUnitId: web }],
    });
    expect(core(organization.organizationId)?.available).toBe(498);
    expect(await stored(ref)).toMatchObject({
      status: 'running',
      startedAt: noon.toISOString(),
      units: [
        { path: '', status: 'running', charge: { core: 1 } },
        { path: 'web', status: 'running', charge: { core: 1 } },
      ],
    });
    expect(store.all('repository')[0]?.units.map(({ path }) => path)).toEqual(['', 'web']);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('of a tree that nobody had looked at are stored as they are found, by path', async () => {
    const { ref } = await createdScan(world, undefined);
    expect((await stored(ref)).units).toMatchObject([{ path: '', type: 'source' }]);
    await prepare(ref);
    expect((await stored(ref)).units).toMatchObject([
      { path: '', type: 'npm', status: 'running' },
      { path: 'web', type: 'npm', status: 'running' },
    ]);
  });

  test('that are charged here have their pool recharged when they leave it low', async () => {
    const { ref, organization } = await createdScan(world, [['', 'npm']]);
    const { organizationId: accountId } = organization;
    const low = { enabled: true, threshold: 498, pack: 'core-100' as const, monthlyCap: 3, version: 1 };
    await write(store, [
      { change: 'update', record: 'account', id: { accountId }, set: { autoRecharge: { core: low } } },
    ]);
    await prepare(ref);
    expect(world.recharged).toEqual([`${accountId} core ${ref.scanId}-units`]);
  });

  test('run again it charges and registers nothing more, and gives the same', async () => {
    const { ref, organization } = await createdScan(world, [['', 'npm']]);
    const first = await prepare(ref);
    const settled = async () => [
      (await stored(ref)).units,
      core(organization.organizationId),
      store.all('ledgerEntry'),
      store.all('repository'),
    ];
    const after = await settled();
    expect(await prepare(ref)).toEqual(first);
    expect(await settled()).toEqual(after);
  });

  test('a registered unit that is not in this commit is refunded, and known for other commits', async () => {
    const { ref, organization } = await createdScan(world, [
      ['', 'npm'],
      ['gone', 'npm'],
      ['web', 'npm'],
    ]);
    expect(core(organization.organizationId)?.available).toBe(497);
    await prepare(ref);
    expect(core(organization.organizationId)?.available).toBe(498);
    expect((await stored(ref)).units.map(({ path }) => path)).toEqual(['', 'web']);
    expect(store.all('ledgerEntry').filter((entry) => entry.kind === 'grant' && entry.scanId)).toMatchObject([
      { source: 'unit_absent_refund', amount: 1 },
    ]);
    expect(store.all('repository')[0]?.units.map(({ path }) => path)).toEqual(['', 'gone', 'web']);
  });

  test('the root of a repository nobody looked at gets its type, and its credit back where nothing fits', async () => {
    world.sources.commits.set(commitHash, { 'README.md': 'hello', 'web/go.mod': 'module web' });
    const { ref, organization } = await createdScan(world, undefined, { scanTypes: ['sca'] });
    await prepare(ref);
    expect((await stored(ref)).units).toMatchObject([{ path: 'web', type: 'go', charge: { core: 1 } }]);
    expect(core(organization.organizationId)?.available).toBe(499);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('limited to one unit, the scan neither charges nor scans another', async () => {
    const { ref, organization } = await createdScan(world, [['web', 'npm']], ({ units }) => ({
      projectUnitId: units[0]?.projectUnitId,
    }));
    await prepare(ref);
    expect((await stored(ref)).units).toMatchObject([{ path: 'web' }]);
    expect(core(organization.organizationId)?.available).toBe(499);
  });

  test('each file is in the archive of the deepest unit above it, under its path from there', async () => {
    const { ref, repository } = await createdScan(world, [['', 'npm']]);
    await prepare(ref);
    const filesOf = async (path: string) => {
      const name = `${ref.scanId}/${projectUnitId(repository.repositoryId, path)}`;
      const archive = await world.blobs.open({ area: 'work', organizationId: ref.organizationId, name });
      if (!archive) throw new Error('the archive is there');
      const { files } = await unpackUnit(archive);
      const entries = files.entries.map((entry) => [
        entry.path,
        Buffer.from(files.read(entry.path)).toString(),
      ]);
      files.close();
      return entries;
    };
    expect(await filesOf('')).toEqual([
      ['README.md', 'hello'],
      ['docs/guide.md', 'read'],
      ['package-lock.json', '{}'],
    ]);
    expect(await filesOf('web')).toEqual([
      ['package-lock.json', '{}'],
      ['src/index.js', 'run()'],
    ]);
  });

  test('an artifact is its one unit: nothing is fetched', async () => {
    const { ref } = await createdScan(world, [['', 'npm']], ({ units }) => ({
      projectUnitId: units[0]?.projectUnitId,
      lockfile: { path: 'package-lock.json', content: '{}' },
    }));
    expect((await prepare(ref)).units).toHaveLength(1);
    expect((await stored(ref)).status).toBe('running');
    expect(world.sources.asked).toEqual([]);
  });
});

describe('the credential', () => {
  const sealed = { username: 'bot', ciphertext: 'abc' };

  test('is opened for its organization and repository alone, and goes to the host only', async () => {
    const { ref, repository } = await createdScan(world, [['', 'npm']]);
    const { organizationId, repositoryId } = repository;
    await write(store, [
      {
        change: 'update',
        record: 'repository',
        id: { organizationId, repositoryId },
        set: { credential: sealed },
      },
    ]);
    await prepare(ref);
    expect(world.opened).toEqual([['abc', { organization: organizationId, repository: repositoryId }]]);
    expect(world.sources.asked).toEqual([
      { url: repository.url, credential: { username: 'bot', secret: 'opened abc' } },
    ]);
    expect(JSON.stringify([store.all('scan'), store.all('repository')])).not.toContain('opened abc');
  });

  test('without one nothing is opened', async () => {
    const { ref, repository } = await createdScan(world, [['', 'npm']]);
    await prepare(ref);
    expect(world.opened).toEqual([]);
    expect(world.sources.asked).toEqual([{ url: repository.url }]);
  });
});

describe('an expected failure is data', () => {
  const expectFailure = async (ref: { organizationId: string; scanId: string }, failure: object) => {
    expect(await prepare(ref)).toMatchObject({ ...ref, units: [], failure });
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  };

  test.each([
    ['pat_required', 'pat_required'],
    ['repo_access', 'repo_access'],
    ['rate_limit', 'rate_limit'],
    ['branch_or_commit_not_found', 'branch_or_commit_not_found'],
    ['source_invalid', 'system_error'],
    ['source_too_large', 'system_error'],
  ] as const)('%s of the host is %s of the scan, with its sentence', async (said, errorCode) => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    world.sources.failure = new SourceFailure(said, 'What the host said.');
    await expectFailure(ref, { errorCode, error: 'What the host said.' });
  });

  test('the same while the files come in', async () => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    world.sources.failure = new SourceFailure('rate_limit', 'Slow down.');
    world.sources.failsAfterFiles = 2;
    await expectFailure(ref, { errorCode: 'rate_limit' });
    expect(world.blobs.objects.size).toBe(0);
  });

  test('a commit that is not there', async () => {
    world.sources.commits.clear();
    const { ref } = await createdScan(world, [['', 'npm']]);
    await expectFailure(ref, { errorCode: 'branch_or_commit_not_found' });
  });

  test('a repository that was disconnected meanwhile: repo_access', async () => {
    const { ref, repository, organization } = await createdScan(world, [['', 'npm']]);
    await write(store, disconnectRepository(organization.as('owner'), repository, noon.toISOString()));
    await expectFailure(ref, { errorCode: 'repo_access' });
    expect(world.sources.asked).toEqual([]);
  });

  test('a dependency type by name that fits no unit of this commit: lockfile_not_found', async () => {
    world.sources.commits.set(commitHash, { 'README.md': 'hello' });
    const { ref } = await createdScan(world, [['', 'npm']], { scanTypes: ['sca'] });
    await expectFailure(ref, { errorCode: 'lockfile_not_found' });
  });

  test('the unit the scan is limited to is not in this commit: lockfile_not_found', async () => {
    const { ref } = await createdScan(world, [['gone', 'npm']], ({ units }) => ({
      projectUnitId: units[0]?.projectUnitId,
    }));
    await expectFailure(ref, { errorCode: 'lockfile_not_found' });
  });

  test('the pool is empty when a new unit is found: insufficient_credits', async () => {
    const { ref, organization } = await createdScan(world, [['', 'npm']], {}, 1);
    expect(core(organization.organizationId)?.available).toBe(0);
    await expectFailure(ref, { errorCode: 'insufficient_credits' });
  });

  test('time is up while fetching: workflow_timeout', async () => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    world.sources.failure = new Error('aborted');
    const signal = AbortSignal.abort();
    const prepared = await prepareScan(ref, world as never, { ...taskContextAt(), signal });
    expect(prepared.failure?.errorCode).toBe('workflow_timeout');
  });
});

describe('what is not expected is thrown on, so that the workflow tries again or gives up', () => {
  test.each([new Transient('try again'), new Error('a bug')])('%s', async (error) => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    world.sources.failure = error;
    await expect(prepare(ref)).rejects.toBe(error);
    world.sources.failure = undefined;
    expect((await prepare(ref)).units).toHaveLength(2);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

test('a scan that ended before is left as it is: nothing to do', async () => {
  const { ref } = await createdScan(world, [['', 'npm']]);
  await endScan(ref, () => ({ status: 'cancelled' }), world, noon);
  const before = store.all('scan');
  expect(await prepare(ref)).toEqual({ ...ref, units: [] });
  expect(store.all('scan')).toEqual(before);
  expect(world.sources.asked).toEqual([]);
});

test('a scan that is nowhere is nothing to do', async () => {
  const { ref } = await createdScan(world, [['', 'npm']]);
  expect(await prepare({ ...ref, scanId: 'nowhere' })).toMatchObject({ units: [] });
});

test('the deadline moves to the end of the workflow, with grace; the start stays the first', async () => {
  const { ref } = await createdScan(world, [['', 'npm']]);
  await prepare(ref);
  expect((await stored(ref)).dueAt).toBe(later(50 * 60).toISOString());
  await prepare(ref, later(60));
  expect(await stored(ref)).toMatchObject({
    startedAt: noon.toISOString(),
    dueAt: later(51 * 60).toISOString(),
  });
});
