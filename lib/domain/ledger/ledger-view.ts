import { compareText } from '@scangate/engines/model/compare-text';
import { Problem } from '../problem.ts';
import type { Instant, LedgerEntry } from '../records.ts';

/** An entry as its owner sees it: without the account. */
export type LedgerView = Omit<LedgerEntry, 'accountId'>;

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
 * The part of an entry that is shown, exported and sealed. It drops empty text and replaces text that UTF-8 cannot
 * encode, so that every hash can be recomputed from an export.
 */
export const ledgerView = (entry: LedgerEntry): LedgerView =>
  Object.fromEntries(
    ledgerFields
      .map((field) => [field, entry[field]] as const)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([field, value]) => [field, typeof value === 'string' ? value.toWellFormed() : value]),
  ) as Partial<LedgerView> as LedgerView;

/** The sort key of an entry in its pool's ledger, as text: by time, and by cause within one instant. */
export const sortKeyOf = ({ at, cause }: Pick<LedgerEntry, 'at' | 'cause'>): string => `${at} ${cause}`;

export const compareEntries = (a: LedgerEntry, b: LedgerEntry): number =>
  compareText(sortKeyOf(a), sortKeyOf(b));

/** A range of entries. Both ends are included. */
export interface LedgerRange {
  from?: Instant;
  through?: Instant;
}

const isDate = /^\d{4}-\d{2}-\d{2}$/;

/** Parses an instant. A date stands for its first instant, or as an end for its last (UTC). */
const instantOf = (name: string, text: string, timeOfDay: string): Instant => {
  const moment = new Date(isDate.test(text) ? `${text}T${timeOfDay}` : text);
  const instant = Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
  // Years with more than four digits do not sort as text.
  if (!/^\d{4}-/.test(instant)) throw new Problem('invalid_query', { detail: `${name} is not an instant.` });
  return instant;
};

/** Parses `from` and `to`, which are both included. @throws Problem invalid_query. */
export const ledgerRange = (query: { from?: string; to?: string }): LedgerRange => {
  const from = query.from === undefined ? undefined : instantOf('from', query.from, '00:00:00.000Z');
  const through = query.to === undefined ? undefined : instantOf('to', query.to, '23:59:59.999Z');
  if (from !== undefined && through !== undefined && from > through)
    throw new Problem('invalid_query', { detail: 'from is after to.' });
  return { ...(from !== undefined && { from }), ...(through !== undefined && { through }) };
};
