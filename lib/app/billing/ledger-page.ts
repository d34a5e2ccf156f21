import * as z from 'zod';
import type { LedgerRange } from '@scangate/domain/ledger/ledger-view';
import { Problem } from '@scangate/domain/problem';
import type { LedgerEntry } from '@scangate/domain/records';
import { poolNames, type PoolName } from '@scangate/engines/model/scan-type';
import { ledgerTimeKey, type Page, type StoreReader } from '#ports/store.ts';

/** Where each pool's list goes on; one that is not named begins, one that is `null` has ended. */
const positionsForm = z.partialRecord(z.enum(poolNames), z.string().nullable());
type Positions = z.infer<typeof positionsForm>;

/** @throws Problem invalid_cursor for one that was made up. */
const readPositions = (cursor = '{}'): Positions => {
  try {
    return positionsForm.parse(JSON.parse(cursor));
  } catch {
    throw new Problem('invalid_cursor');
  }
};

interface Stretch extends Page<LedgerEntry> {
  pool: PoolName;
}

/** The newest entries of several stretches, each newest first; ends where a stretch does that has more behind it. */
const newest = (stretches: readonly Stretch[], limit: number): LedgerEntry[] => {
  const waiting = stretches.map(({ items, cursor }) => ({
    items: [...items],
    hasMore: cursor !== undefined,
  }));
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

/** Where a pool's list goes on, when so many of its entries were answered. */
const positionAfter = ({ items, cursor }: Stretch, taken: number): string | null | undefined => {
  if (taken === items.length) return cursor ?? null;
  const last = items[taken - 1];
  return last && ledgerTimeKey(last);
};

/** A page of the ledger of these pools, newest first, with one query for each of them that has not ended. */
export const ledgerPage = async (
  store: Pick<StoreReader, 'list'>,
  accountId: string,
  pools: readonly PoolName[],
  { limit, ...range }: LedgerRange & { limit: number },
  cursor: string | undefined,
): Promise<Page<LedgerEntry>> => {
  const positions = readPositions(cursor);
  const stretches = await Promise.all(
    pools
      .filter((pool) => positions[pool] !== null)
      .map(async (pool): Promise<Stretch> => {
        const start = positions[pool];
        const options = { ...range, limit, ...(start && { cursor: start }) };
        return { pool, ...(await store.list('ledgerByTime', { accountId, pool }, options)) };
      }),
  );
  const items = newest(stretches, limit);
  const next: Positions = { ...positions };
  for (const stretch of stretches) {
    const taken = items.filter(({ pool }) => pool === stretch.pool).length;
    const position = positionAfter(stretch, taken);
    if (position !== undefined) next[stretch.pool] = position;
  }
  const hasMore = pools.some((pool) => next[pool] !== null);
  return { items, ...(hasMore && { cursor: JSON.stringify(next) }) };
};
