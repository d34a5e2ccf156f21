import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Failure } from '@scangate/engines/model/failure';
import { maxUnitsPerScan } from '@scangate/engines/units/discover-units';
import type { UnitType } from '@scangate/engines/model/project-unit';
import { Crash, injectFaults } from '#test/support/store/fault-injection.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { isSampled } from '#test/support/runs/samples.ts';
import { later, write } from '#test/support/world.ts';
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
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  store = new MemoryStore();
  world = workflowWorld(store);
});

const pathsOf = (count: number): string[] =>
  Array.from({ length: count - 1 }, (_, index) => `p${String(index).padStart(3, '0')}`);
const registered = (count: number): [string, UnitType][] =>
  ['', ...pathsOf(count)].map((path) => [path, 'npm']);
const commitOf = (count: number) => {
  const files = ['package-lock.json', ...pathsOf(count).map((path) => `${path}/package-lock.json`)];
  world.sources.commits.set(commitHash, Object.fromEntries(files.map((path) => [path, '{}'])));
};
const balance = () => store.all('pool').find(({ pool }) => pool === 'core')?.available;
const grants = () => store.all('ledgerEntry').filter((entry) => entry.kind === 'grant' && entry.scanId);
const cancel = (ref: { organizationId: string; scanId: string }, ports: object = world) =>
  endScan({ ...ref, outcomeOf: () => ({ status: 'cancelled' }) }, ports as never, later(60));
const scan = () => store.all('scan')[0];

/** Records the largest commit: DynamoDB takes at most 100 writes in one, the store in memory any number. */
const largestCommit = (): { size: number } => {
  const largest = { size: 0 };
  const commit = store.commit.bind(store);
  store.commit = async (changes) => {
    largest.size = Math.max(largest.size, changes.length);
    return commit(changes);
  };
  return largest;
};

describe('a scan of more than 40 units', () => {
  test('is charged for 40 at creation and for the others by the workflow, each once', async () => {
    const largest = largestCommit();
    commitOf(95);
    const { ref } = await createdScan(world, registered(95));
    expect([balance(), scan()?.units.length]).toEqual([460, 40]);
    const prepared = await prepareScan(ref, world as never, taskContextAt());
    expect([balance(), prepared.units.length]).toEqual([405, 95]);
    await prepareScan(ref, world as never, taskContextAt());
    expect(balance()).toBe(405);
    expect(largest.size).toBeLessThanOrEqual(100);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('is charged for at most the maximum number of units, and refunded for each of them', async () => {
    commitOf(maxUnitsPerScan + 30);
    const { ref } = await createdScan(world, registered(1), { credits: 1_500 });
    const largest = largestCommit();
    const prepared = await prepareScan(ref, world as never, taskContextAt());
    expect([prepared.units.length, balance()]).toEqual([maxUnitsPerScan, 1_500 - maxUnitsPerScan]);
    const charged = maxUnitsPerScan;
    expect(store.all('ledgerEntry').filter(({ kind }) => kind === 'consume')).toHaveLength(charged);
    await cancel(ref);
    expect([balance(), grants().length, scan()?.refundsDue]).toEqual([1_500, charged, undefined]);
    expect(largest.size).toBeLessThanOrEqual(100);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('is refunded for absent units in batches that fit a transaction', async () => {
    const largest = largestCommit();
    commitOf(1);
    const { ref } = await createdScan(world, registered(40));
    await prepareScan(ref, world as never, taskContextAt());
    expect([balance(), scan()?.units.length, grants().length]).toEqual([499, 1, 39]);
    expect(largest.size).toBeLessThanOrEqual(100);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('is refunded in full when the pool becomes empty among its units', async () => {
    commitOf(95);
    const { ref } = await createdScan(world, registered(95), { credits: 70 });
    const prepared = await prepareScan(ref, world as never, taskContextAt());
    expect([prepared.failure?.errorCode, balance()]).toEqual(['insufficient_credits', 30]);
    const { failure } = prepared;
    await endScan(
      { ...ref, outcomeOf: () => ({ status: 'failed', ...(failure && { failure }) }) },
      world,
      later(60),
    );
    expect(balance()).toBe(70);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

describe('refunds beyond 40', () => {
  const preparedScan = async (count = 50) => {
    commitOf(count);
    const { ref } = await createdScan(world, registered(count));
    await prepareScan(ref, world as never, taskContextAt());
    expect(balance()).toBe(500 - count);
    return ref;
  };

  test('follow the end, after which none is due', async () => {
    const ref = await preparedScan(120);
    const largest = largestCommit();
    await cancel(ref);
    expect([balance(), grants().length]).toEqual([500, 120]);
    expect(scan()?.refundsDue).toBeUndefined();
    expect(largest.size).toBeLessThanOrEqual(100);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('are completed by the sweep, each once, wherever the process crashes', async () => {
    const ref = await preparedScan(130);
    const calls = injectFaults(world, new Map());
    await cancel(ref, calls.ports);
    // After the refunds come the objects of the units, each of which is removed in the same way.
    const places = Array.from({ length: Math.min(calls.count(), 24) }, (_, index) => 1 + index);
    for (const place of places) {
      for (const [index, when] of (['before', 'after'] as const).entries()) {
        if (!isSampled(place + index, 3)) continue;
        store = new MemoryStore();
        world = workflowWorld(store);
        const again = await preparedScan(130);
        const crashing = injectFaults(world, new Map([[place, when]]));
        await cancel(again, crashing.ports).catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
        expect(violationsOf(moneyRecords(store))).toEqual([]);
        await sweepDueScans(world as never, taskContextAt(later(7_200)));
        expect([balance(), grants().length]).toEqual([500, 130]);
        expect(scan()?.refundsDue).toBeUndefined();
        expect(violationsOf(moneyRecords(store))).toEqual([]);
      }
    }
  });

  test('are booked by their period when the pool is refilled in between', async () => {
    const ref = await preparedScan(130);
    const commit = store.commit.bind(store);
    let commits = 0;
    store.commit = async (changes) => {
      if (++commits === 3) {
        const pool = store.all('pool').find((one) => one.pool === 'core');
        if (!pool) throw new Error('the pool is there');
        const { accountId, available, included } = pool;
        await commit([
          {
            change: 'update',
            record: 'pool',
            id: { accountId, pool: 'core' },
            set: { consumed: 0, available: included, periodStartAt: later(86_400).toISOString() },
          },
          {
            change: 'insert',
            record: 'ledgerEntry',
            item: {
              accountId,
              pool: 'core',
              cause: 'refill#next',
              at: later(60).toISOString(),
              kind: 'grant',
              amount: included - available,
            },
          },
        ]);
      }
      return commit(changes);
    };
    await cancel(ref);
    const refunded = grants().length;
    expect(refunded).toBe(130);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

test('the first failed unit by path gives the error code, in whatever order the units are stored', async () => {
  const { ref, scan: created } = await createdScan(world, registered(3));
  const set = { units: created.units.toReversed() };
  await write(store, [{ change: 'update', record: 'scan', id: ref, set }]);
  const unitFailures = new Map(
    created.units.map(({ path, projectUnitId }): [string, Failure] => [
      projectUnitId,
      { errorCode: path === '' ? 'rate_limit' : 'system_error', error: 'Why it failed.' },
    ]),
  );
  await endScan({ ...ref, outcomeOf: () => ({ status: 'failed', unitFailures }) }, world as never, later(60));
  expect(scan()).toMatchObject({ errorCode: 'rate_limit', verdict: { errorCode: 'rate_limit' } });
});
