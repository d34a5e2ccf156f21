/** The best of some runs, in milliseconds: what the machine can do when nobody disturbs it. */
export const bestMs = async (run: () => unknown, runs = 3): Promise<number> => {
  let best = Infinity;
  for (let i = 0; i < runs; i += 1) {
    const started = performance.now();
    await run();
    best = Math.min(best, performance.now() - started);
  }
  return best;
};

export const megabytesPerSecond = (bytes: number, ms: number): number => bytes / 1e3 / ms;
