import { beforeEach, describe, expect, test } from 'vitest';
import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { prepareScan, type PreparedScan } from '#app/scans/workflow/prepare-scan.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Pool } from '@scangate/domain/records';
import { errorCodes, type Failure } from '@scangate/engines/model/failure';
import { Crash } from '#test/support/store/fault-injection.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { later, noon, write } from '#test/support/world.ts';
import {
  commitHash,
  newScan,
  createdScan,
  storeUnitResult,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';
import { policyFields, storedPolicy } from '@scangate/domain/policy/stored-policy';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';

let store: MemoryStore;
let world: WorkflowWorld;

beforeEach(() => {
  store = new MemoryStore();
  world = workflowWorld(store);
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}', 'web/package-lock.json': '{}' });
});

type CreatedScan = Awaited<ReturnType<typeof createdScan>>;
const units: [string, 'npm'][] = [
  ['', 'npm'],
  ['web', 'npm'],
];
const core = ({ organization }: CreatedScan): Pool => {
  const { organizationId } = organization;
  const found = store.all('pool').find((pool) => pool.accountId === organizationId && pool.pool === 'core');
  if (!found) throw new Error('the pool is there');
  return found;
};
const stored = ({ ref }: CreatedScan) => store.all('scan').find(({ scanId }) => scanId === ref.scanId);
const grants = () => store.all('ledgerEntry').filter((entry) => entry.kind === 'grant' && entry.scanId);
const prepare = ({ ref }: CreatedScan): Promise<PreparedScan> =>
  prepareScan(ref, world as never, taskContextAt());
const finish = (state: object, at = later(30)) =>
  finishScan(state as never, world as never, taskContextAt(at));
/** Prepares the scan, stores these results of its units and finishes it. */
const run = async (created: CreatedScan, found: Parameters<typeof storeUnitResult>[2][] = []) => {
  const prepared = await prepare(created);
  const results = [];
  for (const [index, unit] of prepared.units.entries())
    results.push(await storeUnitResult(world.blobs, { ...created.ref, ...unit }, found[index]));
  return finish({ ...prepared, results });
};

describe('a scan whose commit has unreviewed suppressions', () => {
  test('reports them and frees its dedup row immediately, because a merge changes its verdict', async () => {
    const created = await createdScan(world, units);
    const prepared = await prepare(created);
    const proposed = [{ file: 'a.env', line: 1, entry: 'scangate:allow stripe-key' }];
    const results = [];
    for (const unit of prepared.units)
      results.push(await storeUnitResult(world.blobs, { ...created.ref, ...unit }, { proposed }));
    await finish({ ...prepared, results });
    expect(stored(created)).toMatchObject({
      status: 'completed',
      verdict: { suppressionsProposed: proposed },
    });
    const { organization, repository } = created;
    const again = await newScan(store, { caller: organization.as('member'), repository, now: later(31) });
    expect(again.scanId).not.toBe(created.ref.scanId);
  });
});

describe('a scan whose units all have a result', () => {
  test('is completed with a verdict over all units, and nothing is refunded', async () => {
    const created = await createdScan(world, units);
    const critical = { critical: 1, high: 0, medium: 0, low: 0, unknown: 0 };
    const followed = { status: 'completed', ...created.ref, follow: true };
    expect(await run(created, [{}, { counts: { dependencies: critical } }])).toEqual(followed);
    const scan = stored(created);
    expect(scan).toMatchObject({
      status: 'completed',
      finishedAt: later(30).toISOString(),
      units: [{ status: 'completed' }, { status: 'completed' }],
      verdict: {
        verdict: 'FAIL',
        reason: 'critical_vulnerabilities_found',
        summary: { vulnerabilities: { critical: 1, dependencies: 1 } },
        advisorySnapshot: { id: 'snapshot' },
        judgedAt: noon.toISOString(),
      },
    });
    expect(scan?.errorCode).toBeUndefined();
    expect(core(created).available).toBe(498);
    expect(grants()).toEqual([]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('is judged by the threshold it was created with', async () => {
    const created = await createdScan(world, units);
    const { organizationId } = created.organization;
    const policy = { ...defaultPolicy, severityThreshold: 'low' as const };
    const item = storedPolicy(organizationId, policy, later(0).toISOString());
    await write(store, [
      { change: 'update', record: 'organization', id: { organizationId }, set: policyFields(policy) },
      { change: 'insert', record: 'policy', item },
    ]);
    const low = { critical: 0, high: 0, medium: 0, low: 1, unknown: 0 };
    await run(created, [{ counts: { dependencies: low } }]);
    expect(stored(created)?.verdict).toMatchObject({
      verdict: 'PASS',
      summary: { severityThreshold: 'critical' },
    });
  });

  test('keeps its results but not its working objects', async () => {
    const created = await createdScan(world, units);
    await run(created);
    const kept = [...world.blobs.objects.keys()];
    expect(kept.filter((key) => !key.startsWith('results/'))).toEqual([]);
    expect(kept.map((key) => key.split('/').at(-1))).toEqual(['gate.json', 'result.json', 'result.json']);
  });

  test('keeps its first verdict when it is finished again', async () => {
    const created = await createdScan(world, units);
    const prepared = await prepare(created);
    const results = [];
    for (const unit of prepared.units)
      results.push(await storeUnitResult(world.blobs, { ...created.ref, ...unit }));
    await finish({ ...prepared, results });
    const before = [store.all('scan'), store.all('ledgerEntry')];
    const followed = { status: 'completed', ...created.ref, follow: true };
    expect(await finish({ ...prepared, results }, later(99))).toEqual(followed);
    expect([store.all('scan'), store.all('ledgerEntry')]).toEqual(before);
  });
});

describe('a scan with a failed unit', () => {
  test.each(errorCodes)(
    'fails with the code of that unit, which alone is refunded: %s',
    async (errorCode) => {
      const created = await createdScan(world, units);
      const failure: Failure = { errorCode, error: 'Why it failed.' };
      expect(await run(created, [{}, { failure }])).toEqual({ status: 'failed' });
      expect(stored(created)).toMatchObject({
        status: 'failed',
        errorCode,
        units: [{ status: 'completed' }, { status: 'failed', ...failure }],
        verdict: {
          verdict: 'ERROR',
          reason: 'scan_failed',
          errorCode,
          summary: { severityThreshold: 'critical' },
        },
      });
      expect(grants()).toMatchObject([
        { source: 'scan_failure_refund', amount: 1, projectUnitId: expect.any(String) },
      ]);
      expect(core(created).available).toBe(499);
      expect(violationsOf(moneyRecords(store))).toEqual([]);
    },
  );

  test('counts what the others found, under the requested keys, and shows the failed one as unassessed', async () => {
    const created = await createdScan(world, units);
    const high = { critical: 0, high: 2, medium: 0, low: 0, unknown: 0 };
    const failure: Failure = { errorCode: 'lockfile_not_found', error: 'Why it failed.' };
    await run(created, [{ counts: { dependencies: high } }, { failure }]);
    const [root, web] = stored(created)?.units ?? [];
    const verdict = stored(created)?.verdict;
    expect(verdict?.summary).toMatchObject({
      vulnerabilities: { high: 2, total: 2 },
      secrets: { total: 0 },
      licenses: { total: 0 },
    });
    const statuses = verdict?.coverage.map((entry) => [entry.projectUnitId, entry.status]);
    expect(statuses).toContainEqual([root?.projectUnitId, 'assessed']);
    expect(statuses).toContainEqual([web?.projectUnitId, 'unassessed']);
    expect(statuses).not.toContainEqual([web?.projectUnitId, 'assessed']);
  });

  test('has the code of the first failed unit in path order', async () => {
    const created = await createdScan(world, units);
    await run(created, [
      { failure: { errorCode: 'lockfile_not_found', error: 'a' } },
      { failure: { errorCode: 'system_error', error: 'b' } },
    ]);
    expect(stored(created)?.errorCode).toBe('lockfile_not_found');
    expect(core(created).available).toBe(500);
  });

  test('fails with system_error for a unit without a result', async () => {
    const created = await createdScan(world, units);
    const prepared = await prepare(created);
    const [first] = prepared.units;
    const results = [
      await storeUnitResult(world.blobs, { ...created.ref, projectUnitId: String(first?.projectUnitId) }),
    ];
    await finish({ ...prepared, results });
    expect(stored(created)).toMatchObject({ status: 'failed', errorCode: 'system_error' });
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

describe('a scan that failed before its units were scanned', () => {
  test('has its error code even without any charged unit', async () => {
    const created = await createdScan(world, undefined, { request: { scanTypes: ['sca'] } });
    await write(store, [{ change: 'update', record: 'scan', id: created.ref, set: { units: [] } }]);
    const [errorCode, error] = ['branch_or_commit_not_found', 'Why it failed.'];
    await finish({ ...created.ref, units: [], results: [], failure: { errorCode, error } });
    expect(stored(created)).toMatchObject({ units: [], errorCode, verdict: { errorCode } });
  });

  test.each(errorCodes)('fails every charged unit with that code and refunds it: %s', async (errorCode) => {
    const created = await createdScan(world, units);
    const failure: Failure = { errorCode, error: 'Why it failed.' };
    await finish({ ...created.ref, units: [], results: [], failure });
    expect(stored(created)).toMatchObject({
      status: 'failed',
      errorCode,
      error: 'Why it failed.',
      units: [
        { status: 'failed', ...failure },
        { status: 'failed', ...failure },
      ],
    });
    expect(core(created)).toMatchObject({ available: 500, consumed: 0 });
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('is refunded in full when a gate closed in the workflow', async () => {
    world.sources.commits.set(
      commitHash,
      Object.fromEntries(['a', 'b', 'c'].map((path) => [`${path}/go.mod`, ''])),
    );
    const created = await createdScan(world, [['', 'npm']], { credits: 3 });
    const prepared = await prepare(created);
    expect(prepared.failure?.errorCode).toBe('insufficient_credits');
    expect(core(created).available).toBe(2);
    await finish({ ...prepared, results: [] });
    expect(stored(created)).toMatchObject({ status: 'failed', errorCode: 'insufficient_credits' });
    expect(core(created)).toMatchObject({ available: 3, consumed: 0 });
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('frees its dedup row immediately: an equal scan is a new one', async () => {
    const created = await createdScan(world, units);
    await finish({
      ...created.ref,
      units: [],
      results: [],
      failure: { errorCode: 'rate_limit', error: 'x' },
    });
    const { organization, repository } = created;
    const again = await newScan(store, { caller: organization.as('member'), repository, now: later(31) });
    expect(again.scanId).not.toBe(created.ref.scanId);
  });

  const ofArtifact = async () => {
    const created = await createdScan(world, units, {
      request: (repository) => ({
        projectUnitId: repository.units[0]?.projectUnitId,
        lockfile: { path: 'package-lock.json', content: '{}' },
      }),
    });
    const { organizationId, scanId } = created.ref;
    await world.blobs.put({ area: 'incoming', organizationId, name: scanId }, '{}');
    return { ...created.ref, units: [], results: [] };
  };

  test('removes an uploaded artifact', async () => {
    await finish({ ...(await ofArtifact()), failure: { errorCode: 'system_error', error: 'x' } });
    expect(world.blobs.objects.size).toBe(0);
  });

  test('removes an uploaded artifact even when the process crashes after the commit', async () => {
    const state = { ...(await ofArtifact()), failure: { errorCode: 'system_error', error: 'x' } };
    const commit = store.commit.bind(store);
    store.commit = async (changes) => {
      await commit(changes);
      throw new Crash(1, 'after');
    };
    await expect(finish(state)).rejects.toThrow(Crash);
    expect(store.all('scan')[0]?.status).toBe('failed');
    expect(world.blobs.objects.size).toBe(0);
  });
});

test('a scan that does not exist has no status', async () => {
  const { ref } = await createdScan(world, units);
  expect(await finish({ ...ref, scanId: 'nowhere', units: [], results: [] })).toEqual({ status: 'unknown' });
});
