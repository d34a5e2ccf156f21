import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import * as limits from '#app/retry-limits.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { unpackUnit } from '#adapters/source-archive/unit-archive.ts';
import { Transient } from '@scangate/domain/problem';
import { projectUnitId, UnitsConflict } from '@scangate/domain/repositories/register-units';
import { ScanEndedConflict, ScanUnitsConflict } from '@scangate/domain/scans/active-scan';
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

test('a scan reads its policy once, even when it may reuse results', async () => {
  const { ref } = await createdScan(world, [['', 'npm']]);
  const get = vi.spyOn(store, 'get');
  await prepare(ref);
  expect(get.mock.calls.filter(([record]) => record === 'policy')).toHaveLength(1);
});

describe('units', () => {
  test('of the commit are found, charged if new, and registered for the next scan', async () => {
    const { ref, repository, organization } = await createdScan(world, [['', 'npm']]);
    expect(core(organization.organizationId)?.available).toBe(499);
    const prepared = await prepare(ref);

    const web = projectUnitId(repository.repositoryId, 'web');
    const rootId = repository.units[0]?.projectUnitId;
    expect(prepared).toEqual({
      ...ref,
      units: [{ projectUnitId: rootId }, { projectUnitId: web }],
      groups: [{ units: [rootId] }, { units: [web] }],
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

  test.each([
    ['none', ['']],
    ['40', ['', ...Array.from({ length: 40 }, (_none, index) => `u${index}`)]],
  ])('cost one write of the scan when %s of them are new', async (_, paths) => {
    const files = paths.map((path) => [path === '' ? 'go.mod' : `${path}/go.mod`, '']);
    world.sources.commits.set(commitHash, Object.fromEntries(files) as Record<string, string>);
    const { ref } = await createdScan(world, [['', 'go']]);
    const commit = store.commit.bind(store);
    let writes = 0;
    store.commit = (changes) => {
      writes += changes.filter(({ record }) => record === 'scan').length;
      return commit(changes);
    };
    expect((await prepare(ref)).units).toHaveLength(paths.length);
    expect(writes).toBe(1);
  });

  test('of a tree without a previous scan are stored as they are found, by path', async () => {
    const { ref } = await createdScan(world, undefined);
    expect((await stored(ref)).units).toMatchObject([{ path: '', type: 'source' }]);
    await prepare(ref);
    expect((await stored(ref)).units).toMatchObject([
      { path: '', type: 'npm', status: 'running' },
      { path: 'web', type: 'npm', status: 'running' },
    ]);
  });

  test('that bring their pool below its threshold start its recharge', async () => {
    const { ref, organization } = await createdScan(world, [['', 'npm']]);
    const { organizationId: accountId } = organization;
    const low = { enabled: true, threshold: 498, pack: 'core-100' as const, monthlyCap: 3, version: 1 };
    await write(store, [
      { change: 'update', record: 'account', id: { accountId }, set: { autoRecharge: { core: low } } },
    ]);
    await prepare(ref);
    expect(world.recharged).toEqual([`${accountId} core ${ref.scanId}-units`]);
  });

  test('are charged and registered once, even when the task runs again', async () => {
    const { ref, organization } = await createdScan(world, [['', 'npm']]);
    const first = await prepare(ref);
    const state = async () => [
      (await stored(ref)).units,
      core(organization.organizationId),
      store.all('ledgerEntry'),
      store.all('repository'),
    ];
    const after = await state();
    expect(await prepare(ref)).toEqual(first);
    expect(await state()).toEqual(after);
  });

  test('that are registered but not in this commit are refunded, and stay registered', async () => {
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

  test('of a repository without a previous scan are refunded if no type applies', async () => {
    world.sources.commits.set(commitHash, { 'README.md': 'hello', 'web/go.mod': 'module web' });
    const { ref, organization } = await createdScan(world, undefined, { request: { scanTypes: ['sca'] } });
    await prepare(ref);
    expect((await stored(ref)).units).toMatchObject([{ path: 'web', type: 'go', charge: { core: 1 } }]);
    expect(core(organization.organizationId)?.available).toBe(499);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('other than the one the scan is limited to are neither charged nor scanned', async () => {
    const { ref, organization } = await createdScan(world, [['web', 'npm']], {
      request: ({ units }) => ({
        projectUnitId: units[0]?.projectUnitId,
      }),
    });
    await prepare(ref);
    expect((await stored(ref)).units).toMatchObject([{ path: 'web' }]);
    expect(core(organization.organizationId)?.available).toBe(499);
  });

  test('contain each file once, in the archive of the deepest unit above it', async () => {
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

  test('of an artifact are the given one, and nothing is fetched', async () => {
    const { ref } = await createdScan(world, [['', 'npm']], {
      request: ({ units }) => ({
        projectUnitId: units[0]?.projectUnitId,
        lockfile: { path: 'package-lock.json', content: '{}' },
      }),
    });
    expect((await prepare(ref)).units).toHaveLength(1);
    expect((await stored(ref)).status).toBe('running');
    expect(world.sources.requested).toEqual([]);
  });
});

test('an ended scan stays as it is', async () => {
  const { ref } = await createdScan(world, [['', 'npm']]);
  await endScan({ ...ref, outcomeOf: () => ({ status: 'cancelled' }) }, world, noon);
  const before = store.all('scan');
  expect(await prepare(ref)).toEqual({ ...ref, units: [], groups: [] });
  expect(store.all('scan')).toEqual(before);
  expect(world.sources.requested).toEqual([]);
});

test('a scan that does not exist has no units to scan', async () => {
  const { ref } = await createdScan(world, [['', 'npm']]);
  expect(await prepare({ ...ref, scanId: 'nowhere' })).toMatchObject({ units: [] });
});

test('the first start is kept, and the place in the due queue', async () => {
  const { ref } = await createdScan(world, [['', 'npm']]);
  const { dueAt } = await stored(ref);
  await prepare(ref);
  await prepare(ref, later(60));
  expect(await stored(ref)).toMatchObject({ startedAt: noon.toISOString(), dueAt });
});

describe('a concurrent change', () => {
  const commitAs = (answer: (record: string, tryNumber: number) => Error | undefined) => {
    const commit = store.commit.bind(store);
    const tries = new Map<string, number>();
    store.commit = async (changes) => {
      const [first] = changes;
      if (!first) return commit(changes);
      const tryNumber = (tries.get(first.record) ?? 0) + 1;
      tries.set(first.record, tryNumber);
      const error = answer(first.record, tryNumber);
      return error
        ? ({ change: { ...first, onConflict: () => error }, found: undefined } as never)
        : commit(changes);
    };
    return tries;
  };

  test.each([
    ['scan', new ScanUnitsConflict(), limits.beginScan],
    ['repository', new UnitsConflict(), limits.registerUnits],
  ])(
    'of the %s that never ends is transient after a bounded number of tries',
    async (record, conflict, limit) => {
      const { ref } = await createdScan(world, [['', 'npm']]);
      const tries = commitAs((name) => (name === record ? conflict : undefined));
      await expect(prepare(ref)).rejects.toThrow(Transient);
      expect(tries.get(record)).toBe(limit.tries);
    },
  );

  test.each([
    ['scan', new ScanUnitsConflict()],
    ['repository', new UnitsConflict()],
  ])('of the %s is decided again from what is stored', async (record, conflict) => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    commitAs((name, tryNumber) => (name === record && tryNumber === 1 ? conflict : undefined));
    expect((await prepare(ref)).units).toHaveLength(2);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('that is unexpected is thrown, and does not count as an ended scan', async () => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    const bug = new Error('an unexpected condition failed');
    commitAs((name) => (name === 'scan' ? bug : undefined));
    await expect(prepare(ref)).rejects.toBe(bug);
    expect((await stored(ref)).status).toBe('queued');
  });

  test('that ends the scan leaves nothing to prepare', async () => {
    const { ref } = await createdScan(world, [['', 'npm']]);
    commitAs((name) => (name === 'scan' ? new ScanEndedConflict() : undefined));
    const get = store.get.bind(store);
    let reads = 0;
    store.get = (async (...args: Parameters<typeof get>) => {
      const found = await get(...args);
      return args[0] === 'scan' && reads++ > 0 && found ? { ...found, status: 'cancelled' } : found;
    }) as never;
    expect(await prepare(ref)).toEqual({ ...ref, units: [], groups: [] });
  });
});
