import { open, type FileHandle } from 'node:fs/promises';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { placeEntries, readBytes } from './local-entries.ts';
import { readContent, type CheckedContent } from './read-content.ts';

/** A file of an archive, whose content is read before the next one. */
export interface ZippedFile extends CheckedContent {
  path: string;
  bytes: number;
}

/** Deflate reaches at most 1,032, and evidence stays far below this. */
const maxRatio = 200;
const smallBytes = 1024 * 1024;
const maxBytes = 64 * 1024 ** 3;
const maxFiles = 200_000;

/** The bytes after the directory: the end record alone, or with the record and the locator of zip64. */
const endBytes = 22;
const zip64EndBytes = 56 + 20 + endBytes;

const requireSaneSize = ({ fileName, compressedSize, uncompressedSize }: Entry): void => {
  if (uncompressedSize > smallBytes && uncompressedSize > compressedSize * maxRatio)
    throw new Error(
      `${fileName} is ${Math.round(uncompressedSize / compressedSize)} times its compressed size.`,
    );
};

/** Reads the whole directory. yauzl refuses `..` and absolute paths. */
const listEntries = async (zip: ZipFile): Promise<Entry[]> => {
  const entries = new Map<string, Entry>();
  const mostBytes = Math.min(maxBytes, zip.fileSize * maxRatio + smallBytes);
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName: path, uncompressedSize } = entry;
    bytes += uncompressedSize;
    if (entries.has(path)) throw new Error(`${path} occurs twice.`);
    if (path.endsWith('/')) throw new Error(`${path} is a folder.`);
    requireSaneSize(entry);
    if (bytes > mostBytes || entries.size >= maxFiles)
      throw new Error('The archive is too large, or too large for its compressed size.');
    entries.set(path, entry);
  }
  return [...entries.values()];
};

/** The place where yauzl reads next, which its types declare as a boolean. */
const cursorOf = (zip: ZipFile): number => Number(zip.readEntryCursor);

/** Requires that only the end record follows the directory, and that it names the same directory. */
const requireOneEnd = async (
  file: FileHandle,
  zip: ZipFile,
  { start, files }: { start: number; files: number },
): Promise<void> => {
  const end = cursorOf(zip);
  const bytes = zip.fileSize - end;
  if (bytes !== endBytes && bytes !== zip64EndBytes)
    throw new Error('Something else than the end of the archive follows its directory.');
  const isZip64 = bytes === zip64EndBytes;
  const record = await readBytes(file, zip.fileSize - endBytes, endBytes);
  const mayBe = (found: number, wanted: number, elsewhere: number): boolean =>
    found === wanted || (isZip64 && found === elsewhere);
  const isSame =
    record.readUInt16LE(8) === record.readUInt16LE(10) &&
    mayBe(record.readUInt16LE(10), files, 0xffff) &&
    mayBe(record.readUInt32LE(12), end - start, 0xffffffff) &&
    mayBe(record.readUInt32LE(16), start, 0xffffffff);
  if (!isSame) throw new Error('The end of the archive names another directory.');
};

async function* filesOf(file: FileHandle, zip: ZipFile): AsyncGenerator<ZippedFile> {
  const start = cursorOf(zip);
  const entries = await listEntries(zip);
  await requireOneEnd(file, zip, { start, files: entries.length });
  const placed = await Array.fromAsync(placeEntries(file, entries, start));
  for (const entry of placed)
    yield { path: entry.path, bytes: entry.uncompressedSize, ...readContent(file, entry) };
}

/**
 * Reads an untrusted archive of evidence.
 * @throws Error for anything that no service has written.
 */
export async function* readZip(path: string): AsyncGenerator<ZippedFile> {
  const file = await open(path);
  try {
    const zip = await fromFdPromise(file.fd, { strictFileNames: true, autoClose: false });
    yield* filesOf(file, zip);
  } finally {
    await file.close();
  }
}
