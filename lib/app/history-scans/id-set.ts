const firstSlots = 1 << 12;
/** The maximum share of occupied slots, so that searches stay short. */
const fullest = 0.6;

/** A set of object ids in one block of bytes: a million ids take 40 MB, and never more than the limit of slots allows. */
export class IdSet {
  #slots: Buffer | undefined;
  #idBytes = 0;
  #count = 0;
  /** The id of all zeros, which otherwise marks a free slot. */
  #hasZeros = false;

  get size(): number {
    return this.#count + Number(this.#hasZeros);
  }

  has(id: string): boolean {
    const bytes = Buffer.from(id, 'hex');
    if (bytes.every((byte) => byte === 0)) return this.#hasZeros;
    if (!this.#slots || bytes.length !== this.#idBytes) return false;
    return !this.#isFree(this.#slots, this.#placeOf(this.#slots, bytes));
  }

  /**
   * Adds an id in hex; all have the same length.
   * @returns whether it was new.
   */
  add(id: string): boolean {
    const bytes = Buffer.from(id, 'hex');
    if (bytes.every((byte) => byte === 0)) return this.#addZeros();
    this.#slots ??= this.#empty(bytes.length, firstSlots);
    if (bytes.length !== this.#idBytes) throw new Error('an id has another length than those before');
    const place = this.#placeOf(this.#slots, bytes);
    if (!this.#isFree(this.#slots, place)) return false;
    bytes.copy(this.#slots, place);
    this.#count += 1;
    if (this.#count > (this.#slots.length / this.#idBytes) * fullest) this.#grow(this.#slots);
    return true;
  }

  #addZeros(): boolean {
    const isNew = !this.#hasZeros;
    this.#hasZeros = true;
    return isNew;
  }

  #empty(idBytes: number, slots: number): Buffer {
    this.#idBytes = idBytes;
    return Buffer.alloc(slots * idBytes);
  }

  #isFree(slots: Buffer, place: number): boolean {
    for (let at = place; at < place + this.#idBytes; at += 1) if (slots[at] !== 0) return false;
    return true;
  }

  /**
   * Returns the slot of an id, or the free one where it belongs. Ids are digests, so that their first bytes are
   * evenly distributed.
   */
  #placeOf(slots: Buffer, id: Buffer): number {
    const count = slots.length / this.#idBytes;
    for (let slot = id.readUInt32BE(0) % count; ; slot = (slot + 1) % count) {
      const place = slot * this.#idBytes;
      const isOwn = id.equals(slots.subarray(place, place + this.#idBytes));
      if (isOwn || this.#isFree(slots, place)) return place;
    }
  }

  #grow(before: Buffer): void {
    const after = this.#empty(this.#idBytes, (before.length / this.#idBytes) * 2);
    for (let at = 0; at < before.length; at += this.#idBytes) {
      const id = before.subarray(at, at + this.#idBytes);
      if (!this.#isFree(before, at)) id.copy(after, this.#placeOf(after, id));
    }
    this.#slots = after;
  }
}
