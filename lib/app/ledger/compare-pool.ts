import type { RecordKeys } from '@scangate/domain/record-changes';
import { addMs, minuteMs } from '@scangate/domain/instant';
import type { PoolSnapshot } from '@scangate/domain/credits/leases/epoch';
import { Transient } from '@scangate/domain/problem';
import {
  addBeforeSnapshot,
  addEntry,
  driftOfSnapshot,
  type EntrySum,
} from '@scangate/domain/credits/leases/entry-sum';
import { sealDelayMs } from '@scangate/domain/ledger/seal-ledger';
import type { LedgerEntry, LedgerSeal, Pool } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import type { Store, StoreReader } from '#ports/store.ts';
import type { Timer } from '#ports/timer.ts';
import { snapshotPool } from '../credit-leases/snapshot-pool.ts';
import { ledgerInOrder, newestSeal } from './ledger-in-order.ts';

type PoolId = RecordKeys['pool'];

export interface ComparePorts {
  store: Pick<StoreReader, 'get' | 'load' | 'list'> & Pick<Store<'pool' | 'poolLease'>, 'commit'>;
  timer: Timer;
  log: Log;
}

/** The index by time lags slightly behind the pool, so a difference is checked again before it counts. */
const driftChecks = 3;
const driftCheckDelayMs = 2_000;
/** A pool that changed while it was summed is read again: many rest for the time of a short sum. */
const motionsAwaited = 6;
const motionDelayMs = 100;
/** Another audit of the same pool, or the end of its loan, spoils a snapshot. */
const snapshotsTried = 5;
/**
 * Entries of this age rarely get company, so they are summed once for all tries. A check that misses one is
 * repeated.
 */
const settledAfterMs = 5 * minuteMs;

const balanceFields = ['available', 'included', 'purchased', 'consumed', 'periodStartAt'] as const;

const hasChanged = (before: Pool, afterwards: Pool | undefined): boolean =>
  balanceFields.some((field) => before[field] !== afterwards?.[field]);

const nothing: EntrySum = { balance: 0, unnamed: 0 };

/** Sums the entries of a pool since its newest seal. The first sum reads all of them, the others the recent ones alone. */
class LedgerSums {
  readonly #id: PoolId;
  readonly #store: ComparePorts['store'];
  readonly #settledAt: string;
  readonly #sealableAt: string;
  #settled: EntrySum | undefined;
  readonly after: LedgerSeal | undefined;
  /** Whether an entry was read that is old enough to be sealed. */
  hasOldEntries = false;

  constructor(
    id: PoolId,
    { store }: ComparePorts,
    { after, now }: { after: LedgerSeal | undefined; now: Date },
  ) {
    [this.#id, this.#store, this.after] = [id, store, after];
    [this.#settledAt, this.#sealableAt] = [addMs(now, -settledAfterMs), addMs(now, -sealDelayMs)];
  }

  async next(add: (sum: EntrySum, entry: LedgerEntry) => EntrySum = addEntry): Promise<EntrySum> {
    const { after } = this;
    const recentOnly = this.#settled ? { from: addMs(new Date(this.#settledAt), 1) } : {};
    let [settled, recent] = [this.#settled ?? { ...nothing, balance: after?.balance ?? 0 }, nothing];
    for await (const entry of ledgerInOrder(this.#store, this.#id, { after, ...recentOnly })) {
      if (entry.at <= this.#settledAt) settled = add(settled, entry);
      else recent = add(recent, entry);
      this.hasOldEntries ||= entry.at <= this.#sealableAt;
    }
    this.#settled = settled;
    return {
      balance: settled.balance + recent.balance,
      unnamed: settled.unnamed + recent.unnamed,
    };
  }

  /** Lets the next sum read everything. */
  forget(): void {
    this.#settled = undefined;
  }
}

/** The result of reading a pool with its ledger. */
interface Found {
  /** The balance less the sum of the entries; undefined when the pool changed during each sum. */
  drift: number | undefined;
  /** The last sum. */
  sum: EntrySum;
}

/** Compares a pool with its ledger, a few times while it changes, so that both are compared at one version. */
const compareAtRest = async (
  id: PoolId,
  sums: LedgerSums,
  { store, timer }: ComparePorts,
): Promise<Found> => {
  let sum = nothing;
  for (let motion = 0; motion < motionsAwaited; motion++) {
    const pool = await store.get('pool', id, { consistent: true });
    sum = await sums.next();
    const afterwards = await store.get('pool', id, { consistent: true });
    if (!pool) return { drift: 0, sum };
    if (!hasChanged(pool, afterwards)) return { drift: pool.available - sum.balance, sum };
    await timer.sleep(motionDelayMs);
  }
  return { drift: undefined, sum };
};

/** A pool that is written between each read and the advance of its epoch has no snapshot. */
const snapshotOrNone = async (
  ...taken: Parameters<typeof snapshotPool>
): Promise<PoolSnapshot | undefined> => {
  try {
    return await snapshotPool(...taken);
  } catch (error) {
    if (error instanceof Transient) return undefined;
    throw error;
  }
};

/**
 * Compares the entries before a snapshot with the snapshot. The index may not have the latest of them yet, so a difference is
 * checked again, with more patience each time: later entries do not belong to the snapshot, so once it has all of them they
 * add up.
 * @param before the last sum.
 * @returns undefined when there is no snapshot, or entries do not say on which side of it they are.
 */
const compareInMotion = async (
  id: PoolId,
  { sums, before, now }: { sums: LedgerSums; before: EntrySum; now: Date },
  { store, timer }: ComparePorts,
): Promise<number | undefined> => {
  let snapshot = await snapshotOrNone(id, store, now);
  for (let taken = 1; !snapshot && taken < snapshotsTried; taken++) {
    await timer.sleep(motionDelayMs);
    snapshot = await snapshotOrNone(id, store, now);
  }
  if (!snapshot) return undefined;
  let drift: number | undefined;
  for (let check = 0; check < driftChecks; check++) {
    if (check > 0) sums.forget();
    await timer.sleep(driftCheckDelayMs * 2 ** check);
    drift = driftOfSnapshot(snapshot, before, await sums.next(addBeforeSnapshot(snapshot)));
    if (!drift) return drift;
  }
  return drift;
};

/** A pool and its ledger that agree, as far as they could be compared. */
export interface Comparison {
  /** 0, or undefined when nothing was proved. */
  drift: 0 | undefined;
  /** The newest seal, after which the entries were read. */
  after: LedgerSeal | undefined;
  /** Whether any of these entries is old enough to be sealed. */
  hasOldEntries: boolean;
}

/**
 * Compares a pool with its ledger: at one version, or by a snapshot if it never rests or appears to differ
 * (docs/adr/0150-pools-in-motion.md).
 * @returns undefined when they disagree. Where no snapshot can be compared, a difference counts that was found twice before and not
 * disproved afterwards: a real one stays the same, and one that the index causes does not.
 */
export const comparePool = async (
  id: PoolId,
  ports: ComparePorts,
  now: Date,
): Promise<Comparison | undefined> => {
  const { store, timer, log } = ports;
  const sums = new LedgerSums(id, ports, { after: await newestSeal(store, id), now });
  const agreed = (): Comparison => ({ drift: 0, after: sums.after, hasOldEntries: sums.hasOldEntries });
  let [drift, repeated]: (number | undefined)[] = [];
  let before = nothing;
  for (let check = 0; check < driftChecks; check++) {
    if (check > 0) await timer.sleep(driftCheckDelayMs);
    const atRest = await compareAtRest(id, sums, ports);
    if (atRest.drift === 0) return agreed();
    before = atRest.sum;
    if (atRest.drift === undefined) break;
    repeated = atRest.drift === drift ? drift : undefined;
    drift = atRest.drift;
    sums.forget();
  }
  drift = await compareInMotion(id, { sums, before, now }, ports);
  if (drift === undefined && repeated !== undefined) {
    sums.forget();
    const last = await compareAtRest(id, sums, ports);
    const isDisproved = last.drift !== undefined && last.drift !== 0 && last.drift !== repeated;
    drift = isDisproved ? undefined : (last.drift ?? repeated);
  }
  if (drift === 0) return agreed();
  if (drift === undefined) {
    log.warn('a pool in motion could not be compared with its ledger', { ...id });
    log.metric('PoolsNotAudited', 1);
    return { ...agreed(), drift };
  }
  log.error('a pool and its ledger disagree', { ...id, drift });
  log.metric('LedgerDrift', 1);
  return undefined;
};
