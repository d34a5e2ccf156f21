import type { FileHandle } from 'node:fs/promises';
import { parseExtraFields, type Entry } from 'yauzl';

/** A file of an archive by its position. */
export interface PlacedEntry {
  path: string;
  isDeflated: boolean;
  crc32: number;
  /** The offset of the first byte of the stored content. */
  start: number;
  compressedSize: number;
  uncompressedSize: number;
}

const localSignature = 0x04034b50;
const descriptorSignature = 0x08074b50;
const localHeaderBytes = 30;
const zip64Field = 0x0001;
const unicodePathField = 0x7075;
/** The value of a 32-bit field whose number is in the zip64 field. */
const elsewhere = 0xffffffff;

const flags = { encrypted: 0x1, descriptor: 0x8, utf8: 0x800 };
const comparedFlags = flags.encrypted | flags.descriptor | flags.utf8;

/** Reads exactly these bytes of a file. @throws Error where the file ends before. */
export const readBytes = async (file: FileHandle, start: number, bytes: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
  if (bytesRead !== bytes) throw new Error('The archive ends too early.');
  return buffer;
};

interface LocalHeader {
  name: Buffer;
  flags: number;
  method: number;
  crc32: number;
  compressedSize: number;
  uncompressedSize: number;
  end: number;
}

const readLocalHeader = async (file: FileHandle, { at, path }: { at: number; path: string }) => {
  const fixed = await readBytes(file, at, localHeaderBytes);
  if (fixed.readUInt32LE(0) !== localSignature) throw new Error(`${path} has no local header.`);
  const [nameBytes, extraBytes] = [fixed.readUInt16LE(26), fixed.readUInt16LE(28)];
  const rest = await readBytes(file, at + localHeaderBytes, nameBytes + extraBytes);
  const fields = parseExtraFields(rest.subarray(nameBytes));
  if (fields.some(({ id }) => id === unicodePathField)) throw new Error(`${path} has a second name.`);
  const zip64 = fields.find(({ id }) => id === zip64Field)?.data;
  const sizeAt = (offset: number, zip64Offset: number): number => {
    const size = fixed.readUInt32LE(offset);
    const isElsewhere = size === elsewhere && zip64 !== undefined && zip64.length >= zip64Offset + 8;
    return isElsewhere ? Number(zip64.readBigUInt64LE(zip64Offset)) : size;
  };
  return {
    name: rest.subarray(0, nameBytes),
    flags: fixed.readUInt16LE(6),
    method: fixed.readUInt16LE(8),
    crc32: fixed.readUInt32LE(14),
    compressedSize: sizeAt(18, 8),
    uncompressedSize: sizeAt(22, 0),
    end: at + localHeaderBytes + rest.length,
  } satisfies LocalHeader;
};

/** A descriptor after the content repeats its sizes, so that the sizes before it are zero, or the same. */
const saysTheSame = (local: LocalHeader, entry: Entry): boolean => {
  const isLater = (local.flags & flags.descriptor) !== 0;
  return (['crc32', 'compressedSize', 'uncompressedSize'] as const).every(
    (field) => local[field] === entry[field] || (isLater && local[field] === 0),
  );
};

/** The forms of a data descriptor: with a signature or without, with sizes of 32 or 64 bits. */
const descriptorsOf = ({ crc32, compressedSize, uncompressedSize }: Entry): Buffer[] => {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(descriptorSignature);
  const wide = Buffer.alloc(20);
  wide.writeUInt32LE(crc32);
  wide.writeBigUInt64LE(BigInt(compressedSize), 4);
  wide.writeBigUInt64LE(BigInt(uncompressedSize), 12);
  const narrow = Buffer.concat([wide.subarray(0, 4), wide.subarray(4, 8), wide.subarray(12, 16)]);
  const all = compressedSize < elsewhere && uncompressedSize < elsewhere ? [wide, narrow] : [wide];
  return all.flatMap((form) => [form, Buffer.concat([signature, form])]);
};

/** Requires that only its data descriptor is between the content of a file and the next file. */
const requireAdjacent = async (
  file: FileHandle,
  entry: Entry,
  { isDescribed, end, next }: { isDescribed: boolean; end: number; next: number },
): Promise<void> => {
  const { fileName: path } = entry;
  if (next < end) throw new Error(`${path} overlaps what follows it.`);
  if (!isDescribed) {
    if (next > end) throw new Error(`Something that no directory lists follows ${path}.`);
    return;
  }
  const found = next - end <= 24 ? await readBytes(file, end, next - end) : Buffer.alloc(0);
  if (!descriptorsOf(entry).some((form) => form.equals(found)))
    throw new Error(`Something else than its data descriptor follows ${path}.`);
};

const placeEntry = async (file: FileHandle, entry: Entry, next: number): Promise<PlacedEntry> => {
  const { fileName: path, compressedSize, uncompressedSize, crc32, compressionMethod } = entry;
  const local = await readLocalHeader(file, { at: entry.relativeOffsetOfLocalHeader, path });
  const { name, method } = local;
  if (!name.equals(entry.fileNameRaw)) throw new Error(`${path} has another name before its content.`);
  const hasSameFlags = ((local.flags ^ entry.generalPurposeBitFlag) & comparedFlags) === 0;
  if (method !== compressionMethod || !hasSameFlags || !saysTheSame(local, entry))
    throw new Error(`${path} is described in two ways.`);
  const end = local.end + compressedSize;
  const isDescribed = (local.flags & flags.descriptor) !== 0;
  await requireAdjacent(file, entry, { isDescribed, end, next });
  return { path, isDeflated: method !== 0, crc32, start: local.end, compressedSize, uncompressedSize };
};

const requireKnownForm = (entry: Entry): void => {
  const { fileName: path, fileNameRaw, compressionMethod, generalPurposeBitFlag, extraFields } = entry;
  if ((generalPurposeBitFlag & flags.encrypted) !== 0) throw new Error(`${path} is encrypted.`);
  if (compressionMethod !== 0 && compressionMethod !== 8)
    throw new Error(`${path} is compressed by an unknown method.`);
  if (extraFields.some(({ id }) => id === unicodePathField)) throw new Error(`${path} has a second name.`);
  // Programs read other names in different character sets.
  if (!/^[\u0020-\u007e]+$/.test(fileNameRaw.toString('latin1')))
    throw new Error(`${path} has a name that is not ASCII.`);
};

/**
 * Finds the listed files of a directory in the archive itself. They cover it from its first byte to the directory
 * without a gap or an overlap, because other programs read them sequentially instead of by the directory.
 * @throws Error for anything else
 */
export async function* placeEntries(
  file: FileHandle,
  entries: readonly Entry[],
  directory: number,
): AsyncGenerator<PlacedEntry> {
  const offsetOf = (entry: Entry): number => entry.relativeOffsetOfLocalHeader;
  const inOrder = entries.toSorted((a, b) => offsetOf(a) - offsetOf(b));
  const [first] = inOrder;
  if ((first ? offsetOf(first) : directory) !== 0)
    throw new Error('Something that no directory lists begins the archive.');
  for (const [index, entry] of inOrder.entries()) {
    requireKnownForm(entry);
    const next = inOrder[index + 1];
    yield await placeEntry(file, entry, next ? offsetOf(next) : directory);
  }
}
