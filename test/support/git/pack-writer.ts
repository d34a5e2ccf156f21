import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { objectTypes, type ObjectType } from '@scangate/git/object-format';

/** An entry of a pack, valid or not. */
export interface WrittenEntry {
  type: ObjectType | 'offset-delta' | 'id-delta';
  content: Buffer;
  /** The distance or the id of the base of a delta. */
  base?: number | string;
  declaredBytes?: number;
  compressed?: Buffer;
}

const typeNumber = (type: WrittenEntry['type']): number => {
  if (type === 'offset-delta') return 6;
  return type === 'id-delta' ? 7 : objectTypes.indexOf(type) + 1;
};

const sizeHeader = (type: number, sizeBytes: number): Buffer => {
  const bytes = [(type << 4) | (sizeBytes & 0x0f)];
  for (let rest = Math.floor(sizeBytes / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
};

const distanceBytes = (distance: number): Buffer => {
  const bytes = [distance & 0x7f];
  for (let rest = distance >> 7; rest > 0; rest >>= 7) {
    rest -= 1;
    bytes.unshift(0x80 | (rest & 0x7f));
  }
  return Buffer.from(bytes);
};

const baseBytes = (base: WrittenEntry['base']): Buffer => {
  if (base === undefined) return Buffer.alloc(0);
  return typeof base === 'string' ? Buffer.from(base, 'hex') : distanceBytes(base);
};

export const packEntry = ({ type, content, base, declaredBytes, compressed }: WrittenEntry): Buffer =>
  Buffer.concat([
    sizeHeader(typeNumber(type), declaredBytes ?? content.length),
    baseBytes(base),
    compressed ?? deflateSync(content),
  ]);

export const packOf = (entries: Buffer[], count = entries.length): Buffer => {
  const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
  header.writeUInt32BE(count, 8);
  return Buffer.concat([header, ...entries, Buffer.alloc(20)]);
};

/** Creates a compressed stream that unpacks to `gibibytes` by repeating one block. */
export const bombOf = (gibibytes: number): Buffer => {
  const block = deflateRawSync(Buffer.alloc(64 * 1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(16 * gibibytes).fill(block)]);
};

/** Encodes a length as a delta does. */
export const deltaSize = (size: number): number[] => {
  const bytes = [size % 128];
  for (let rest = Math.floor(size / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(rest % 128);
  }
  return bytes;
};
