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
 * Returns the best of several runs in CPU milliseconds of this thread, which does not depend on the load of the
 * machine.
 */
export const bestMs = (run: () => unknown, runs = 3): Promise<number> => bestOf(run, runs, threadMs);

/** Returns the best of several runs by wall clock, for work in other processes. */
export const bestWallMs = (run: () => unknown, runs = 3): Promise<number> =>
  bestOf(run, runs, () => performance.now());

export const megabytesPerSecond = (bytes: number, ms: number): number => bytes / 1e3 / ms;
