let differenceMs = 0;

/** Learns the difference between the clock of the service and that of this machine, which may be a day wrong. */
export const noteServerTime = (date: string | null): void => {
  const told = date === null ? Number.NaN : Date.parse(date);
  // Below a few seconds the difference is the way of the answer, not the clock.
  differenceMs = Number.isNaN(told) || Math.abs(told - Date.now()) < 5_000 ? 0 : told - Date.now();
};

/** The time by the clock of the service. */
export const serverNow = (): number => Date.now() + differenceMs;

/** Milliseconds by which this machine's clock is behind (positive) or ahead (negative). */
export const clockDifference = (): number => differenceMs;
