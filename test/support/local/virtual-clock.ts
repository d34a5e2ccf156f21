interface Sleeper {
  wakeAt: number;
  wake: () => void;
}

/** Makes a clock that moves only when all work sleeps, in milliseconds from 0. */
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
    /** Lets time pass until the work is done. @throws Error when it waits for anything but a sleep. */
    async run<T>(work: Promise<T>): Promise<T> {
      const progress = { isDone: false };
      void Promise.allSettled([work]).then(() => (progress.isDone = true));
      for (await idle(); !progress.isDone; await idle()) {
        const sleeper = next();
        if (!sleeper) throw new Error('the work is not done, and nothing sleeps');
        nowMs = Math.max(nowMs, sleeper.wakeAt);
        sleeper.wake();
      }
      return work;
    },
  };
};
