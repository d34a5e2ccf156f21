import { damagedRepository } from '../damaged-repository.ts';
import { GitFailure } from '../git-failure.ts';
import { objectTypes, type ObjectFormat, type ObjectType } from '../object-format.ts';

/** The position and header of an entry of a pack, without its content. */
export interface PackEntry {
  offset: number;
  /** The offset of its compressed bytes. */
  dataOffset: number;
  /** The declared size of the inflated content or delta. */
  sizeBytes: number;
  kind: ObjectType | { baseOffset: number } | { baseId: string };
}

/** The maximum size of an entry's header, rounded up. */
export const entryHeaderBytes = 64;

/** The size of the pack header: signature, version, count. */
export const packHeaderBytes = 12;

/** Returns the number of objects that the header of a pack declares. @throws GitFailure `invalid_repository` */
export const declaredCount = (header: Buffer): number => {
  if (header.length < packHeaderBytes || header.toString('latin1', 0, 4) !== 'PACK')
    throw damagedRepository('there is no pack');
  if (![2, 3].includes(header.readUInt32BE(4))) throw damagedRepository('the version of a pack is unknown');
  return header.readUInt32BE(8);
};

/** Returns the number of objects of a pack. @throws GitFailure `too_large` beyond the limit */
export const requireObjectCount = (header: Buffer, maxObjects: number): number => {
  const count = declaredCount(header);
  if (count <= maxObjects) return count;
  throw new GitFailure(
    'too_large',
    `The repository has to send ${count} objects (commits, directories and files); the limit is ${maxObjects}.`,
  );
};

const offsetDelta = 6;
const idDelta = 7;

interface NumberFormat {
  /** The bits of the value in the first byte. */
  firstBits: number;
  join: (value: number, part: number, index: number) => number;
}

const sizeFormat: NumberFormat = {
  firstBits: 4,
  join: (value, part, index) => value + part * 2 ** (4 + 7 * (index - 1)),
};
const distanceFormat: NumberFormat = { firstBits: 7, join: (value, part) => (value + 1) * 128 + part };

/** Reads a number with seven bits per byte and `firstBits` in the first one; `join` combines the parts. */
const readNumber = (
  header: Buffer,
  start: number,
  { firstBits, join }: NumberFormat,
): [value: number, next: number] => {
  let value = 0;
  for (let at = start; at < header.length && at < start + 8; at += 1) {
    const byte = header.readUInt8(at);
    value = at === start ? byte & (2 ** firstBits - 1) : join(value, byte & 0x7f, at - start);
    if (byte < 0x80) return [value, at + 1];
  }
  throw damagedRepository('an entry is cut off');
};

/** Reads the header of the entry at `offset`. @param header the bytes from there, up to `entryHeaderBytes`. */
export const readEntry = (header: Buffer, offset: number, format: ObjectFormat): PackEntry => {
  const [sizeBytes, next] = readNumber(header, 0, sizeFormat);
  const type = (header.readUInt8(0) >> 4) & 7;
  if (type === offsetDelta) {
    const [distance, end] = readNumber(header, next, distanceFormat);
    const baseOffset = offset - distance;
    if (distance <= 0 || baseOffset < packHeaderBytes) throw damagedRepository('a base is outside the pack');
    return { offset, dataOffset: offset + end, sizeBytes, kind: { baseOffset } };
  }
  if (type === idDelta) {
    const end = next + format.idBytes;
    const baseId = header.subarray(next, end).toString('hex');
    return { offset, dataOffset: offset + end, sizeBytes, kind: { baseId } };
  }
  const kind = objectTypes[type - 1];
  if (!kind) throw damagedRepository('an entry has an unknown type');
  return { offset, dataOffset: offset + next, sizeBytes, kind };
};
