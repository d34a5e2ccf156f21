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

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/**
 * Returns the median of several runs of each of two works, in turns, after one of each that is not counted. A median
 * counts what the garbage collector takes in most runs, which the best run leaves out.
 */
export const medianPairMs = async (
  run: () => unknown,
  plain: () => unknown,
  turns = 9,
): Promise<{ ms: number; plainMs: number }> => {
  const [times, plainTimes]: [number[], number[]] = [[], []];
  for (let turn = 0; turn <= turns; turn += 1) {
    const [ms, plainMs] = [await bestMs(run, 1), await bestMs(plain, 1)];
    if (turn === 0) continue;
    times.push(ms);
    plainTimes.push(plainMs);
  }
  return { ms: median(times), plainMs: median(plainTimes) };
};

/** Returns the best of several runs by wall clock, for work in other processes. */
export const bestWallMs = (run: () => unknown, runs = 3): Promise<number> =>
  bestOf(run, runs, () => performance.now());

export const megabytesPerSecond = (bytes: number, ms: number): number => bytes / 1e3 / ms;
