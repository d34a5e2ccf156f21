import { beforeEach, describe, expect, test } from 'vitest';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { finishScan } from '#functions/workflow/finish-scan/handler.ts';
import { prepareScan, type PreparedScan } from '#functions/workflow/prepare-scan/handler.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Pool } from '@scangate/domain/records';
import { errorCodes, type Failure } from '@scangate/engines/model/failure';
import { Crash } from '#test/support/store/fault-injection.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { later, write } from '#test/support/world.ts';
import {
  commitHash,
  newScan,
  createdScan,
  storeUnitResult,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';

let store: MemoryStore;
let world: WorkflowWorld;

beforeEach(() => {
  store = new MemoryStore();
  world = workflowWorld(store);
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}', 'web/package-lock.json': '{}' });
});

type Scanned = Awaited<ReturnType<typeof createdScan>>;
const units: [string, 'npm'][] = [
  ['', 'npm'],
  ['web', 'npm'],
];
const core = ({ organization }: Scanned): Pool => {
  const { organizationId } = organization;
  const found = store.all('pool').find((pool) => pool.accountId === organizationId && pool.pool === 'core');
  if (!found) throw new Error('the pool is there');
  return found;
};
const stored = ({ ref }: Scanned) => store.all('scan').find(({ scanId }) => scanId === ref.scanId);
const grants = () => store.all('ledgerEntry').filter((entry) => entry.kind === 'grant' && entry.scanId);
const prepare = ({ ref }: Scanned): Promise<PreparedScan> =>
  prepareScan(ref, world as never, taskContextAt());
const finish = (state: object, at = later(30)) =>
  finishScan(state as never, world as never, taskContextAt(at));
/** Prepares, scans each unit as told, and finishes. */
const run = async (scanned: Scanned, found: Parameters<typeof storeUnitResult>[2][] = []) => {
  const prepared = await prepare(scanned);
  const results = [];
  for (const [index, unit] of prepared.units.entries())
    results.push(await storeUnitResult(world.blobs, { ...scanned.ref, ...unit }, found[index]));
  return finish({ ...prepared, results });
};

describe('a scan whose units all have a result', () => {
  test('is completed with its verdict, judged over all units, and nothing is given back', async () => {
    const scanned = await createdScan(world, units);
    const critical = { critical: 1, high: 0, medium: 0, low: 0, unknown: 0 };
    expect(await run(scanned, [{}, { counts: { dependencies: critical } }])).toEqual({ status: 'completed' });
    const scan = stored(scanned);
    expect(scan).toMatchObject({
      status: 'completed',
      finishedAt: later(30).toISOString(),
      units: [{ status: 'completed' }, { status: 'completed' }],
      verdict: {
        verdict: 'FAIL',
        reason: 'critical_vulnerabilities_found',
        summary: { vulnerabilities: { critical: 1, dependencies: 1 } },
        advisorySnapshot: { id: 'snapshot' },
        judgedAt: later(30).toISOString(),
      },
    });
    expect(scan?.errorCode).toBeUndefined();
    expect(core(scanned).available).toBe(498);
    expect(grants()).toEqual([]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('a threshold changed while it ran does not count: it is judged by what it was created with', async () => {
    const scanned = await createdScan(world, units);
    const { organizationId } = scanned.organization;
    const organization = await store.get('organization', { organizationId });
    if (!organization) throw new Error('the organization is there');
    const policy = { ...organization.policy, severityThreshold: 'low' as const };
    await write(store, [
      { change: 'update', record: 'organization', id: { organizationId }, set: { policy } },
    ]);
    const low = { critical: 0, high: 0, medium: 0, low: 1, unknown: 0 };
    await run(scanned, [{ counts: { dependencies: low } }]);
    expect(stored(scanned)?.verdict).toMatchObject({
      verdict: 'PASS',
      summary: { severityThreshold: 'critical' },
    });
  });

  test('its working files are gone, its results stay', async () => {
    const scanned = await createdScan(world, units);
    await run(scanned);
    expect([...world.blobs.objects.keys()].map((key) => key.split('/')[0])).toEqual(['results', 'results']);
  });

  test('finished again it is the same: the first verdict stands', async () => {
    const scanned = await createdScan(world, units);
    const prepared = await prepare(scanned);
    const results = [];
    for (const unit of prepared.units)
      results.push(await storeUnitResult(world.blobs, { ...scanned.ref, ...unit }));
    await finish({ ...prepared, results });
    const before = [store.all('scan'), store.all('ledgerEntry')];
    expect(await finish({ ...prepared, results }, later(99))).toEqual({ status: 'completed' });
    expect([store.all('scan'), store.all('ledgerEntry')]).toEqual(before);
  });
});

describe('a scan of which a unit failed', () => {
  test.each(errorCodes)(
    'is failed with the code of that unit, which alone is refunded: %s',
    async (errorCode) => {
      const scanned = await createdScan(world, units);
      const failure: Failure = { errorCode, error: 'Why it failed.' };
      expect(await run(scanned, [{}, { failure }])).toEqual({ status: 'failed' });
      expect(stored(scanned)).toMatchObject({
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
      expect(core(scanned).available).toBe(499);
      expect(violationsOf(moneyRecords(store))).toEqual([]);
    },
  );

  test('the code of the scan is that of the first failed unit in path order', async () => {
    const scanned = await createdScan(world, units);
    await run(scanned, [
      { failure: { errorCode: 'lockfile_not_found', error: 'a' } },
      { failure: { errorCode: 'system_error', error: 'b' } },
    ]);
    expect(stored(scanned)?.errorCode).toBe('lockfile_not_found');
    expect(core(scanned).available).toBe(500);
  });

  test('a unit that left no result failed, whatever the workflow says: system_error', async () => {
    const scanned = await createdScan(world, units);
    const prepared = await prepare(scanned);
    const [first] = prepared.units;
    const results = [
      await storeUnitResult(world.blobs, { ...scanned.ref, projectUnitId: String(first?.projectUnitId) }),
    ];
    await finish({ ...prepared, results });
    expect(stored(scanned)).toMatchObject({ status: 'failed', errorCode: 'system_error' });
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

describe('a scan that failed before its units were scanned', () => {
  test('and has no unit that was charged says why all the same', async () => {
    const scanned = await createdScan(world, [['', 'source']], { scanTypes: ['sca'] });
    const [errorCode, error] = ['branch_or_commit_not_found', 'Why it failed.'];
    await finish({ ...scanned.ref, units: [], results: [], failure: { errorCode, error } });
    expect(stored(scanned)).toMatchObject({ units: [], errorCode, verdict: { errorCode } });
  });

  test.each(errorCodes)('fails every charged unit with that code and refunds it: %s', async (errorCode) => {
    const scanned = await createdScan(world, units);
    const failure: Failure = { errorCode, error: 'Why it failed.' };
    await finish({ ...scanned.ref, units: [], results: [], failure });
    expect(stored(scanned)).toMatchObject({
      status: 'failed',
      errorCode,
      error: 'Why it failed.',
      units: [
        { status: 'failed', ...failure },
        { status: 'failed', ...failure },
      ],
    });
    expect(core(scanned)).toMatchObject({ available: 500, consumed: 0 });
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('a gate that closes in the workflow gives everything back, also what was charged there', async () => {
    world.sources.commits.set(
      commitHash,
      Object.fromEntries(['a', 'b', 'c'].map((path) => [`${path}/go.mod`, ''])),
    );
    const scanned = await createdScan(world, [['', 'npm']], {}, 3);
    const prepared = await prepare(scanned);
    expect(prepared.failure?.errorCode).toBe('insufficient_credits');
    expect(core(scanned).available).toBe(0);
    await finish({ ...prepared, results: [] });
    expect(stored(scanned)).toMatchObject({ status: 'failed', errorCode: 'insufficient_credits' });
    expect(core(scanned)).toMatchObject({ available: 3, consumed: 0 });
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('its dedup row is free at once: an equal scan is a new one', async () => {
    const scanned = await createdScan(world, units);
    await finish({
      ...scanned.ref,
      units: [],
      results: [],
      failure: { errorCode: 'rate_limit', error: 'x' },
    });
    const { organization, repository } = scanned;
    const again = await newScan(store, organization.as('member'), repository, {}, later(31));
    expect(again.scanId).not.toBe(scanned.ref.scanId);
  });

  const ofArtifact = async () => {
    const scanned = await createdScan(world, units, (repository) => ({
      projectUnitId: repository.units[0]?.projectUnitId,
      lockfile: { path: 'package-lock.json', content: '{}' },
    }));
    const { organizationId, scanId } = scanned.ref;
    await world.blobs.put({ area: 'incoming', organizationId, name: scanId }, '{}');
    return { ...scanned.ref, units: [], results: [] };
  };

  test('an uploaded artifact is removed', async () => {
    await finish({ ...(await ofArtifact()), failure: { errorCode: 'system_error', error: 'x' } });
    expect(world.blobs.objects.size).toBe(0);
  });

  test('an uploaded artifact is removed also when nothing comes after the end', async () => {
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

describe('a refund', () => {
  const nextPeriod = async (scanned: Scanned) => {
    const { accountId, pool, included } = core(scanned);
    const refill = { available: included, consumed: 0, periodStartAt: later(86_400).toISOString() };
    await write(store, [{ change: 'update', record: 'pool', id: { accountId, pool }, set: refill }]);
    return refill;
  };
  const cancel = ({ ref }: Scanned, at = later(60)) =>
    endScan(ref, () => ({ status: 'cancelled' }), world, at);

  test('within the period of its debit undoes it', async () => {
    const scanned = await createdScan(world, units);
    expect(core(scanned)).toMatchObject({ available: 498, consumed: 2, included: 500 });
    await cancel(scanned);
    expect(core(scanned)).toMatchObject({ available: 500, consumed: 0, included: 500, purchased: 0 });
  });

  test('in a later period goes to what is included now: nothing that expires becomes permanent', async () => {
    const scanned = await createdScan(world, units);
    await nextPeriod(scanned);
    await cancel(scanned);
    expect(core(scanned)).toMatchObject({ available: 502, consumed: 0, included: 502, purchased: 0 });
  });

  test('asks the pool what period it is, not the clock', async () => {
    const scanned = await createdScan(world, units);
    await cancel(scanned, later(400 * 86_400));
    expect(core(scanned)).toMatchObject({ available: 500, consumed: 0, included: 500 });
  });

  test('that meets a refill between reading and writing decides again', async () => {
    const scanned = await createdScan(world, units);
    const load = store.load.bind(store);
    let refilled = false;
    store.load = (async (...args: Parameters<typeof load>) => {
      const found = await load(...args);
      if (!refilled) await nextPeriod(scanned);
      refilled = true;
      return found;
    }) as never;
    await cancel(scanned);
    expect(core(scanned)).toMatchObject({ available: 502, included: 502, consumed: 0 });
    expect(grants()).toHaveLength(2);
  });
});

test('a scan that is nowhere is nothing to end', async () => {
  const { ref } = await createdScan(world, units);
  expect(
    await endScan({ ...ref, scanId: 'nowhere' }, () => ({ status: 'cancelled' }), world, later(1)),
  ).toBeUndefined();
  expect(await finish({ ...ref, scanId: 'nowhere', units: [], results: [] })).toEqual({ status: 'unknown' });
});
