import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive, as it is written. */
export interface ArchiveFile {
  path: string;
  content: Buffer;
}

/**
 * The time zone turns an instant into other bytes of a zip, so that this one is local. Nothing is compressed, because
 * compressed bytes differ by processor.
 */
export const archiveOptions = () =>
  ({ mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compress: false }) as const;

/** Streams a zip of these files, in their order: equal files give equal bytes. */
export const streamArchive = (files: readonly ArchiveFile[]): Readable => {
  const zip = new ZipFile();
  for (const { path, content } of files) zip.addBuffer(content, path, archiveOptions());
  zip.end();
  return zip.outputStream as Readable;
};
