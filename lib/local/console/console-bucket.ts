import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { cacheControlOf, consoleFolder } from '#infra/web/console-files.ts';
import type { BucketFiles } from '@scangate/emulator-aws/cloudfront/bucket-origin';

/** Lists the files of a built console as a deployment would have them in the bucket. */
export const consoleBucket = (folder: string | undefined): BucketFiles => {
  if (folder === undefined) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
  return new Map(
    paths.map((path) => [
      `${consoleFolder}/${path}`,
      { path: join(folder, path), cacheControl: cacheControlOf(path) },
    ]),
  );
};
