import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeAccount } from '#app/billing/change-account.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { purgeExpiredPayloads } from '#app/scans/purge-payloads.ts';
import { renewDueAccounts } from '#app/billing/renew-due-accounts.ts';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import type { Scan } from '@scangate/domain/records';
import type { Blobs } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { log } from '#runtime/log.ts';
import { runs } from '#test/support/runs/samples.ts';
import { causesOf, provisionAccount, poolOf } from '../support/billing/accounts.ts';
import { injectFaults, faultKinds, type FaultKind } from '../support/store/fault-injection.ts';
import { interleave } from '../support/store/interleave.ts';
import { moneyRecords, violationsOf } from '../support/billing/money-invariants.ts';
import { storedObjects, scanWithPayload } from '../support/scans/payloads.ts';
import { taskContextAt } from '../support/scans/workflow.ts';
import { write } from '../support/world.ts';

/** A job may end before or after any of its calls. The next run must make up for it. */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

type Faults = ReadonlyMap<number, FaultKind>;
const never: Faults = new Map();

interface Ports {
  store: Store;
  blobs: Blobs;
}
type Job = (ports: Ports) => Promise<unknown>;

/** Runs a job with these faults, whether it survives or not. @returns the number of its calls. */
const runWithFaults = async (job: Job, ports: Ports, faults: Faults): Promise<number> => {
  const injected = injectFaults(ports, faults);
  await job(injected.ports).catch(() => undefined);
  return injected.count();
};

type Played = Promise<{ calls: number; violations: string[] }>;

/** Runs a scenario with every fault and with pairs of them. @returns the first one with a violation. */
const everyFault = async (play: (faults: Faults) => Played): Promise<object | undefined> => {
  const { calls, violations } = await play(never);
  if (violations.length > 0 || calls <= 20) return { calls, violations };
  for (let call = 1; call <= calls; call++) {
    for (const moment of faultKinds) {
      const { violations: found } = await play(new Map([[call, moment]]));
      if (found.length > 0) return { call, moment, found };
    }
  }
  const injected = fc.tuple(fc.integer({ min: 1, max: calls }), fc.constantFrom(...faultKinds));
  const pairs = fc.array(injected, { minLength: 2, maxLength: 2 });
  const all = fc.asyncProperty(
    pairs,
    async (faults) => (await play(new Map(faults))).violations.length === 0,
  );
  const { counterexample } = await fc.check(all, { numRuns: runs(300) });
  return counterexample ?? undefined;
};

const start = '2026-01-31T08:00:00.000Z';
const due = '2026-02-28T08:00:00.000Z';
const renewing =
  (at = due): Job =>
  (ports) =>
    renewDueAccounts({}, { ...ports, log }, taskContextAt(new Date(at)));

/** Accounts with one, two or no pools due, and one with a plan that ends. */
const accounts = async (store: MemoryStore): Promise<string[]> => {
  const ids = [
    await provisionAccount(store, start),
    await provisionAccount(store, start, { plan: 'Team', sastAddon: 'team' }),
    await provisionAccount(store, start, { plan: 'Starter' }),
    await provisionAccount(store, '2026-02-10T08:00:00.000Z'),
  ];
  await changeAccount(
    ids[2]!,
    { rule: (state) => setAutoRenew(state, { enabled: false, cause: 'c' }, start), now: start },
    store,
  );
  return ids;
};

const dueViolations = async (store: MemoryStore, ids: readonly string[]): Promise<string[]> => {
  const late = [];
  for (const id of ids) if (!isUpToDate(await loadAccount(id, store), due)) late.push(`${id} is not renewed`);
  const renewed = ids.map((id) => causesOf(store, id).filter((cause) => cause === `refill#${due}`).length);
  const plans = store.all('auditEvent').filter(({ action }) => action === 'plan.ended').length;
  return [
    ...violationsOf(moneyRecords(store)),
    ...late,
    ...(JSON.stringify(renewed) === '[1,1,1,0]' ? [] : [`refilled ${renewed.join(', ')} times`]),
    ...(plans === 1 ? [] : [`a plan ended ${plans} times`]),
  ];
};

describe('renewals', () => {
  test('interrupted once or twice anywhere and repeated renew every account once', async () => {
    const violation = await everyFault(async (faults) => {
      const store = new MemoryStore();
      const ids = await accounts(store);
      const ports = { store, blobs: new MemoryBlobs() };
      const calls = await runWithFaults(renewing(), ports, faults);
      await renewing('2026-02-28T08:05:00.000Z')(ports);
      return { calls, violations: await dueViolations(store, ids) };
    });
    expect(violation).toBeUndefined();
  });

  test('by two runs with concurrent debits renew each period once, and every debit counts', async () => {
    const debit = (accountId: string, scanId: string) => (store: Store) =>
      write(store, [
        {
          change: 'update',
          record: 'pool',
          id: { accountId, pool: 'core' },
          add: { available: -1, consumed: 1 },
          floor: { available: 1 },
        },
        {
          change: 'insert',
          record: 'ledgerEntry',
          item: { accountId, pool: 'core', cause: `consume#${scanId}`, at: due, kind: 'consume', amount: -1 },
        },
      ]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 40 }), async (picks) => {
        const store = new MemoryStore();
        const ids = await accounts(store);
        const run = (over: Store) => renewing()({ store: over, blobs: new MemoryBlobs() });
        const debits = ['a', 'b', 'c'].map((scan) => debit(ids[0]!, scan));
        await interleave(store, picks, [run, run, ...debits]);
        expect(await dueViolations(store, ids)).toEqual([]);
        expect(causesOf(store, ids[0]!).filter((cause) => cause.startsWith('consume#'))).toHaveLength(3);
        const { available, consumed } = poolOf(store, ids[0]!);
        expect(available).toBe(100 - consumed);
      }),
      { numRuns: runs(200) },
    );
  });
});

const today = '2026-06-01T00:30:00.000Z';
const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString();
const purging: Job = (ports) =>
  purgeExpiredPayloads({ ...ports, log } as never, taskContextAt(new Date(today)));

describe('purging', () => {
  const filled = async (store: MemoryStore, blobs: MemoryBlobs) => {
    const [free, team] = [
      await provisionAccount(store, start),
      await provisionAccount(store, start, { plan: 'Team' }),
    ];
    const scanned = (id: string, days: number, more = {}) =>
      scanWithPayload({ store, blobs }, id, { at: daysAgo(days), ...more });
    const gone = [await scanned(free, 40, { units: 2 }), await scanned(free, 35), await scanned(free, 31)];
    const kept = [
      await scanned(free, 29),
      await scanned(team, 40),
      await scanned(free, 33, { status: 'running' }),
    ];
    return { gone, kept };
  };
  /** The gate inputs, and the four parts of the one unit. */
  const objectsOfUnit = 5;
  const payloadViolations = (
    store: MemoryStore,
    blobs: MemoryBlobs,
    before: Scan[],
    gone: Scan[],
    kept: Scan[],
  ) => [
    ...gone.filter((scan) => storedObjects(blobs, scan) > 0).map(({ scanId }) => `${scanId} is still there`),
    ...kept
      .filter((scan) => storedObjects(blobs, scan) !== objectsOfUnit)
      .map(({ scanId }) => `${scanId} was removed`),
    ...(JSON.stringify(store.all('scan')) === JSON.stringify(before) ? [] : ['a scan was changed']),
  ];

  test('interrupted once or twice anywhere and repeated removes every expired payload and nothing else', async () => {
    const violation = await everyFault(async (faults) => {
      const [store, blobs] = [new MemoryStore(), new MemoryBlobs()];
      const { gone, kept } = await filled(store, blobs);
      const before = store.all('scan');
      const calls = await runWithFaults(purging, { store, blobs }, faults);
      const early = kept
        .filter((scan) => storedObjects(blobs, scan) !== objectsOfUnit)
        .map(() => 'removed too early');
      // One run ends the failed walk, and the other one walks again.
      for (const run of [purging, purging]) await run({ store, blobs });
      const removals = vi.spyOn(blobs, 'remove');
      await purging({ store, blobs });
      const again = removals.mock.calls.map(() => 'removed again');
      return {
        calls,
        violations: [...early, ...again, ...payloadViolations(store, blobs, before, gone, kept)],
      };
    });
    expect(violation).toBeUndefined();
  });

  test('by two concurrent runs removes the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 40 }), async (picks) => {
        const [store, blobs] = [new MemoryStore(), new MemoryBlobs()];
        const { gone, kept } = await filled(store, blobs);
        const before = store.all('scan');
        const run = (over: Store) => purging({ store: over, blobs });
        await interleave(store, picks, [run, run]);
        expect(payloadViolations(store, blobs, before, gone, kept)).toEqual([]);
        await purging({ store, blobs });
        expect(payloadViolations(store, blobs, before, gone, kept)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });
});
