import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { FileSpool } from './file-spool.ts';

/** Inside the archive, so that no file of a repository can be taken for our own note. */
const filesPrefix = 'files/';
const skippedName = 'skipped.json';

/** Fast rather than small: the object lives for minutes. */
const compressionLevel = 1;

/** A unit on its way to the function that scans it: gzipped tar of its files and of what was left out. */
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
  // The pipeline destroys `gzip` with the error, which is how the reader learns of it.
  pipeline(pack, gzip).catch(() => undefined);
  return gzip;
};

/** Reads such an archive back. The caller closes the spool. */
export const unpackUnit = async (
  archive: Readable,
): Promise<{ files: FileSpool; skipped: SkippedFile[] }> => {
  const files = new FileSpool();
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
