import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { crashed, type Failure } from '@scangate/engines/model/failure';
import { silentLog } from '#test/support/silent-log.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import * as limits from '#app/retry-limits.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { PoolConflict } from '@scangate/domain/credits/credit-pool';
import { Transient } from '@scangate/domain/problem';
import type { Pool } from '@scangate/domain/records';
import {
  commitHash,
  createdScan,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';
import { later, write } from '#test/support/world.ts';

let store: MemoryStore;
let world: WorkflowWorld;

beforeEach(() => {
  store = new MemoryStore();
  world = workflowWorld(store);
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
const grants = () => store.all('ledgerEntry').filter((entry) => entry.kind === 'grant' && entry.scanId);
const cancel = ({ ref }: CreatedScan, at = later(60)) =>
  endScan({ ...ref, outcomeOf: () => ({ status: 'cancelled' }) }, world, at);

describe('a refund', () => {
  const nextPeriod = async (created: CreatedScan) => {
    const { accountId, pool, included } = core(created);
    const refill = { available: included, consumed: 0, periodStartAt: later(86_400).toISOString() };
    await write(store, [{ change: 'update', record: 'pool', id: { accountId, pool }, set: refill }]);
    return refill;
  };
  test('within the period of its debit reverts the debit', async () => {
    const created = await createdScan(world, units);
    expect(core(created)).toMatchObject({ available: 498, consumed: 2, included: 500 });
    await cancel(created);
    expect(core(created)).toMatchObject({ available: 500, consumed: 0, included: 500, purchased: 0 });
  });

  test('in a later period is added to the included credits: no credit that expires becomes permanent', async () => {
    const created = await createdScan(world, units);
    await nextPeriod(created);
    await cancel(created);
    expect(core(created)).toMatchObject({ available: 502, consumed: 0, included: 502, purchased: 0 });
  });

  test('depends on the period of the pool, not on the clock', async () => {
    const created = await createdScan(world, units);
    await cancel(created, later(400 * 86_400));
    expect(core(created)).toMatchObject({ available: 500, consumed: 0, included: 500 });
  });

  test('is decided again when the pool is refilled between load and commit', async () => {
    const created = await createdScan(world, units);
    const load = store.load.bind(store);
    let refilled = false;
    store.load = (async (...args: Parameters<typeof load>) => {
      const found = await load(...args);
      if (!refilled) await nextPeriod(created);
      refilled = true;
      return found;
    }) as never;
    await cancel(created);
    expect(core(created)).toMatchObject({ available: 502, included: 502, consumed: 0 });
    expect(grants()).toHaveLength(2);
  });
});

test('the time of a scan that is canceled late is spent from the budget of its repository', async () => {
  const created = await createdScan(world, [['', 'npm']]);
  const { organizationId, repositoryId } = created.scan;
  const set = {
    failures: 0,
    failureSeconds: 0,
    cancelledSeconds: 3_000,
    failuresSince: later(0).toISOString(),
  };
  const id = { organizationId, repositoryId };
  await write(store, [{ change: 'update', record: 'repository', id, set }]);
  await cancel(created, later(600));
  expect(store.all('repository')).toMatchObject([
    { failures: 0, cancelledSeconds: 3_630, pausedUntil: later(4_200).toISOString() },
  ]);
});

test('a scan that does not exist is not ended', async () => {
  const { ref } = await createdScan(world, units);
  const ending = { ...ref, scanId: 'nowhere', outcomeOf: () => ({ status: 'cancelled' as const }) };
  expect(await endScan(ending, world, later(1))).toBeUndefined();
});

test('a pool that never stops changing is a transient failure after a bounded number of tries', async () => {
  const created = await createdScan(world, units);
  const commit = store.commit.bind(store);
  let tries = 0;
  store.commit = async (changes) => {
    const [first] = changes;
    tries++;
    return first
      ? ({ change: { ...first, onConflict: () => new PoolConflict() } } as never)
      : commit(changes);
  };
  await expect(cancel(created)).rejects.toThrow(Transient);
  expect(tries).toBe(limits.endScan.tries);
  expect(store.all('scan')[0]?.status).toBe('queued');
});

test('an unexpected refusal is thrown at once', async () => {
  const created = await createdScan(world, units);
  let tries = 0;
  store.commit = async (changes) => {
    tries++;
    return { change: { ...changes[0], onConflict: undefined } } as never;
  };
  await expect(cancel(created)).rejects.toThrow('condition failed');
  expect(tries).toBe(1);
});

/** Ends a scan twice with a failure, as its workflow does. @returns what the log was told. */
const toldOf = async (failure: Failure): Promise<{ scanId: string; told: unknown[] }> => {
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}' });
  const created = await createdScan(world, [['', 'npm']]);
  const prepared = await prepareScan(created.ref, world as never, taskContextAt());
  const told: unknown[] = [];
  const log = {
    ...silentLog,
    info: (message: string, fields?: object) => void told.push([message, fields]),
    metric: (name: string, value: number) => void told.push([name, value]),
  };
  for (const at of [later(30), later(60)])
    await finishScan(
      { ...prepared, failure, results: [] } as never,
      { ...world, log } as never,
      taskContextAt(at),
    );
  return { scanId: created.ref.scanId, told };
};

test('a scan that failed is logged once, with its code but without the message of the host', async () => {
  const { scanId, told } = await toldOf({ errorCode: 'repo_access', error: 'The host refuses.' });
  expect(told).toEqual([
    ['a scan failed', { scanId, errorCode: 'repo_access' }],
    ['ScansFailed', 1],
  ]);
});

test('a scan whose task crashed is counted once among those that crashed: its execution succeeds', async () => {
  const { scanId, told } = await toldOf({ ...crashed });
  expect(told).toEqual([
    ['a scan failed', { scanId, errorCode: 'system_error' }],
    ['ScansFailed', 1],
    ['ScansCrashed', 1],
  ]);
});
