import { inflateRawSync } from 'node:zlib';
import {
  commentOf,
  isZeros,
  maxBytes,
  maxEntries,
  type ArchiveEntries,
  type Inflated,
} from './archive-entry.ts';
import { isTar, tarEntries } from './tar-entries.ts';

/** The bytes with which a gzip file begins, and each of its members. */
export const gzipMagic = Buffer.from([0x1f, 0x8b, 0x08]);
const gzipHeaderLength = 10;
const gzipTrailerLength = 8;
const gzipFlag = { checksum: 2, extra: 4, name: 8, comment: 16 } as const;

/** Returns where the content of a gzip member begins: behind its extra field, its name, its comment and its checksum. */
const gzipContentAt = (bytes: Buffer, member: number): number => {
  const flags = bytes.readUInt8(member + 3);
  let at = member + gzipHeaderLength;
  if ((flags & gzipFlag.extra) !== 0) at += 2 + bytes.readUInt16LE(at);
  for (const flag of [gzipFlag.name, gzipFlag.comment]) {
    if ((flags & flag) === 0) continue;
    at = bytes.indexOf(0, at) + 1;
    if (at === 0) throw new Error('a text without an end');
  }
  return (flags & gzipFlag.checksum) === 0 ? at : at + 2;
};

/** Reads the members of a gzip file, whose contents follow each other. @throws Error for a damaged one. */
const gzipMembers = (bytes: Buffer): { content: Buffer; headers: Buffer[]; end: number } => {
  const contents: Buffer[] = [];
  const headers: Buffer[] = [];
  let [end, room] = [0, maxBytes];
  while (headers.length < maxEntries && bytes.subarray(end, end + gzipMagic.length).equals(gzipMagic)) {
    const start = gzipContentAt(bytes, end);
    headers.push(bytes.subarray(end + gzipHeaderLength, start));
    const inflated: unknown = inflateRawSync(bytes.subarray(start), { maxOutputLength: room, info: true });
    const { buffer, engine } = inflated as Inflated;
    contents.push(buffer);
    room -= buffer.length;
    end = start + engine.bytesWritten + gzipTrailerLength;
  }
  return { content: Buffer.concat(contents), headers, end };
};

/** Reads what a gzip file holds: a file, or the members of a tar file. */
export const gzipEntries = (path: string, bytes: Buffer): ArchiveEntries => {
  const name = path.replace(/^.*\//, '').replace(/\.gz$/i, '');
  try {
    const { content, headers, end } = gzipMembers(bytes);
    const { entries, complete } = isTar(content)
      ? tarEntries(content)
      : { entries: [{ path: name, content }], complete: true };
    return {
      entries: [...entries, ...commentOf(headers)],
      // Nothing but zeros is ignored behind the end.
      complete: complete && end <= bytes.length && isZeros(bytes.subarray(end)),
    };
  } catch {
    return { entries: [], complete: false };
  }
};
