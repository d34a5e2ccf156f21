interface Sleeper {
  wakeAt: number;
  wake: () => void;
}

/** A clock that moves only when everybody sleeps. Milliseconds from 0. */
export const virtualClock = () => {
  const sleepers: Sleeper[] = [];
  let nowMs = 0;

  const idle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const next = (): Sleeper | undefined => {
    sleepers.sort((a, b) => a.wakeAt - b.wakeAt);
    return sleepers.shift();
  };

  return {
    elapsedMs: () => nowMs,
    sleep: (delayMs: number): Promise<void> =>
      new Promise((resolve) => void sleepers.push({ wakeAt: nowMs + delayMs, wake: resolve })),
    /** Lets time pass until the work is done. @throws Error when it waits for something that is no sleep. */
    async run<T>(work: Promise<T>): Promise<T> {
      const progress = { isDone: false };
      void Promise.allSettled([work]).then(() => (progress.isDone = true));
      for (await idle(); !progress.isDone; await idle()) {
        const sleeper = next();
        if (!sleeper) throw new Error('nobody sleeps, and the work is not done');
        nowMs = Math.max(nowMs, sleeper.wakeAt);
        sleeper.wake();
      }
      return work;
    },
  };
};
