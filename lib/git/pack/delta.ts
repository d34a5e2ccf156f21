import { damagedRepository } from '../damaged-repository.ts';

/** Reads a length of a delta: seven bits per byte, lowest first. @returns the value and the next offset. */
const readSize = (bytes: Buffer, start: number): [size: number, next: number] => {
  let size = 0;
  let scale = 1;
  for (let at = start; at < bytes.length && at < start + 7; at += 1) {
    const byte = bytes.readUInt8(at);
    size += (byte & 0x7f) * scale;
    if (byte < 0x80) return [size, at + 1];
    scale *= 128;
  }
  throw damagedRepository('a length does not end');
};

/** Reads the size of the result from the first bytes of a delta. */
export const deltaResultBytes = (delta: Buffer): number => {
  const [, next] = readSize(delta, 0);
  return readSize(delta, next)[0];
};

/** Reads a little-endian number of which only the bytes named in `mask` are present. */
const readSparse = (delta: Buffer, start: number, mask: number): [value: number, next: number] => {
  let value = 0;
  let at = start;
  for (let shift = 0; mask >> shift; shift += 1) {
    if (!((mask >> shift) & 1)) continue;
    if (at >= delta.length) throw damagedRepository('a delta is cut off');
    value += delta.readUInt8(at) * 256 ** shift;
    at += 1;
  }
  return [value, at];
};

/**
 * Builds the content that a delta describes. Declared sizes are checked against the content.
 * The caller has already limited the size of the result.
 */
export const applyDelta = (base: Buffer, delta: Buffer): Buffer => {
  const [baseBytes, afterBase] = readSize(delta, 0);
  const [resultBytes, first] = readSize(delta, afterBase);
  if (baseBytes !== base.length) throw damagedRepository('a delta is made for another base');
  const result = Buffer.allocUnsafe(resultBytes);
  let written = 0;
  const copy = (from: Buffer, start: number, size: number): void => {
    if (start + size > from.length || written + size > resultBytes)
      throw damagedRepository('a delta leaves its bounds');
    from.copy(result, written, start, start + size);
    written += size;
  };
  let at = first;
  while (at < delta.length) {
    const command = delta.readUInt8(at);
    at += 1;
    if (command === 0) throw damagedRepository('a delta has a reserved command');
    if (command < 0x80) {
      copy(delta, at, command);
      at += command;
    } else {
      const [start, afterStart] = readSparse(delta, at, command & 0x0f);
      const [size, next] = readSparse(delta, afterStart, (command >> 4) & 0x07);
      copy(base, start, size || 0x10000);
      at = next;
    }
  }
  if (written !== resultBytes) throw damagedRepository('a delta makes less than it declares');
  return result;
};
