const bestOf = async (run: () => unknown, runs: number, nowMs: () => number): Promise<number> => {
  let best = Infinity;
  for (let i = 0; i < runs; i += 1) {
    const started = nowMs();
    await run();
    best = Math.min(best, nowMs() - started);
  }
  return best;
};

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
};

/**
 * The best of some runs in this thread, in milliseconds of its processor: what one core takes, however many others
 * are at work on the machine.
 */
export const bestMs = (run: () => unknown, runs = 3): Promise<number> => bestOf(run, runs, threadMs);

/** The best of some runs by the clock, for what happens in other processes. */
export const bestWallMs = (run: () => unknown, runs = 3): Promise<number> =>
  bestOf(run, runs, () => performance.now());

export const megabytesPerSecond = (bytes: number, ms: number): number => bytes / 1e3 / ms;
