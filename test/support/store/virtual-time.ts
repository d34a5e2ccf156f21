interface Waiting {
  at: number;
  wake: () => void;
}

/** Time that passes only when nobody has anything left to do. */
export class VirtualTime {
  now = 0;
  #waiting: Waiting[] = [];
  #underWay = 0;

  /** Does something that takes real time. No virtual time passes meanwhile. */
  async stop<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Waits. */
  sleep = (ms: number): Promise<void> =>
    new Promise((wake) => {
      const entry = { at: this.now + ms, wake };
      let [low, high] = [0, this.#waiting.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((this.#waiting[middle]?.at ?? 0) > entry.at) low = middle + 1;
        else high = middle;
      }
      this.#waiting.splice(low, 0, entry);
    });

  /** Lets time pass until everything has been done. */
  async pass(): Promise<void> {
    for (;;) {
      do await new Promise((done) => setImmediate(done));
      while (this.#underWay > 0);
      const next = this.#waiting.pop();
      if (!next) return;
      this.now = next.at;
      next.wake();
    }
  }
}

/** Numbers from 0 up to 1 that are the same for the same seed. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
