import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Finds the bucket of a data folder that holds advisories; its name depends on the template. */
export const advisoryBucket = (data: string): string | undefined => {
  const buckets = join(data, 's3');
  if (!statSync(buckets, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  return readdirSync(buckets).find((bucket) =>
    statSync(join(buckets, bucket, 'd-advisories'), { throwIfNoEntry: false })?.isDirectory(),
  );
};
