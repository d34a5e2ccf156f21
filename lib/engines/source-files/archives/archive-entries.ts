import type { ArchiveEntries } from './archive-entry.ts';
import { gzipEntries, gzipMagic } from './gzip-entries.ts';
import { isTar, tarEntries } from './tar-entries.ts';
import { zipEntries, zipMagic } from './zip-entries.ts';

/** Returns whether bytes begin as a zip or gzip file does. */
export const isPacked = (bytes: Buffer): boolean =>
  [zipMagic, gzipMagic].some((magic) => bytes.subarray(0, magic.length).equals(magic));

/**
 * Reads the entries of a zip file (also .jar, .whl, .nupkg …) or of a gzip or tar file, recognized by their bytes.
 * @returns undefined for any other file.
 */
export const archiveEntries = (path: string, bytes: Buffer): ArchiveEntries | undefined => {
  if (bytes.subarray(0, zipMagic.length).equals(zipMagic)) return zipEntries(bytes);
  if (bytes.subarray(0, gzipMagic.length).equals(gzipMagic)) return gzipEntries(path, bytes);
  return isTar(bytes) ? tarEntries(bytes) : undefined;
};
