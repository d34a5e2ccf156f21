/** Reads the current time. */
export const now = (): Date => new Date();

/** Reads a monotonic clock, in milliseconds, for deadlines and time limits. */
export const elapsedMs = (): number => performance.now();

/** Waits for some milliseconds. */
export const sleep = (delayMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, delayMs));
