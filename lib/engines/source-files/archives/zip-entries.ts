import { inflateRawSync } from 'node:zlib';
import {
  commentOf,
  maxBytes,
  maxEntries,
  type ArchiveEntries,
  type ArchiveEntry,
  type Inflated,
} from './archive-entry.ts';

/** The bytes with which a zip file begins, and each of its entries. */
export const zipMagic = Buffer.from('PK\x03\x04', 'latin1');
const nothing = Buffer.alloc(0);
const endRecordMagic = 0x06054b50;
const centralMagic = 0x02014b50;
const endRecordLength = 22;
const centralLength = 46;
const localLength = 30;
const longestComment = 0xffff;
const method = { stored: 0, deflated: 8 } as const;
const encryptedFlag = 1;
/** The sizes of an entry follow it, in one of several forms. */
const describedFlag = 8;
const longestDescriptor = 24;

const endRecordAt = (bytes: Buffer): number => {
  const least = Math.max(0, bytes.length - endRecordLength - longestComment);
  for (let at = bytes.length - endRecordLength; at >= least; at -= 1) {
    if (bytes.readUInt32LE(at) === endRecordMagic) return at;
  }
  return -1;
};

interface Header {
  path: string;
  flags: number;
  method: number;
  packedBytes: number;
  localAt: number;
  /** The name, as the directory has it. */
  name: Buffer;
  /** The name with the extra field and the comment behind it; empty if there is neither. */
  behindName: Buffer;
  next: number;
}

const headerAt = (bytes: Buffer, at: number): Header | undefined => {
  if (at + centralLength > bytes.length || bytes.readUInt32LE(at) !== centralMagic) return undefined;
  const nameEnd = at + centralLength + bytes.readUInt16LE(at + 28);
  const commentAt = nameEnd + bytes.readUInt16LE(at + 30);
  const next = commentAt + bytes.readUInt16LE(at + 32);
  const name = bytes.subarray(at + centralLength, nameEnd);
  return {
    path: name.toString('utf8'),
    name,
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    packedBytes: bytes.readUInt32LE(at + 20),
    localAt: bytes.readUInt32LE(at + 42),
    behindName: next === nameEnd ? nothing : bytes.subarray(at + centralLength, next),
    next,
  };
};

interface ZipContent {
  content: Buffer;
  /** The name and the extra field of the entry itself; empty if it has only the name of the directory. */
  beside: Buffer;
  /** The place in the archive at which the entry ends. */
  end: number;
}

/** Returns the content of an entry; undefined when it exceeds `room` bytes or cannot be read. */
const contentOf = (bytes: Buffer, header: Header, room: number): ZipContent | undefined => {
  const { localAt, packedBytes, flags } = header;
  if (localAt + localLength > bytes.length || (flags & encryptedFlag) !== 0) return undefined;
  if (!bytes.subarray(localAt, localAt + zipMagic.length).equals(zipMagic)) return undefined;
  const nameAt = localAt + localLength;
  const start = nameAt + bytes.readUInt16LE(localAt + 26) + bytes.readUInt16LE(localAt + 28);
  const named = bytes.subarray(nameAt, start);
  const beside = named.equals(header.name) ? nothing : named;
  const packed = bytes.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes || packedBytes > room) return undefined;
  const descriptor = (flags & describedFlag) === 0 ? 0 : longestDescriptor;
  if (header.method === method.stored || packedBytes === 0)
    return { content: packed, beside, end: start + packedBytes + descriptor };
  if (header.method !== method.deflated) return undefined;
  try {
    const inflated: unknown = inflateRawSync(packed, { maxOutputLength: room, info: true });
    const { buffer, engine } = inflated as Inflated;
    return { content: buffer, beside, end: start + engine.bytesWritten + descriptor };
  } catch {
    return undefined;
  }
};

type Range = readonly [start: number, end: number];

/** Returns whether ranges leave out none of so many bytes. */
const coverAll = (ranges: readonly Range[], length: number): boolean => {
  let covered = 0;
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start > covered) return false;
    covered = Math.max(covered, end);
  }
  return covered >= length;
};

const apkSignature = 'APK Sig Block 42';
/** The size of that block, which does not count itself, stands before its name. */
const [sizeBeforeName, bytesOfSize] = [24, 8];

/** Returns the range of the signatures of an APK, which stand before the directory. */
const apkSignatures = (bytes: Buffer, directoryAt: number): Range[] => {
  const nameAt = directoryAt - apkSignature.length;
  if (nameAt < bytesOfSize || bytes.toString('latin1', nameAt, directoryAt) !== apkSignature) return [];
  const from = directoryAt - bytesOfSize - Number(bytes.readBigUInt64LE(directoryAt - sizeBeforeName));
  return from < 0 ? [] : [[from, directoryAt]];
};

/** Reads the entries of a zip file. */
export const zipEntries = (bytes: Buffer): ArchiveEntries => {
  const end = endRecordAt(bytes);
  if (end === -1) return { entries: [], complete: false };
  const total = bytes.readUInt16LE(end + 10);
  const entries: ArchiveEntry[] = [];
  const commentEnd = end + endRecordLength + bytes.readUInt16LE(end + 20);
  const comments = [bytes.subarray(end + endRecordLength, commentEnd)];
  const start = bytes.readUInt32LE(end + 16);
  const signatures = apkSignatures(bytes, start);
  comments.push(...signatures.map(([from, to]) => bytes.subarray(from, to)));
  const listed: Range[] = [[end, commentEnd], ...signatures];
  let complete = total <= maxEntries;
  let room = maxBytes;
  let at = start;
  for (let count = 0; count < Math.min(total, maxEntries); count += 1) {
    const header = headerAt(bytes, at);
    if (!header) return { entries, complete: false };
    at = header.next;
    comments.push(header.behindName);
    const read = room > 0 ? contentOf(bytes, header, room) : undefined;
    complete &&= read !== undefined;
    if (!read) continue;
    comments.push(read.beside);
    listed.push([header.localAt, read.end]);
    room -= read.beside.length + read.content.length;
    // Programs take an entry with such a name for a folder, whatever it has.
    const isFolder = header.path.endsWith('/') && read.content.length === 0;
    if (!isFolder) entries.push({ path: header.path, content: read.content });
  }
  listed.push([start, at]);
  return {
    entries: [...entries, ...commentOf(comments)],
    complete: complete && coverAll(listed, bytes.length),
  };
};
