import type { LedgerEntry } from '@scangate/domain/records';
import type { Cut } from './epoch.ts';

/** A sum of ledger entries, and how many of them name no epoch, so that their place before or after a cut is unknown. */
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

/** Adds an entry from before a cut. One without an epoch is taken for such a one: whoever compares looks at their number. */
export const addBeforeCut =
  (cut: Cut) =>
  (sum: EntrySum, entry: Entry): EntrySum =>
    entry.epoch !== undefined && entry.epoch >= cut.epoch ? sum : addEntry(sum, entry);

/**
 * Returns the balance of a cut less the sum of its entries; undefined when an entry without an epoch may have been written
 * after the cut.
 * @param before what was read before the cut was taken: all of it belongs to the cut, and entries are never deleted.
 */
export const driftOfCut = (cut: Cut, before: EntrySum, sum: EntrySum): number | undefined =>
  sum.unnamed === before.unnamed ? cut.balance - sum.balance : undefined;
