import type { PoolName } from '@scangate/domain/credits/credit-pool';
import type { RecordKeys } from '@scangate/domain/record-changes';
import {
  UsageByDay,
  UsageByGroup,
  usageKeys,
  usageRange,
  type UsageDay,
  type UsageGroup,
  type UsageGrouping,
  type UsageRange,
  type UsageRow,
} from '@scangate/domain/ledger/usage';
import type { HistoryScan, LedgerEntry, Scan } from '@scangate/domain/records';
import { isOfHistory } from '@scangate/domain/history-scans/start-history';
import type { StoreReader } from '#ports/store.ts';
import { ledgerInOrder } from '../ledger/ledger-in-order.ts';
import { sealedBefore, type LedgerReader } from '../ledger/ledger-rows.ts';

/**
 * Loads the usage of a pool by day. The opening balance is that of the last seal before the range, plus the entries
 * since.
 */
const loadUsageByDay = async (
  pool: RecordKeys['pool'],
  range: UsageRange,
  store: LedgerReader,
): Promise<UsageDay[]> => {
  const after = await sealedBefore(store, pool, range.from);
  const usage = new UsageByDay(range, after?.balance ?? 0);
  for await (const entry of ledgerInOrder(store, pool, { after, through: range.through })) usage.add(entry);
  return usage.items();
};

export type UsageReader = LedgerReader &
  Pick<StoreReader<'scan' | 'historyScan' | 'repository' | 'member' | 'ledgerEntry' | 'ledgerSeal'>, 'load'>;

/** The limit of records per load. */
const batchSize = 100;

/** The record of the scan of an entry, or of its history scan, whose unit is the repository as a whole. */
const scanOf = (entry: LedgerEntry) => {
  const { organizationId = '', scanId = '', projectUnitId: repositoryId = '' } = entry;
  return isOfHistory(entry)
    ? ({ record: 'historyScan', id: { organizationId, repositoryId, historyScanId: scanId } } as const)
    : ({ record: 'scan', id: { organizationId, scanId } } as const);
};
const textOf = ({ id }: ReturnType<typeof scanOf>): string => JSON.stringify(Object.values(id));

/** Yields the entries of a range with their scans, which are loaded in batches. */
async function* entriesWithScans(
  pool: RecordKeys['pool'],
  { from, through }: UsageRange,
  store: UsageReader,
): AsyncGenerator<{ entry: LedgerEntry; scan: Scan | HistoryScan | undefined }> {
  const after = await sealedBefore(store, pool, from);
  let waiting: LedgerEntry[] = [];
  const withScans = async () => {
    const batch = waiting;
    waiting = [];
    const refs = [...new Map(batch.map((entry) => [textOf(scanOf(entry)), scanOf(entry)])).values()];
    const scans = await store.load(refs);
    const found = new Map(refs.map((ref, index) => [textOf(ref), scans[index]]));
    return batch.map((entry) => ({ entry, scan: found.get(textOf(scanOf(entry))) }));
  };
  for await (const entry of ledgerInOrder(store, pool, { after, through })) {
    if (entry.at < from || entry.scanId === undefined) continue;
    waiting.push(entry);
    if (waiting.length === batchSize) yield* await withScans();
  }
  if (waiting.length > 0) yield* await withScans();
}

/** The organization of each repository or person, by id. */
type Owners = Map<string, string>;

const repositoryNames = async (batch: [string, string][], store: UsageReader) => {
  const refs = batch.map(([repositoryId, organizationId]) => ({
    record: 'repository' as const,
    id: { organizationId, repositoryId },
  }));
  return (await store.load(refs)).map((found) => found?.fullName);
};

const emails = async (batch: [string, string][], store: UsageReader) => {
  const refs = batch.map(([personId, organizationId]) => ({
    record: 'member' as const,
    id: { organizationId, personId },
  }));
  return (await store.load(refs)).map((found) => found?.email);
};

const namesOf = async (
  grouping: 'repository' | 'person',
  owners: Owners,
  store: UsageReader,
): Promise<Map<string, string | undefined>> => {
  const names = new Map<string, string | undefined>();
  const all = [...owners];
  for (let start = 0; start < all.length; start += batchSize) {
    const batch = all.slice(start, start + batchSize);
    const found = await (grouping === 'repository' ? repositoryNames : emails)(batch, store);
    for (const [index, [key]] of batch.entries()) names.set(key, found[index]);
  }
  return names;
};

/** A row of a usage report, with only those names that are known. */
const usageRow = (
  grouping: UsageGrouping,
  { key, ...amounts }: UsageGroup,
  { organizationId, name }: { organizationId?: string | undefined; name?: string | undefined },
): UsageRow => ({
  ...(key !== undefined && { [usageKeys[grouping].key]: key }),
  ...(name !== undefined && { [usageKeys[grouping].name]: name }),
  ...(organizationId !== undefined && { organizationId }),
  ...amounts,
});

/** The debits and refunds of a pool by repository, person or trigger, the largest first. */
const loadUsageByGroup = async (
  { pool, range, grouping }: { pool: RecordKeys['pool']; range: UsageRange; grouping: UsageGrouping },
  store: UsageReader,
): Promise<UsageRow[]> => {
  const usage = new UsageByGroup(grouping);
  const owners: Owners = new Map();
  for await (const { entry, scan } of entriesWithScans(pool, range, store)) {
    const key = usage.add(entry, scan);
    if (key !== undefined && entry.organizationId !== undefined) owners.set(key, entry.organizationId);
  }
  if (grouping === 'trigger') return usage.items().map((group) => usageRow(grouping, group, {}));
  const names = await namesOf(grouping, owners, store);
  return usage.items().map((group) => {
    const key = group.key ?? '';
    return usageRow(grouping, group, { organizationId: owners.get(key), name: names.get(key) });
  });
};

export interface UsageRequest {
  query: { pool: PoolName; by: UsageGrouping | 'day'; from?: string | undefined; to?: string | undefined };
  now: Date;
}

/**
 * Loads a usage report as requested from the API.
 * @throws Problem invalid_query.
 */
export const loadUsage = async (
  accountId: string,
  { query: { pool, by, from, to }, now }: UsageRequest,
  store: UsageReader,
): Promise<{ items: UsageDay[] | UsageRow[] }> => {
  const given = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const range = usageRange(given, now.toISOString());
  const owner = { accountId, pool };
  if (by === 'day') return { items: await loadUsageByDay(owner, range, store) };
  return { items: await loadUsageByGroup({ pool: owner, range, grouping: by }, store) };
};
