import { fstatSync, readSync, writeSync } from 'node:fs';
import { maxResultBytes } from './sandbox-limits.ts';

/** The number of characters that are encoded at once; each takes at most three bytes. */
const pieceLength = 16_384;

/**
 * Writes the parts of a result into an inherited file, one part after the other. So neither process has them in memory
 * while the other one needs its own.
 */
export class PartWriter {
  readonly #file: number;
  /** The name and the number of bytes of each part, in the order of the file. */
  readonly lengths: [name: string, bytes: number][] = [];
  readonly #bytes = Buffer.allocUnsafeSlow(3 * pieceLength);
  #written = 0;

  constructor(file: number) {
    this.#file = file;
  }

  /** Appends to the part that was written last, or begins the next one. @throws Error when there is too much. */
  write(name: string, text: string): void {
    let part = this.lengths.at(-1);
    if (part?.[0] !== name) this.lengths.push((part = [name, 0]));
    for (let at = 0; at < text.length;) {
      const isSplit = (text.charCodeAt(at + pieceLength - 1) & 0xfc00) === 0xd800;
      const end = at + pieceLength - (isSplit ? 1 : 0);
      part[1] += this.#append(this.#bytes.write(text.slice(at, end)));
      at = end;
    }
  }

  #append(length: number): number {
    this.#written += length;
    if (this.#written > maxResultBytes) throw new Error('the result is too large');
    for (let at = 0; at < length;) at += writeSync(this.#file, this.#bytes, at, length - at);
    return length;
  }
}

const lengthsOf = (value: unknown): [string, number][] => {
  const isLength = (one: unknown): one is [string, number] =>
    Array.isArray(one) && typeof one[0] === 'string' && Number.isSafeInteger(one[1]) && one[1] >= 0;
  if (!Array.isArray(value) || !value.every(isLength)) throw new Error('the sandbox names no parts');
  return value;
};

/**
 * Reads the parts that a sandbox wrote, each into memory of its own.
 * @param value is what the sandbox says of their lengths. @throws Error when the file has others.
 */
export const readWrittenParts = (file: number, value: unknown): Map<string, Uint8Array> => {
  const lengths = lengthsOf(value);
  const { size } = fstatSync(file);
  if (size > maxResultBytes) throw new Error('the sandbox writes too much');
  if (lengths.reduce((sum, [, length]) => sum + length, 0) !== size)
    throw new Error('the sandbox wrote something else than it says');
  let position = 0;
  return new Map(
    lengths.map(([name, length]) => {
      const bytes = Buffer.allocUnsafeSlow(length);
      for (let at = 0; at < length;) {
        const count = readSync(file, bytes, at, length - at, position + at);
        if (count === 0) throw new Error('the file of the sandbox became shorter');
        at += count;
      }
      position += length;
      return [name, bytes];
    }),
  );
};
