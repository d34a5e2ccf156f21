import type { LedgerEntry } from '../records.ts';
import type { LedgerView } from './ledger-view.ts';

/** The entries to which a list is limited; an absent field admits all. */
export interface EntryFilter {
  kind?: LedgerEntry['kind'] | undefined;
  source?: string | undefined;
  scanId?: string | undefined;
}

/** Returns whether a filter excludes any entry. */
export const isFilter = ({ kind, source, scanId }: EntryFilter): boolean =>
  kind !== undefined || source !== undefined || scanId !== undefined;

/** Returns whether a row matches, by what the viewer sees of it: a digest is not the id of a scan. */
export const matchesEntryFilter = (
  row: Pick<LedgerView, 'kind' | 'source' | 'scanId'>,
  { kind, source, scanId }: EntryFilter,
): boolean =>
  (kind === undefined || row.kind === kind) &&
  (source === undefined || row.source === source) &&
  (scanId === undefined || row.scanId === scanId.toLowerCase());

/**
 * The prefixes of the causes of entries about a scan: its debits, their refunds, and the parts of refunds that
 * expired at once.
 */
export const causesOfScan = (scanId: string): string[] =>
  ['consume', 'refund', 'promotion_expire'].map((kind) => `${kind}#${scanId.toLowerCase()}#`);
