import type { Scan } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';

/** The number of newest scans of a repository among which the latest ended one is searched. */
const newestScans = 20;
/** The limit of records per load. */
const loadedAtOnce = 100;

type LatestScanReader = Pick<Store<'scan' | 'scanListing'>, 'load' | 'list'>;

/** Loads those of the scans that have ended, by their ids. */
const loadEnded = async (
  organizationId: string,
  scanIds: readonly string[],
  store: LatestScanReader,
): Promise<Map<string, Scan>> => {
  const starts = Array.from(
    { length: Math.ceil(scanIds.length / loadedAtOnce) },
    (_, at) => at * loadedAtOnce,
  );
  const chunks = await Promise.all(
    starts.map((start) =>
      store.load(
        scanIds
          .slice(start, start + loadedAtOnce)
          .map((scanId) => ({ record: 'scan', id: { organizationId, scanId } }) as const),
      ),
    ),
  );
  const scans = chunks.flat().filter((scan) => scan?.verdict !== undefined);
  return new Map(scans.flatMap((scan) => (scan ? [[scan.scanId, scan]] : [])));
};

/** Loads the newest scan with a verdict of each repository, by the id of the repository. */
export const loadLatestScans = async (
  { organizationId, repositoryIds }: { organizationId: string; repositoryIds: readonly string[] },
  store: LatestScanReader,
): Promise<Map<string, Scan>> => {
  const listed = await Promise.all(
    repositoryIds.map(async (value) => {
      const owner = { organizationId, lookup: 'repository', value } as const;
      const { items } = await store.list('scanListings', owner, { limit: newestScans });
      return items.map(({ scanId }) => scanId);
    }),
  );
  const newest = listed.flatMap((scanIds) => scanIds.slice(0, 1));
  const ended = await loadEnded(organizationId, newest, store);
  // Usually the newest scan has ended, so that the others are not read.
  const others = listed
    .filter(([first]) => first !== undefined && !ended.has(first))
    .flatMap((ids) => ids.slice(1));
  const older = await loadEnded(organizationId, others, store);
  return new Map(
    repositoryIds.flatMap((repositoryId, index) => {
      const scan = listed[index]?.map((scanId) => ended.get(scanId) ?? older.get(scanId)).find(Boolean);
      return scan ? [[repositoryId, scan] as const] : [];
    }),
  );
};
