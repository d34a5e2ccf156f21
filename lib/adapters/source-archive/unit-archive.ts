import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { FileSpool } from './file-spool.ts';

/** Keeps repository files apart from the archive's own metadata. */
const filesPrefix = 'files/';
const skippedName = 'skipped.json';

/** Favors speed, because the object lives for minutes. */
const compressionLevel = 1;

/** Packs a unit for the function that scans it: a gzipped tar of its files and the list of skipped ones. */
export const packUnit = (
  files: { paths: readonly string[]; read: (path: string) => Uint8Array; relative: (path: string) => string },
  skipped: readonly SkippedFile[],
): Readable => {
  const pack = tar.pack();
  const fill = async (): Promise<void> => {
    pack.entry({ name: skippedName }, JSON.stringify(skipped));
    for (const path of files.paths) {
      const name = filesPrefix + files.relative(path);
      await new Promise<void>((resolve, reject) => {
        pack.entry({ name }, Buffer.from(files.read(path)), (error) => (error ? reject(error) : resolve()));
      });
    }
    pack.finalize();
  };
  const gzip = createGzip({ level: compressionLevel });
  fill().catch((error: Error) => pack.destroy(error));
  // The pipeline destroys `gzip` with the error, which the reader then receives.
  pipeline(pack, gzip).catch(() => undefined);
  return gzip;
};

/** Unpacks an archive of `packUnit`. The caller closes the spool. */
export const unpackUnit = async (
  archive: Readable,
  files: FileSpool = new FileSpool(),
): Promise<{ files: FileSpool; skipped: SkippedFile[] }> => {
  let skipped: SkippedFile[] = [];
  try {
    const extract = tar.extract();
    const reading = pipeline(archive, createGunzip(), extract);
    const storing = (async () => {
      for await (const entry of extract) {
        const content = Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>));
        const { name } = entry.header;
        if (name === skippedName) skipped = JSON.parse(content.toString()) as SkippedFile[];
        else files.add(name.slice(filesPrefix.length), content);
      }
    })();
    await Promise.all([reading, storing]);
    return { files, skipped };
  } catch (error) {
    files.close();
    throw error;
  }
};
