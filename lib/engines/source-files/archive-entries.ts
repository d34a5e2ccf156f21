import { gunzipSync, inflateRawSync } from 'node:zlib';

/** A file in an archive. */
export interface ArchiveEntry {
  path: string;
  content: Buffer;
}

export interface ArchiveEntries {
  entries: ArchiveEntry[];
  /** False when an entry is damaged, encrypted, of an unknown method or beyond the limits. */
  complete: boolean;
}

/** Limits of one archive, so that a small file cannot become a large one. */
const maxEntries = 2000;
const maxBytes = 50 * 1024 * 1024;

const gzipMagic = Buffer.from([0x1f, 0x8b, 0x08]);
const zipMagic = Buffer.from('PK\x03\x04', 'latin1');
const endRecordMagic = 0x06054b50;
const centralMagic = 0x02014b50;
const endRecordLength = 22;
const centralLength = 46;
const localLength = 30;
const longestComment = 0xffff;
const method = { stored: 0, deflated: 8 } as const;
const encryptedFlag = 1;

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
  sizeBytes: number;
  localAt: number;
  next: number;
}

const headerAt = (bytes: Buffer, at: number): Header | undefined => {
  if (at + centralLength > bytes.length || bytes.readUInt32LE(at) !== centralMagic) return undefined;
  const nameEnd = at + centralLength + bytes.readUInt16LE(at + 28);
  return {
    path: bytes.toString('utf8', at + centralLength, nameEnd),
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    packedBytes: bytes.readUInt32LE(at + 20),
    sizeBytes: bytes.readUInt32LE(at + 24),
    localAt: bytes.readUInt32LE(at + 42),
    next: nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32),
  };
};

/** Returns the content of an entry; undefined when it exceeds `room` bytes or cannot be read. */
const contentOf = (bytes: Buffer, header: Header, room: number): Buffer | undefined => {
  const { localAt, packedBytes, flags } = header;
  if (localAt + localLength > bytes.length || (flags & encryptedFlag) !== 0) return undefined;
  const start = localAt + localLength + bytes.readUInt16LE(localAt + 26) + bytes.readUInt16LE(localAt + 28);
  const packed = bytes.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes || packedBytes > room) return undefined;
  if (header.method === method.stored) return packed;
  if (header.method !== method.deflated) return undefined;
  try {
    return inflateRawSync(packed, { maxOutputLength: room });
  } catch {
    return undefined;
  }
};

const zipEntries = (bytes: Buffer): ArchiveEntries => {
  const end = endRecordAt(bytes);
  if (end === -1) return { entries: [], complete: false };
  const total = bytes.readUInt16LE(end + 10);
  const entries: ArchiveEntry[] = [];
  let complete = total <= maxEntries;
  let room = maxBytes;
  let at = bytes.readUInt32LE(end + 16);
  for (let count = 0; count < Math.min(total, maxEntries); count += 1) {
    const header = headerAt(bytes, at);
    if (!header) return { entries, complete: false };
    at = header.next;
    if (header.path.endsWith('/')) continue;
    const content = room > 0 ? contentOf(bytes, header, room) : undefined;
    if (content) {
      entries.push({ path: header.path, content });
      room -= content.length;
    } else complete = false;
  }
  return { entries, complete };
};

const tarBlock = 512;
const tarMagic = { at: 257, text: 'ustar' };

const tarText = (header: Buffer, start: number, length: number): string =>
  (header.toString('latin1', start, start + length).split('\0')[0] ?? '').trim();

const tarEntries = (bytes: Buffer): ArchiveEntries => {
  const entries: ArchiveEntry[] = [];
  for (let at = 0; at + tarBlock <= bytes.length;) {
    const header = bytes.subarray(at, at + tarBlock);
    if (header.every((byte) => byte === 0)) return { entries, complete: true };
    const sizeBytes = Number.parseInt(tarText(header, 124, 12), 8);
    const start = at + tarBlock;
    const isReadable = sizeBytes >= 0 && start + sizeBytes <= bytes.length && entries.length < maxEntries;
    if (!isReadable) return { entries, complete: false };
    const path = [tarText(header, 345, 155), tarText(header, 0, 100)].filter((part) => part !== '').join('/');
    if (['0', ''].includes(tarText(header, 156, 1))) {
      entries.push({ path, content: bytes.subarray(start, start + sizeBytes) });
    }
    at = start + Math.ceil(sizeBytes / tarBlock) * tarBlock;
  }
  // A complete tar file ends with empty blocks.
  return { entries, complete: false };
};

const isTar = (bytes: Buffer): boolean =>
  bytes.toString('latin1', tarMagic.at, tarMagic.at + tarMagic.text.length) === tarMagic.text;

const gzipEntries = (path: string, bytes: Buffer): ArchiveEntries => {
  const name = path.replace(/^.*\//, '').replace(/\.gz$/i, '');
  try {
    const content = gunzipSync(bytes, { maxOutputLength: maxBytes });
    return isTar(content) ? tarEntries(content) : { entries: [{ path: name, content }], complete: true };
  } catch {
    return { entries: [], complete: false };
  }
};

/**
 * Reads the entries of a zip file (also .jar, .whl, .nupkg …) or of a gzip or tar file, recognized by their bytes.
 * @returns undefined for any other file.
 */
export const archiveEntries = (path: string, bytes: Buffer): ArchiveEntries | undefined => {
  if (bytes.subarray(0, zipMagic.length).equals(zipMagic)) return zipEntries(bytes);
  if (bytes.subarray(0, gzipMagic.length).equals(gzipMagic)) return gzipEntries(path, bytes);
  return isTar(bytes) ? tarEntries(bytes) : undefined;
};
