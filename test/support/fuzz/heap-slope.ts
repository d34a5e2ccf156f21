import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Point {
  at: number;
  bytes: number;
}

const slopeOf = (one: Point, other: Point): number => (other.bytes - one.bytes) / (other.at - one.at);

/** Measures what stays in memory. */
export class HeapSlope {
  readonly #collect: () => void;
  readonly #points: Point[] = [];

  constructor() {
    setFlagsFromString('--expose-gc');
    this.#collect = runInNewContext('gc') as () => void;
  }

  measure(at: number): void {
    this.#collect();
    this.#points.push({ at, bytes: process.memoryUsage().heapUsed });
  }

  /** The points after the warm-up: modules and caches come in the first half. */
  #settled(): Point[] {
    return this.#points.slice(Math.floor(this.#points.length / 2));
  }

  /** The bytes that stay of each request: the median of the slopes between any two points, which no single point moves. */
  bytesPerRequest(): number {
    const points = this.#settled();
    const slopes = points
      .flatMap((one, index) => points.slice(index + 1).map((other) => slopeOf(one, other)))
      .toSorted((a, b) => a - b);
    return slopes[Math.floor(slopes.length / 2)] ?? 0;
  }

  /** The bytes by which the heap grew after the warm-up. */
  bytesKept(): number {
    const [first, ...others] = this.#settled();
    const last = others.at(-1);
    return first && last ? last.bytes - first.bytes : 0;
  }
}
