import { fstatSync, readSync } from 'node:fs';
import { damagedRepository } from '../damaged-repository.ts';
import type { ObjectFormat } from '../object-format.ts';

const signature = 0xff744f63;
const fanoutOffset = 8;
const namesOffset = fanoutOffset + 256 * 4;

/** Searches the index file of a local pack (version 2) on disk. */
export class PackIndex {
  readonly #descriptor: number;
  readonly #idBytes: number;
  readonly #fanout: Buffer;
  readonly #count: number;

  /** @param descriptor of the index file; the caller closes it. */
  constructor(descriptor: number, format: ObjectFormat) {
    this.#descriptor = descriptor;
    this.#idBytes = format.idBytes;
    const head = this.#bytesAt(0, namesOffset);
    if (head.readUInt32BE(0) !== signature || head.readUInt32BE(4) !== 2)
      throw damagedRepository('the index of a pack has an unknown version');
    this.#fanout = head.subarray(fanoutOffset);
    this.#count = this.#fanout.readUInt32BE(255 * 4);
    // Each object has an id, a checksum and an offset.
    if (fstatSync(this.#descriptor).size < namesOffset + this.#count * (format.idBytes + 8))
      throw damagedRepository('the index of a pack is cut off');
  }

  /** Finds the offset of an object in the pack. @param id a full id in the pack's format. */
  offsetOf(id: string): number | undefined {
    const wanted = Buffer.from(id, 'hex');
    const first = wanted.readUInt8(0);
    let low = first === 0 ? 0 : this.#fanout.readUInt32BE((first - 1) * 4);
    let high = this.#fanout.readUInt32BE(first * 4);
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const order = this.#bytesAt(namesOffset + middle * this.#idBytes, this.#idBytes).compare(wanted);
      if (order === 0) return this.#offsetAt(middle);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  #offsetAt(index: number): number {
    const offsets = namesOffset + this.#count * (this.#idBytes + 4);
    const offset = this.#bytesAt(offsets + index * 4, 4).readUInt32BE(0);
    if (offset < 0x80000000) return offset;
    const large = offsets + this.#count * 4 + (offset - 0x80000000) * 8;
    return Number(this.#bytesAt(large, 8).readBigUInt64BE(0));
  }

  #bytesAt(offset: number, size: number): Buffer {
    const bytes = Buffer.allocUnsafe(size);
    if (readSync(this.#descriptor, bytes, 0, size, offset) !== size)
      throw damagedRepository('the index of a pack is cut off');
    return bytes;
  }
}
