import type { Process } from './process.ts';
import type { Thread } from './thread.ts';

/** The name of something planned, what a call sends, and the tries that are left after it. */
export interface PlannedWhat {
  text: string;
  input?: unknown;
  triesLeft?: readonly number[];
}

/** A thing that happens at an instant. */
export interface Planned {
  at: number;
  /** Decides between things of one instant. */
  order: number;
  /** The thread that it belongs to. */
  thread: Thread;
  /** The process that planned it, or what planned that one. */
  cause: string;
  /** The process that planned it, and what it is, where somebody has to know. */
  process: Process | undefined;
  what: PlannedWhat | undefined;
  /** False tells that nothing happened. */
  run: (() => unknown) | undefined;
}

const isBefore = (one: Planned, other: Planned): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** A heap of what is planned: the next one comes out first. */
export class EventQueue {
  readonly #heap: Planned[] = [];

  get size(): number {
    return this.#heap.length;
  }

  peek(): Planned | undefined {
    return this.#heap[0];
  }

  /** Everything that is planned, in no order. */
  values(): Iterable<Planned> {
    return this.#heap;
  }

  push(planned: Planned): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(planned);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (!above || isBefore(above, planned)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = planned;
  }

  pop(): Planned | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    this.#sink(last);
    return first;
  }

  #sink(moved: Planned): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!child || isBefore(moved, child)) break;
      heap[index] = child;
      index = 2 * index + (isRight ? 2 : 1);
    }
    heap[index] = moved;
  }
}
