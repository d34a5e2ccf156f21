import type { ImportReport } from '#adapters/reference-data/osv/import-advisories.ts';
import type { Advisories } from '#ports/advisories.ts';
import type { LicenseData } from '#ports/license-source.ts';
import type { ObjectStore } from '#ports/blobs.ts';
import { advisoryBucket } from './advisory-bucket.ts';
import {
  memoryObjects,
  type AdvisoryCache,
  type CachedAdvisories,
  type CachedReport,
} from './advisory-cache.ts';
import { noPublishedPoms, type PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import { advisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { snapshotIdOf } from '@scangate/engines/advisories/snapshot';

/** Advisories for a scan in this process, without a service. */
export interface OfflineAdvisories extends Advisories {
  used: { records: number; ecosystems: string[]; unreadable: number };
  /** The files or the folder from which they were read. */
  place: string;
  badRecords: { name: string; reason: string }[];
  loadLicenses: LicenseData['load'];
  publishedPoms: PublishedPoms;
}

/** The license data of this release, loaded when the first unit asks. */
export const loadBuiltInLicenses: LicenseData['load'] = async (packages) => {
  const { builtInLicenseData } = await import('#adapters/reference-data/licenses/built-in.ts');
  return builtInLicenseData().load(packages);
};

/** No advisories can be read from the given sources. */
export class NoAdvisories extends Error {}

/** No advisories: anything that depends on them is not assessed. */
const noAdvisories = (): OfflineAdvisories => ({
  used: { records: 0, ecosystems: [], unreadable: 0 },
  place: '',
  badRecords: [],
  loadLicenses: loadBuiltInLicenses,
  publishedPoms: noPublishedPoms,
  load: async () =>
    advisoryIndex({ snapshotId: snapshotIdOf({}), builtAt: new Date().toISOString() }, new Map()),
});

const importInto = async (
  objects: ObjectStore,
  sources: readonly string[],
  onProgress: (advisories: number) => void,
): Promise<ImportReport[]> => {
  const { importAdvisories } = await import('#adapters/reference-data/osv/import-advisories.ts');
  const reports: ImportReport[] = [];
  for (const source of sources) {
    const report = await importAdvisories(source, {
      objects,
      now: new Date().toISOString(),
      mode: reports.length === 0 ? 'replace' : 'merge',
      onProgress: ({ advisories }) => onProgress(advisories),
    });
    if (!report.switched)
      throw new NoAdvisories(`No advisories were read: ${report.failure ?? 'nothing to read'}.`);
    reports.push(report);
  }
  return reports;
};

const storedIn = async (
  objects: Pick<ObjectStore, 'get'>,
  place: string,
  reports: readonly CachedReport[],
): Promise<OfflineAdvisories | undefined> => {
  const { readManifest } = await import('#adapters/reference-data/osv/manifest.ts');
  const { storedAdvisories } = await import('#adapters/reference-data/osv/stored-advisories.ts');
  const manifest = await readManifest(objects);
  if (!manifest) return undefined;
  const { storedLicenses } = await import('#adapters/reference-data/licenses/stored-licenses.ts');
  const { storedPoms } = await import('#adapters/reference-data/poms/stored-poms.ts');
  const shards = Object.entries(manifest.shards);
  return {
    used: {
      records: shards.reduce((sum, [, { records }]) => sum + records, 0),
      ecosystems: shards.map(([ecosystem]) => ecosystem),
      unreadable: reports.reduce((sum, { records }) => sum + records.bad, 0),
    },
    place,
    badRecords: reports.flatMap(({ badRecords }) => badRecords),
    // Poms or licenses may have been imported without advisories.
    load: shards.length === 0 ? noAdvisories().load : storedAdvisories(objects).load,
    loadLicenses: manifest.licenses ? storedLicenses(objects).load : loadBuiltInLicenses,
    publishedPoms: storedPoms(objects),
  };
};

/** Opens the advisories that `npm run advisories` imported into a data folder; undefined when there are none. */
const loadImportedAdvisories = async (data: string | undefined): Promise<OfflineAdvisories | undefined> => {
  const bucket = data === undefined ? undefined : advisoryBucket(data);
  if (data === undefined || bucket === undefined) return undefined;
  const { bucketObjects } = await import('../data-folder-objects.ts');
  return storedIn(bucketObjects(data, bucket, Date.now), data, []);
};

/** Reads the sources, unless the cache has them already. */
const readSources = async (
  sources: readonly string[],
  onProgress: (advisories: number) => void,
  cache: AdvisoryCache | undefined,
): Promise<CachedAdvisories> => {
  const known = await cache?.open(sources);
  if (known) return known;
  const objects = memoryObjects();
  const reports = await importInto(objects, sources, onProgress);
  const read = { objects: objects.held, reports };
  await cache?.store(sources, read);
  return read;
};

export interface OfflineSources {
  /** Files and folders with advisories; empty to use those of the data folder. */
  sources: readonly string[];
  /** The data folder of the local service, or that of the user; undefined without one. */
  data: string | undefined;
  onProgress: (advisories: number) => void;
  cache?: AdvisoryCache | undefined;
}

/**
 * Loads the advisories for a scan in this process: from `sources`, otherwise from the data folder, otherwise none.
 * @throws NoAdvisories when a source has none.
 */
export const loadOfflineAdvisories = async ({
  sources,
  data,
  onProgress,
  cache,
}: OfflineSources): Promise<OfflineAdvisories> => {
  if (sources.length === 0) return (await loadImportedAdvisories(data)) ?? noAdvisories();
  const { objects, reports } = await readSources(sources, onProgress, cache);
  const loaded = await storedIn(memoryObjects(new Map(objects)), sources.join(', '), reports);
  if (!loaded) throw new NoAdvisories('No advisories were read: nothing to read.');
  return loaded;
};
