import { Problem } from '../problem.ts';
import type { Instant, LedgerEntry } from '../records.ts';

/** An entry as its owner sees it: all of it but whose it is. */
export type LedgerView = Omit<LedgerEntry, 'accountId'>;

/** Its fields in the order in which they are shown and exported; a field that is missing here does not compile. */
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
 * What is shown, exported and sealed of an entry. An empty text is as good as none, and text that UTF-8 cannot carry
 * is made such that it can: else nobody could recompute a hash from an export.
 */
export const ledgerView = (entry: LedgerEntry): LedgerView =>
  Object.fromEntries(
    ledgerFields
      .map((field) => [field, entry[field]] as const)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([field, value]) => [field, typeof value === 'string' ? value.toWellFormed() : value]),
  ) as unknown as LedgerView;

/** Where an entry stands in its pool's ledger: by time, those of one instant by cause. Compares as text. */
export const sortKeyOf = ({ at, cause }: Pick<LedgerEntry, 'at' | 'cause'>): string => `${at} ${cause}`;

export const compareEntries = (a: LedgerEntry, b: LedgerEntry): number =>
  sortKeyOf(a) < sortKeyOf(b) ? -1 : sortKeyOf(a) > sortKeyOf(b) ? 1 : 0;

/** Entries from an instant on, and up to and including another. */
export interface LedgerRange {
  from?: Instant;
  through?: Instant;
}

const isDate = /^\d{4}-\d{2}-\d{2}$/;

/** A date is its first instant, or as an end its last (UTC). */
const instantOf = (name: string, text: string, timeOfDay: string): Instant => {
  const moment = new Date(isDate.test(text) ? `${text}T${timeOfDay}` : text);
  const instant = Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
  // Years beyond four digits would not sort.
  if (!/^\d{4}-/.test(instant)) throw new Problem('invalid_query', { detail: `${name} is no instant.` });
  return instant;
};

/** What `from` and `to` ask for; both are included. @throws Problem invalid_query. */
export const ledgerRange = (query: { from?: string; to?: string }): LedgerRange => {
  const from = query.from === undefined ? undefined : instantOf('from', query.from, '00:00:00.000Z');
  const through = query.to === undefined ? undefined : instantOf('to', query.to, '23:59:59.999Z');
  if (from !== undefined && through !== undefined && from > through)
    throw new Problem('invalid_query', { detail: 'from is after to.' });
  return { ...(from !== undefined && { from }), ...(through !== undefined && { through }) };
};
