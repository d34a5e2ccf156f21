import * as z from 'zod';
import type { InstantRange } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { LedgerEntry } from '@scangate/domain/records';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import { ledgerTimeKey, type Page, type StoreReader } from '#ports/store.ts';

/**
 * The position at which each pool's list continues. A pool that is missing starts at its newest entry; one that is
 * `null` has ended.
 */
const positionsForm = z.partialRecord(z.enum(poolNames), z.string().nullable());
export type Positions = z.infer<typeof positionsForm>;

/** @throws Problem invalid_cursor when the cursor was not issued by this service. */
export const readPositions = (cursor = '{}'): Positions => {
  try {
    return positionsForm.parse(JSON.parse(cursor));
  } catch {
    throw new Problem('invalid_cursor');
  }
};

interface PoolEntries extends Page<LedgerEntry> {
  pool: PoolName;
}

/** Merges lists that are each sorted newest first. The result ends where a list is used up that has more pages. */
const mergeNewestFirst = (lists: readonly PoolEntries[], limit: number): LedgerEntry[] => {
  const waiting = lists.map(({ items, cursor }) => ({ items: [...items], hasMore: cursor !== undefined }));
  const merged: LedgerEntry[] = [];
  while (merged.length < limit) {
    if (waiting.some(({ items, hasMore }) => items.length === 0 && hasMore)) break;
    const [next] = waiting
      .filter(({ items }) => items.length > 0)
      .toSorted((a, b) => ((a.items[0]?.at ?? '') < (b.items[0]?.at ?? '') ? 1 : -1));
    const entry = next?.items.shift();
    if (!entry) break;
    merged.push(entry);
  }
  return merged;
};

/** Returns where a pool's list continues after `taken` of its entries. */
const positionAfter = ({ items, cursor }: PoolEntries, taken: number): string | null | undefined => {
  if (taken === items.length) return cursor ?? null;
  const last = items[taken - 1];
  return last && ledgerTimeKey(last);
};

/** Returns the cursor after the last of these entries, which were read starting at `cursor`. */
export const positionsAfter = (read: readonly LedgerEntry[], cursor: string | undefined): string => {
  const next: Positions = { ...readPositions(cursor) };
  for (const entry of read) next[entry.pool] = ledgerTimeKey(entry);
  return JSON.stringify(next);
};

export interface LedgerPageRequest {
  accountId: string;
  pools: readonly PoolName[];
  range: InstantRange;
  limit: number;
  cursor: string | undefined;
}

/** Reads a page of the ledger of these pools, newest first, with one query for each pool that has not ended. */
export const ledgerPage = async (
  { accountId, pools, range, limit, cursor }: LedgerPageRequest,
  store: Pick<StoreReader, 'list'>,
): Promise<Page<LedgerEntry>> => {
  const positions = readPositions(cursor);
  const lists = await Promise.all(
    pools
      .filter((pool) => positions[pool] !== null)
      .map(async (pool): Promise<PoolEntries> => {
        const start = positions[pool];
        const options = { ...range, limit, ...(start && { cursor: start }) };
        return { pool, ...(await store.list('ledgerByTime', { accountId, pool }, options)) };
      }),
  );
  const items = mergeNewestFirst(lists, limit);
  const next: Positions = { ...positions };
  for (const list of lists) {
    const taken = items.filter(({ pool }) => pool === list.pool).length;
    const position = positionAfter(list, taken);
    if (position !== undefined) next[list.pool] = position;
  }
  const hasMore = pools.some((pool) => next[pool] !== null);
  return { items, ...(hasMore && { cursor: JSON.stringify(next) }) };
};
