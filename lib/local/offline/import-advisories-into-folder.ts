import { mkdirSync } from 'node:fs';
import { importAdvisories, type ImportReport } from '#adapters/reference-data/osv/import-advisories.ts';
import type { ObjectStore } from '#ports/blobs.ts';
import { bucketObjects } from '../data-folder-objects.ts';
import { advisoryBucket } from './advisory-bucket.ts';

interface ImportMode {
  mode: 'replace' | 'merge';
  onProgress: (advisories: number) => void;
}

interface ImportOptions extends ImportMode {
  /** Returns the bucket of the local service; without a service, the folder gets a bucket for offline scans. */
  serviceBucket: () => Promise<string | undefined>;
}

/** Imports advisories into an object store. */
export const importAdvisoriesInto = (
  objects: ObjectStore,
  source: string,
  { mode, onProgress }: ImportMode,
): Promise<ImportReport> =>
  importAdvisories(source, {
    objects,
    now: new Date().toISOString(),
    mode,
    onProgress: ({ advisories }) => onProgress(advisories),
  });

/** Imports advisories into a data folder, whether a local cloud runs on it or not. */
export const importAdvisoriesIntoFolder = async (
  data: string,
  source: string,
  { mode, onProgress, serviceBucket }: ImportOptions,
): Promise<ImportReport> => {
  const bucket = (await serviceBucket()) ?? advisoryBucket(data) ?? 'advisories';
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return importAdvisoriesInto(bucketObjects(data, bucket, Date.now), source, { mode, onProgress });
};
