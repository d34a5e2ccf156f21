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

/**
 * Returns the best of several runs of each of two works, in turns, so that both meet the same machine: their ratio is
 * what is compared, on any machine.
 */
export const bestPairMs = async (
  run: () => unknown,
  plain: () => unknown,
  turns = 4,
): Promise<{ ms: number; plainMs: number }> => {
  let [ms, plainMs] = [Infinity, Infinity];
  for (let turn = 0; turn < turns; turn += 1) {
    ms = Math.min(ms, await bestMs(run, 1));
    plainMs = Math.min(plainMs, await bestMs(plain, 1));
  }
  return { ms, plainMs };
};

/** Returns the best of several runs by wall clock, for work in other processes. */
export const bestWallMs = (run: () => unknown, runs = 3): Promise<number> =>
  bestOf(run, runs, () => performance.now());

export const megabytesPerSecond = (bytes: number, ms: number): number => bytes / 1e3 / ms;
