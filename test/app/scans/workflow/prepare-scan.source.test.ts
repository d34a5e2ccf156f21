import { beforeEach, describe, expect, test } from 'vitest';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { Transient } from '@scangate/domain/problem';
import type { Repository } from '@scangate/domain/records';
import { disconnectRepository } from '@scangate/domain/repositories/connect-repository';
import { SourceFailure } from '#ports/git-sources.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { noon, write } from '#test/support/world.ts';
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
const core = (accountId: string) =>
  store.all('pool').find((pool) => pool.accountId === accountId && pool.pool === 'core');

describe('the credential', () => {
  const sealed = { username: 'bot', ciphertext: 'abc' };

  test('is decrypted for its organization and repository only, and sent to the host only', async () => {
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
    expect(world.sources.requested).toEqual([
      { url: repository.url, credential: { username: 'bot', secret: 'opened abc' } },
    ]);
    expect(JSON.stringify([store.all('scan'), store.all('repository')])).not.toContain('opened abc');
  });

  test('is not decrypted for a repository that has none', async () => {
    const { ref, repository } = await createdScan(world, [['', 'npm']]);
    await prepare(ref);
    expect(world.opened).toEqual([]);
    expect(world.sources.requested).toEqual([{ url: repository.url }]);
  });
});

describe('an expected failure is part of the state', () => {
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
  ] as const)('%s of the host is %s of the scan, with its message', async (hostCode, errorCode) => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    world.sources.failure = new SourceFailure(hostCode, 'The message of the host.');
    await expectFailure(ref, { errorCode, error: 'The message of the host.' });
  });

  test('a commit that is too large as a whole names its units, one of which can be scanned alone', async () => {
    const { ref, repository } = await createdScan(world, [['', 'npm']]);
    world.sources.failure = new SourceFailure('source_too_large', 'Too large.');
    world.sources.failsAfterFiles = 1;
    await expectFailure(ref, {
      errorCode: 'system_error',
      error: 'Too large. A scan of one of its 2 project units reads only the files of that unit.',
    });
    const registered = store.all('repository').find((each) => each.repositoryId === repository.repositoryId);
    expect(registered?.units.map(({ path }) => path)).toEqual(['', 'web']);
  });

  test('even while the files arrive', async () => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    world.sources.failure = new SourceFailure('rate_limit', 'Slow down.');
    world.sources.failsAfterFiles = 2;
    await expectFailure(ref, { errorCode: 'rate_limit' });
    expect(world.blobs.objects.size).toBe(0);
  });

  test('a commit that does not exist: branch_or_commit_not_found', async () => {
    world.sources.commits.clear();
    const { ref } = await createdScan(world, [['', 'npm']]);
    await expectFailure(ref, { errorCode: 'branch_or_commit_not_found' });
  });

  test('a repository that was disconnected meanwhile: repo_access', async () => {
    const { ref, repository, organization } = await createdScan(world, [['', 'npm']]);
    await write(store, disconnectRepository(organization.as('owner'), repository, noon.toISOString()));
    await expectFailure(ref, { errorCode: 'repo_access' });
    expect(world.sources.requested).toEqual([]);
  });

  test('a dependency type by name that applies to no unit of this commit: lockfile_not_found', async () => {
    world.sources.commits.set(commitHash, { 'README.md': 'hello' });
    const { ref } = await createdScan(world, [['', 'npm']], { request: { scanTypes: ['sca'] } });
    await expectFailure(ref, { errorCode: 'lockfile_not_found' });
  });

  test('a scan limited to a unit that is not in this commit: lockfile_not_found', async () => {
    const { ref } = await createdScan(world, [['gone', 'npm']], {
      request: ({ units }) => ({
        projectUnitId: units[0]?.projectUnitId,
      }),
    });
    await expectFailure(ref, { errorCode: 'lockfile_not_found' });
  });

  test('an empty pool when a new unit is found: insufficient_credits', async () => {
    const { ref, organization } = await createdScan(world, [['', 'npm']], { credits: 1 });
    expect(core(organization.organizationId)?.available).toBe(0);
    await expectFailure(ref, { errorCode: 'insufficient_credits' });
  });

  test('a fetch that takes too long: workflow_timeout', async () => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    world.sources.failure = new Error('aborted');
    const signal = AbortSignal.abort();
    const prepared = await prepareScan(ref, world as never, { ...taskContextAt(), signal });
    expect(prepared.failure?.errorCode).toBe('workflow_timeout');
  });
});

describe('an unexpected error is thrown, so that the workflow retries or gives up', () => {
  test.each([new Transient('try again'), new Error('a bug')])('%s', async (error) => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    world.sources.failure = error;
    await expect(prepare(ref)).rejects.toBe(error);
    world.sources.failure = undefined;
    expect((await prepare(ref)).units).toHaveLength(2);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

test('a scan of one unit fetches the files of that unit and ignore files only', async () => {
  world.sources.commits.set(commitHash, {
    'package-lock.json': '{}',
    '.scangateignore': '# nothing',
    'web/package-lock.json': '{ "name": "web" }',
    'web/src/index.js': 'run()',
    'docs/guide.md': 'read',
  });
  const named = (repository: Repository) => {
    const web = repository.units.find(({ path }) => path === 'web');
    return { projectUnitId: web?.projectUnitId ?? '' };
  };
  const units: [string, 'npm'][] = [
    ['', 'npm'],
    ['web', 'npm'],
  ];
  const { ref, scan } = await createdScan(world, units, { request: named });
  expect(await prepare(ref)).toMatchObject({ units: [{ projectUnitId: scan.projectUnitId }] });
  expect(world.sources.sent.map(([, path]) => path)).toEqual([
    '.scangateignore',
    'web/package-lock.json',
    'web/src/index.js',
  ]);
});
