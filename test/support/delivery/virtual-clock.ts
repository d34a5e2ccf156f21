const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Sleeper {
  at: number;
  wake: () => void;
}

/** A clock that stands while anything works, and moves on to the next sleeper when nothing does. */
export class VirtualClock {
  #now: number;
  readonly #sleepers: Sleeper[] = [];

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  readonly now = (): Date => new Date(this.#now);

  readonly sleep = (delayMs: number): Promise<void> =>
    new Promise((wake) => void this.#sleepers.push({ at: this.#now + delayMs, wake }));

  /** Moves on, but not back. */
  moveTo(at: Date | string): void {
    this.#now = Math.max(this.#now, new Date(at).getTime());
  }

  /** Runs work to its end, and lets its sleepers sleep. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => void (isDone = true);
    work.then(end, end);
    for (;;) {
      await tick();
      if (isDone) return work;
      const next = this.#sleepers.toSorted((a, b) => a.at - b.at)[0];
      if (!next) continue;
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1);
      this.moveTo(new Date(next.at));
      next.wake();
    }
  }
}
