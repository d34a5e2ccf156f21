import { compareText } from '@scangate/engines/model/compare-text';
import type { LedgerEntry } from '../records.ts';

/** An entry as its owner sees it: without the account and what audits need. */
export type LedgerView = Omit<LedgerEntry, 'accountId' | 'epoch'>;

/** The fields in the order of views and exports. A missing field does not compile. */
export const ledgerFields = Object.keys({
  at: true,
  pool: true,
  kind: true,
  amount: true,
  source: true,
  motif: true,
  scanId: true,
  projectUnitId: true,
  sourceTrigger: true,
  invoiceId: true,
  organizationId: true,
  personId: true,
  cause: true,
} satisfies Record<keyof LedgerView, true>) as (keyof LedgerView)[];

/**
 * Returns the part of an entry that is shown, exported and sealed. It drops empty strings and replaces text that
 * UTF-8 cannot encode, so that every hash can be recomputed from an export.
 */
export const ledgerView = (entry: LedgerEntry): LedgerView =>
  Object.fromEntries(
    ledgerFields
      .map((field) => [field, entry[field]] as const)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([field, value]) => [field, typeof value === 'string' ? value.toWellFormed() : value]),
  ) as Partial<LedgerView> as LedgerView;

/** The sort key of an entry in its pool's ledger, as a string: by time, and by cause within one instant. */
export const sortKeyOf = ({ at, cause }: Pick<LedgerEntry, 'at' | 'cause'>): string => `${at} ${cause}`;

/** Orders ledger entries as they are stored and sealed. */
export const compareEntries = (a: LedgerEntry, b: LedgerEntry): number =>
  compareText(sortKeyOf(a), sortKeyOf(b));
