import { seededRandom } from '../store/virtual-time.ts';

/** Draws from one seed. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }
  /** A whole number from 0 up to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
  /** Whether something comes that comes in `percent` of the cases. */
  chance(percent: number): boolean {
    return this.#random() * 100 < percent;
  }
  oneOf<T>(values: readonly [T, ...T[]]): T;
  oneOf<T>(values: readonly T[]): T | undefined;
  oneOf<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)];
  }
}
