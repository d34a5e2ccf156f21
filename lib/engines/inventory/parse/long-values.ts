/** The length of a value whose end is remembered. */
const longLength = 16_384;

/** Remembers where the long objects and lists of a text end, so that each is gone through once, however many are around it. */
export class LongValues {
  readonly #ends = new Map<number, number>();
  readonly #open: number[] = [];

  /** Returns the position after the value that begins at a position, if it is a long one that was gone through before. */
  endOf(from: number): number | undefined {
    return this.#ends.get(from);
  }

  /** Takes note of a position at which an object or list begins. */
  open(from: number): void {
    this.#open.push(from);
  }

  /** Takes note of the position after the one that began last. */
  close(to: number): void {
    const from = this.#open.pop() ?? to;
    if (to - from > longLength) this.#ends.set(from, to);
  }
}
