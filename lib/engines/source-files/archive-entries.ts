import { gunzipSync, inflateRawSync } from 'node:zlib';

/** A file in an archive. */
export interface ArchiveEntry {
  path: string;
  content: Buffer;
}

export interface ArchiveEntries {
  entries: ArchiveEntry[];
  /** False when an entry is damaged, encrypted, of an unknown method or beyond the limits, or bytes belong to none. */
  complete: boolean;
}

/** Limits of one archive, so that a small file cannot become a large one. */
const maxEntries = 2000;
const maxBytes = 50 * 1024 * 1024;

const gzipMagic = Buffer.from([0x1f, 0x8b, 0x08]);
const gzipHeaderLength = 10;
const gzipFlag = { extra: 4, name: 8, comment: 16 } as const;
const zipMagic = Buffer.from('PK\x03\x04', 'latin1');
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
  extra: Buffer;
  comment: Buffer;
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
    extra: bytes.subarray(nameEnd, commentAt),
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    packedBytes: bytes.readUInt32LE(at + 20),
    localAt: bytes.readUInt32LE(at + 42),
    comment: bytes.subarray(commentAt, next),
    next,
  };
};

/** The result of zlib with `info`, which its types leave out. */
interface Inflated {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

interface ZipContent {
  content: Buffer;
  /** The extra field of the entry itself, and its name if the directory has another one. */
  beside: Buffer[];
  /** The place in the archive at which the entry ends. */
  end: number;
}

/** Returns the content of an entry; undefined when it exceeds `room` bytes or cannot be read. */
const contentOf = (bytes: Buffer, header: Header, room: number): ZipContent | undefined => {
  const { localAt, packedBytes, flags } = header;
  if (localAt + localLength > bytes.length || (flags & encryptedFlag) !== 0) return undefined;
  const nameEnd = localAt + localLength + bytes.readUInt16LE(localAt + 26);
  const start = nameEnd + bytes.readUInt16LE(localAt + 28);
  const name = bytes.subarray(localAt + localLength, nameEnd);
  const beside = [...(name.equals(header.name) ? [] : [name]), bytes.subarray(nameEnd, start)];
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

const newline = 0x0a;
const isControl = (byte: number): boolean => (byte < 0x20 && (byte < 0x09 || byte > 0x0d)) || byte === 0x7f;
const withoutControls = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.map((byte) => (isControl(byte) ? newline : byte)));

/** Returns bytes as lines of text, so that none of them makes the others binary: NUL bytes are read as between two words, and within one. */
const linesOf = (bytes: Buffer): Buffer[] => {
  const readings = bytes.includes(0) ? [bytes, Buffer.from(bytes.filter((byte) => byte !== 0))] : [bytes];
  return readings.flatMap((reading) => [withoutControls(reading), Buffer.of(newline)]);
};

/** Returns the texts that an archive has beside its files as one more entry. */
const commentOf = (comments: readonly Buffer[]): ArchiveEntry[] => {
  const known = new Set<string>();
  const texts = comments.filter((text) => {
    const exact = text.toString('latin1');
    const isNew = !isZeros(text) && !known.has(exact);
    known.add(exact);
    return isNew;
  });
  return texts.length === 0 ? [] : [{ path: 'comment', content: Buffer.concat(texts.flatMap(linesOf)) }];
};

const isZeros = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

const zipEntries = (bytes: Buffer): ArchiveEntries => {
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
    comments.push(header.comment, header.extra);
    const read = room > 0 ? contentOf(bytes, header, room) : undefined;
    complete &&= read !== undefined;
    if (!read) continue;
    comments.push(...read.beside);
    listed.push([header.localAt, read.end]);
    room -= read.content.length;
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

const tarBlock = 512;
const tarMagic = { at: 257, text: 'ustar' };
/** The fields of a header with the path, and those with other texts: the target of a link, owner and group, and unused bytes. */
const tarFields = {
  path: [
    [345, 500],
    [0, 100],
  ],
  others: [
    [157, 257],
    [265, 329],
    [500, tarBlock],
  ],
} as const;
/** Members that describe the next one, or all of them. */
const descriptions: ReadonlySet<string> = new Set(['x', 'g', 'L', 'K']);

const isTar = (bytes: Buffer): boolean =>
  bytes.toString('latin1', tarMagic.at, tarMagic.at + tarMagic.text.length) === tarMagic.text;

const tarText = (header: Buffer, start: number, length: number): string =>
  (header.toString('latin1', start, start + length).split('\0')[0] ?? '').trim();

/** Returns what a header has beside the path and the numbers: readers of the path end at its first NUL. */
const besidePath = (header: Buffer): Buffer[] => [
  ...tarFields.path.map(([start, end]) => {
    const field = header.subarray(start, end);
    return field.includes(0) ? field.subarray(field.indexOf(0)) : Buffer.alloc(0);
  }),
  ...tarFields.others.map(([start, end]) => header.subarray(start, end)),
];

const tarEntries = (bytes: Buffer): ArchiveEntries => {
  const entries: ArchiveEntry[] = [];
  const comments: Buffer[] = [];
  const all = (complete: boolean): ArchiveEntries => ({
    entries: [...entries, ...commentOf(comments)],
    complete,
  });
  for (let at = 0; at + tarBlock <= bytes.length;) {
    const header = bytes.subarray(at, at + tarBlock);
    if (isZeros(header)) return all(isZeros(bytes.subarray(at)));
    const sizeBytes = Number.parseInt(tarText(header, 124, 12), 8);
    const start = at + tarBlock;
    const isReadable = sizeBytes >= 0 && start + sizeBytes <= bytes.length && entries.length < maxEntries;
    if (!isReadable || !isTar(header)) return all(false);
    const path = [tarText(header, 345, 155), tarText(header, 0, 100)].filter((part) => part !== '').join('/');
    const type = tarText(header, 156, 1);
    const content = bytes.subarray(start, start + sizeBytes);
    if (descriptions.has(type)) comments.push(content);
    else if (sizeBytes > 0 || ['0', ''].includes(type)) entries.push({ path, content });
    at = start + Math.ceil(sizeBytes / tarBlock) * tarBlock;
    comments.push(...besidePath(header), bytes.subarray(start + sizeBytes, at));
  }
  // A complete tar file ends with empty blocks.
  return all(false);
};

/** Returns the name, the comment and the extra field of a gzip file: all between its fixed header and its content. */
const besideGzip = (bytes: Buffer): Buffer => {
  const flags = bytes[3] ?? 0;
  let end = gzipHeaderLength;
  if ((flags & gzipFlag.extra) !== 0) end += 2 + bytes.readUInt16LE(end);
  for (const flag of [gzipFlag.name, gzipFlag.comment])
    if ((flags & flag) !== 0) end = bytes.indexOf(0, end) + 1;
  return bytes.subarray(gzipHeaderLength, end);
};

const gzipEntries = (path: string, bytes: Buffer): ArchiveEntries => {
  const name = path.replace(/^.*\//, '').replace(/\.gz$/i, '');
  try {
    const inflated: unknown = gunzipSync(bytes, { maxOutputLength: maxBytes, info: true });
    const { buffer: content, engine } = inflated as Inflated;
    const { entries, complete } = isTar(content)
      ? tarEntries(content)
      : { entries: [{ path: name, content }], complete: true };
    // Nothing but zeros is ignored behind the end.
    return {
      entries: [...entries, ...commentOf([besideGzip(bytes)])],
      complete: complete && isZeros(bytes.subarray(engine.bytesWritten)),
    };
  } catch {
    return { entries: [], complete: false };
  }
};

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
