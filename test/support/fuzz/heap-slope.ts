import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Measures what stays in memory. */
export class HeapSlope {
  readonly #collect: () => void;
  readonly #points: { at: number; bytes: number }[] = [];

  constructor() {
    setFlagsFromString('--expose-gc');
    this.#collect = runInNewContext('gc') as () => void;
  }

  measure(at: number): void {
    this.#collect();
    this.#points.push({ at, bytes: process.memoryUsage().heapUsed });
  }

  /** The bytes that stay of each request, by least squares over the later half: modules and caches come before. */
  bytesPerRequest(): number {
    const points = this.#points.slice(Math.floor(this.#points.length / 2));
    const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
    const [at, bytes] = [mean(points.map((one) => one.at)), mean(points.map((one) => one.bytes))];
    const above = points.reduce((sum, one) => sum + (one.at - at) * (one.bytes - bytes), 0);
    const below = points.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
    return below === 0 ? 0 : above / below;
  }
}
