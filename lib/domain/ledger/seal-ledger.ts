import { canonicalJson, sha256 } from '@scangate/engines/model/digest';
import { hourMs } from '../instant.ts';
import type { Instant, LedgerEntry, LedgerSeal } from '../records.ts';
import { redactedRow } from './redacted-row.ts';
import { ledgerView, sortKeyOf, type LedgerView } from './ledger-view.ts';

/** The previous hash of the first entry of every chain. */
export const genesisHash = sha256('scangate ledger, first entry');

/** The limit of entries in a segment: its hashes take 32 KB, far below the 400 KB of an item. */
export const maxSegmentEntries = 500;

/** The age at which entries are sealed. No process writes an entry with an instant that old. */
export const sealDelayMs = hourMs;

const hashLength = 64;

/** An entry with its place in the chain: its segment, and its position there as `3 of 40`. */
export interface ChainedEntry extends LedgerView {
  segment: number;
  position: string;
}

/** A row of the ledger: an entry and, after it was sealed, its place and hashes. */
export type LedgerRow = LedgerView & Partial<ChainedEntry & { previousHash: string; hash: string }>;

const positionText = (position: number, size: number): string => `${position} of ${size}`;

/**
 * Returns the hash of a row: hex SHA-256 of the previous hash followed by the canonical JSON of the row with digests
 * in place of scan, unit and person. The hash is therefore the same whether the row shows values or digests.
 */
export const chainHash = (previousHash: string, row: ChainedEntry): string =>
  sha256(previousHash + canonicalJson({ ...redactedRow(row), form: 2 }));

/** Returns whether a row has this hash: by `chainHash`, or by the form before it, over the row itself. */
export const hasChainHash = (hash: string, previousHash: string, row: ChainedEntry): boolean =>
  hash === chainHash(previousHash, row) || hash === sha256(previousHash + canonicalJson(row));

const hashCount = (seal: LedgerSeal): number => seal.hashes.length / hashLength;

/** The hash of the n-th entry of a segment, from 1. */
const hashAt = (seal: LedgerSeal, position: number): string =>
  seal.hashes.slice((position - 1) * hashLength, position * hashLength);

/** The hash that the next segment continues. */
export const lastHash = (seal: LedgerSeal | undefined): string =>
  seal ? hashAt(seal, hashCount(seal)) : genesisHash;

/** The sort key of the last entry of a segment. */
export const sealedThrough = ({ throughAt, throughCause }: LedgerSeal): string =>
  sortKeyOf({ at: throughAt, cause: throughCause });

/**
 * Seals the next entries of a pool as a segment of its chain. Entries are hashed with their position, so that the
 * chain shows which one was changed, removed, inserted or moved (docs/adr/0009-ledger.md).
 * @param last the newest seal of the pool, if any.
 * @param number the number of the segment, where it is not the next one: after a restoration (docs/adr/0009-ledger.md).
 */
export const sealEntries = (
  { accountId, pool }: Pick<LedgerSeal, 'accountId' | 'pool'>,
  {
    last,
    entries,
    number = (last?.number ?? 0) + 1,
  }: { last?: LedgerSeal | undefined; entries: readonly LedgerEntry[]; number?: number },
  now: Instant,
): LedgerSeal => {
  const end = entries.at(-1);
  if (!end || entries.length > maxSegmentEntries) throw new Error(`a segment of ${entries.length} entries`);
  let [place, hash, balance] = [last ? sealedThrough(last) : '', lastHash(last), last?.balance ?? 0];
  const hashes = entries.map((entry, index) => {
    if (sortKeyOf(entry) <= place) throw new Error(`${entry.cause} is not in order`);
    place = sortKeyOf(entry);
    balance += entry.amount;
    const position = positionText(index + 1, entries.length);
    hash = chainHash(hash, { ...ledgerView(entry), segment: number, position });
    return hash;
  });
  return {
    accountId,
    pool,
    number,
    throughAt: end.at,
    throughCause: end.cause,
    balance,
    previousHash: lastHash(last),
    hashes: hashes.join(''),
    sealedAt: now,
  };
};

/**
 * Returns the row of an entry with the position and hashes of its seal. The hashes are those of the sealed entry, so
 * that a comparison shows whether the entry was changed since.
 * @param position the position among the current entries of the segment, from 1.
 */
export const sealedRow = (entry: LedgerEntry, seal: LedgerSeal, position: number): LedgerRow => ({
  ...ledgerView(entry),
  segment: seal.number,
  position: positionText(position, hashCount(seal)),
  previousHash: position === 1 ? seal.previousHash : hashAt(seal, position - 1),
  hash: hashAt(seal, position),
});
