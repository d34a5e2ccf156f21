import { text } from 'node:stream/consumers';
import * as yauzl from 'yauzl';

/** Reads every file of a zip as text, by its path. */
export const readZip = async (bytes: Buffer): Promise<Record<string, string>> => {
  const zip = await yauzl.fromBufferPromise(bytes);
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  return files;
};
