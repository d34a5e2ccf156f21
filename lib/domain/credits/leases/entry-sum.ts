import type { LedgerEntry } from '@scangate/domain/records';
import type { PoolSnapshot } from './epoch.ts';

/** A sum of ledger entries, and how many of them name no epoch, so that their place before or after a snapshot is unknown. */
export interface EntrySum {
  balance: number;
  unnamed: number;
}

type Entry = Pick<LedgerEntry, 'amount' | 'epoch'>;

/** Adds an entry. One that changes nothing needs no epoch. */
export const addEntry = ({ balance, unnamed }: EntrySum, { amount, epoch }: Entry): EntrySum => ({
  balance: balance + amount,
  unnamed: epoch === undefined && amount !== 0 ? unnamed + 1 : unnamed,
});

/** Adds an entry from before a snapshot. One without an epoch is taken for such a one: whoever compares looks at their number. */
export const addBeforeSnapshot =
  (snapshot: PoolSnapshot) =>
  (sum: EntrySum, entry: Entry): EntrySum =>
    entry.epoch !== undefined && entry.epoch >= snapshot.epoch ? sum : addEntry(sum, entry);

/**
 * Returns the balance of a snapshot less the sum of its entries; undefined when an entry without an epoch may have been written
 * after the snapshot.
 * @param before what was read before the snapshot was taken: all of it belongs to the snapshot, and entries are never deleted.
 */
export const driftOfSnapshot = (
  snapshot: PoolSnapshot,
  before: EntrySum,
  sum: EntrySum,
): number | undefined => (sum.unnamed === before.unnamed ? snapshot.balance - sum.balance : undefined);
