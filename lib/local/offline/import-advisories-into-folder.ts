import { mkdirSync } from 'node:fs';
import { importAdvisories, type ImportReport } from '#adapters/osv/import-advisories.ts';
import { bucketObjects } from '../data-folder-objects.ts';
import { advisoryBucket } from './advisory-bucket.ts';

interface ImportOptions {
  mode: 'replace' | 'merge';
  onProgress: (advisories: number) => void;
  /** Names the bucket of the local service; without one of these the folder gets a bucket for scans offline. */
  serviceBucket: () => Promise<string | undefined>;
}

/** Imports advisories into a data folder, whether a local cloud runs on it or not. */
export const importAdvisoriesIntoFolder = async (
  data: string,
  source: string,
  { mode, onProgress, serviceBucket }: ImportOptions,
): Promise<ImportReport> => {
  const bucket = (await serviceBucket()) ?? advisoryBucket(data) ?? 'advisories';
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return importAdvisories(source, {
    objects: bucketObjects(data, bucket, Date.now),
    now: new Date().toISOString(),
    mode,
    onProgress: ({ advisories }) => onProgress(advisories),
  });
};
