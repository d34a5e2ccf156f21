import { Conflict } from '../conflict.ts';
import type { LedgerEntry } from '../records.ts';

/** Thrown when the ledger already has an entry with this cause: an earlier try, or another process, booked it. */
export class LedgerEntryConflict extends Conflict {
  /** Pool and cause of the entry. */
  readonly entry: string;

  constructor({ pool, cause }: Pick<LedgerEntry, 'pool' | 'cause'>) {
    super(`the ledger of ${pool} already has ${cause}`);
    this.entry = `${pool}#${cause}`;
  }
}
