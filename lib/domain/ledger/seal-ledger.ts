import { canonicalJson, sha256 } from '@scangate/engines/model/digest';
import type { Instant, LedgerEntry, LedgerSeal } from '../records.ts';
import { ledgerView, sortKeyOf, type LedgerView } from './ledger-view.ts';

/** What the first entry of a pool's chain goes on from. */
export const genesisHash = sha256('scangate ledger, first entry');

/** Entries of one segment at most: its hashes take 32 KB, far below the 400 KB of an item. */
export const maxSegmentEntries = 500;

/** Entries are sealed when they are this old: whoever writes one with an older instant has ended long before. */
export const sealDelayMs = 60 * 60_000;

const hashLength = 64;

/** An entry with its place in the chain: the segment and, as `3 of 40`, where it stands in it. */
export interface ChainedEntry extends LedgerView {
  segment: number;
  position: string;
}

/** A row of the ledger: an entry, and its place and hashes once it is sealed. */
export type LedgerRow = LedgerView & Partial<ChainedEntry & { previousHash: string; hash: string }>;

const positionText = (position: number, size: number): string => `${position} of ${size}`;

/** The link of the chain: hex SHA-256 of the hash before it and, right behind, the canonical JSON of the row. */
export const chainHash = (previousHash: string, row: ChainedEntry): string =>
  sha256(previousHash + canonicalJson(row));

const hashCount = (seal: LedgerSeal): number => seal.hashes.length / hashLength;

/** Of the n-th entry of a segment, from 1. */
const hashAt = (seal: LedgerSeal, position: number): string =>
  seal.hashes.slice((position - 1) * hashLength, position * hashLength);

/** What the segment after this one goes on from. */
const lastHash = (seal: LedgerSeal | undefined): string =>
  seal ? hashAt(seal, hashCount(seal)) : genesisHash;

/** Where a segment ends. */
export const sealedThrough = ({ throughAt, throughCause }: LedgerSeal): string =>
  sortKeyOf({ at: throughAt, cause: throughCause });

/**
 * The next segment of a pool's chain: these entries, which are the next ones in their order. Entries are chained with
 * their place, so that none can be changed, removed, inserted or moved without the chain telling which.
 * @param last the newest seal there is.
 */
export const sealEntries = (
  { accountId, pool }: Pick<LedgerSeal, 'accountId' | 'pool'>,
  { last, entries }: { last?: LedgerSeal | undefined; entries: readonly LedgerEntry[] },
  now: Instant,
): LedgerSeal => {
  const end = entries.at(-1);
  if (!end || entries.length > maxSegmentEntries) throw new Error(`a segment of ${entries.length} entries`);
  let [place, hash, balance] = [last ? sealedThrough(last) : '', lastHash(last), last?.balance ?? 0];
  const number = (last?.number ?? 0) + 1;
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
 * An entry as the seal of its segment has it. It says what was sealed at that place, whatever the entry says now: who
 * compares them finds out.
 * @param position from 1, among the entries of the segment as they are now.
 */
export const sealedRow = (entry: LedgerEntry, seal: LedgerSeal, position: number): LedgerRow => ({
  ...ledgerView(entry),
  segment: seal.number,
  position: positionText(position, hashCount(seal)),
  previousHash: position === 1 ? seal.previousHash : hashAt(seal, position - 1),
  hash: hashAt(seal, position),
});
