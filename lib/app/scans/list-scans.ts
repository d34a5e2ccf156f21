import type { Scan } from '@scangate/domain/records';
import {
  endsList,
  isBefore,
  isDecidedByList,
  lookupOf,
  matchesFilter,
  mayMatch,
  startOf,
  type ScanFilter,
  type ScanLookupValue,
} from '@scangate/domain/scans/listing/scan-filter';
import { isActive } from '@scangate/domain/scans/active-scan';
import type { Page, Store } from '#ports/store.ts';

/**
 * Bounds the reads of one response: a filter with few matches gives a short page with a cursor, never a slow one. Large scans
 * end a page of the store early, and the response with it once it has a match.
 */
const pagesPerAnswer = 10;
/** The number of scans that are examined at once for a filter that the list alone does not decide. */
const examinedAtOnce = 100;

type ScanReader = Pick<Store<'scan' | 'scanListing'>, 'list' | 'load'>;

interface ScanListRequest {
  organizationId: string;
  filter: ScanFilter;
  limit: number;
  cursor: string | undefined;
}

/** The size of units that ends a response: with another scan after it, it stays within the 6 MB of a function's response. */
const unitBytesPerAnswer = 3_000_000;

/** The number of newest scans that include those that have not begun, and are in no list yet. */
const newestScans = 25;

/** Reads the matching queued scans, page by page while there are any: lists only contain scans that have begun. */
const readQueued = async (
  { organizationId, filter, cursor: after }: ScanListRequest,
  store: ScanReader,
): Promise<Scan[]> => {
  const queued: Scan[] = [];
  let cursor: string | undefined;
  let begunSince = 0;
  for (let pages = 0; pages < pagesPerAnswer; pages++) {
    const options = { limit: newestScans, ...(cursor !== undefined && { cursor }) };
    const page = await store.list('scans', { organizationId }, options);
    const waiting = page.items.filter((scan) => scan.startedAt === undefined && isActive(scan));
    const isNext = ({ scanId }: Scan) => after === undefined || scanId < after;
    queued.push(...waiting.filter((scan) => isNext(scan) && matchesFilter(scan, filter)));
    cursor = page.cursor;
    begunSince = waiting.length > 0 ? 0 : begunSince + page.items.length;
    if (begunSince >= newestScans || cursor === undefined) break;
  }
  return queued;
};

const newestFirst = (a: Scan, b: Scan): number => (a.scanId < b.scanId ? 1 : -1);

/** Merges queued scans into the found ones, in order. */
const withQueued = (page: Page<Scan>, queued: readonly Scan[], limit: number): Page<Scan> => {
  const known = new Set(page.items.map(({ scanId }) => scanId));
  // Scans older than the end of this page belong to a later one.
  const isNew = ({ scanId }: Scan) => !known.has(scanId) && scanId > (page.cursor ?? '');
  const all = [...page.items, ...queued.filter(isNew)].toSorted(newestFirst);
  if (all.length <= limit) return { ...page, items: all };
  const items = all.slice(0, limit);
  return { items, cursor: items.at(-1)?.scanId };
};

/** Reads listings, which are small, and then the scans among them that may match. */
const readListed = async (
  lookup: ScanLookupValue,
  { organizationId, filter, limit, cursor }: ScanListRequest,
  store: ScanReader,
): Promise<Page<Scan>> => {
  const owner = { organizationId, ...lookup };
  const page = await store.list('scanListings', owner, { limit, ...(cursor !== undefined && { cursor }) });
  const refs = page.items
    .filter((listing) => mayMatch(listing, filter))
    .map(({ scanId }) => ({ record: 'scan', id: { organizationId, scanId } }) as const);
  const scans = refs.length > 0 ? await store.load(refs) : [];
  return { ...page, items: scans.filter((scan) => scan !== undefined) };
};

const readAll = (
  { organizationId, limit, cursor }: ScanListRequest,
  store: ScanReader,
): Promise<Page<Scan>> =>
  store.list('scans', { organizationId }, { limit, ...(cursor !== undefined && { cursor }) });

const unitBytesOf = (scans: readonly Scan[]): number =>
  scans.reduce((sum, { units }) => sum + Buffer.byteLength(JSON.stringify(units)), 0);

/**
 * Adds the matches of a page.
 * @returns the cursor of the response once nothing more has to be read.
 */
const addMatches = (
  found: Scan[],
  page: Page<Scan>,
  { filter, limit, now }: Pick<ScanListRequest, 'filter' | 'limit'> & { now: Date },
): { isFull: boolean; cursor?: string | undefined } => {
  let unitBytes = unitBytesOf(found);
  for (const [index, scan] of page.items.entries()) {
    if (endsList(scan, filter, now)) return { isFull: true };
    if (!matchesFilter(scan, filter)) continue;
    found.push(scan);
    unitBytes += unitBytesOf([scan]);
    const isLast = index === page.items.length - 1;
    if (found.length === limit || unitBytes >= unitBytesPerAnswer)
      return { isFull: true, cursor: isLast ? page.cursor : scan.scanId };
  }
  const isLast = page.cursor === undefined || isBefore(page.cursor, filter);
  return isLast ? { isFull: true } : { isFull: false, cursor: page.cursor };
};

/** Reads pages until the response is full or the limit of examined scans is reached. */
const readMatches = async (
  { organizationId, filter, limit, cursor: start }: ScanListRequest,
  store: ScanReader,
  now: Date,
): Promise<Page<Scan>> => {
  const lookup = lookupOf(filter);
  const found: Scan[] = [];
  let cursor = startOf(filter, start);
  for (let pages = 0; pages < pagesPerAnswer; pages++) {
    const atOnce = isDecidedByList(filter) ? limit - found.length : examinedAtOnce;
    const request: ScanListRequest = { organizationId, filter, limit: atOnce, cursor };
    const page = lookup ? await readListed(lookup, request, store) : await readAll(request, store);
    const added = addMatches(found, page, { filter, limit, now });
    ({ cursor } = added);
    const endedBySize = !lookup && page.items.length < atOnce;
    if (added.isFull || (endedBySize && found.length > 0)) break;
  }
  return { items: found, ...(cursor !== undefined && { cursor }) };
};

/** Lists the scans of an organization that match a filter, newest first (docs/adr/0034-scan-lists.md). */
export const listScans = async (
  request: ScanListRequest,
  store: ScanReader,
  now: Date,
): Promise<Page<Scan>> => {
  const mayBeQueued = request.filter.verdict === undefined && lookupOf(request.filter) !== undefined;
  const [page, queued] = await Promise.all([
    readMatches(request, store, now),
    mayBeQueued ? readQueued(request, store) : [],
  ]);
  return queued.length > 0 ? withQueued(page, queued, request.limit) : page;
};

/** Returns whether no scan of the organization has this branch. */
export const isUnknownBranch = async (
  { organizationId, branch }: { organizationId: string; branch: string },
  store: ScanReader,
  now: Date,
): Promise<boolean> => {
  const request = { organizationId, filter: { branch }, limit: 1, cursor: undefined };
  return (await listScans(request, store, now)).items.length === 0;
};
