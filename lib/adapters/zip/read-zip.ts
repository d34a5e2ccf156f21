import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

/** A file of an archive, whose content is read before the next one. */
export interface ZippedFile {
  path: string;
  bytes: number;
  content: Readable;
}

/** Deflate reaches 1,032 at most, and evidence stays far below this. */
const maxRatio = 200;
const smallBytes = 1024 * 1024;
const maxBytes = 64 * 1024 ** 3;
const maxFiles = 200_000;

const flags = { encrypted: 1 };

const requireSane = ({ fileName, compressedSize, uncompressedSize, generalPurposeBitFlag }: Entry): void => {
  if ((generalPurposeBitFlag & flags.encrypted) !== 0) throw new Error(`${fileName} is encrypted.`);
  if (uncompressedSize > smallBytes && uncompressedSize > compressedSize * maxRatio)
    throw new Error(
      `${fileName} is ${Math.round(uncompressedSize / compressedSize)} times its compressed size.`,
    );
};

/** Opens the entries in the order of the archive. yauzl refuses `..`, absolute paths and wrong sizes. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<ZippedFile> {
  const seen = new Set<string>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName: path, uncompressedSize } = entry;
    bytes += uncompressedSize;
    if (seen.has(path)) throw new Error(`${path} occurs twice.`);
    if (path.endsWith('/')) throw new Error(`${path} is a folder.`);
    if (bytes > maxBytes || seen.size >= maxFiles) throw new Error('The archive is too large.');
    requireSane(entry);
    seen.add(path);
    yield { path, bytes: uncompressedSize, content: await zip.openReadStreamPromise(entry) };
  }
}

/** Reads an archive of evidence that somebody sent. @throws Error for what no service has written. */
export async function* readZip(file: string): AsyncGenerator<ZippedFile> {
  const zip = await openPromise(file, { strictFileNames: true, autoClose: false });
  try {
    yield* entriesOf(zip);
  } finally {
    zip.close();
  }
}
