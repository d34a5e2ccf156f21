/** As in Stripe, instants are whole seconds since the epoch. */
export const hourSeconds = 3600;
export const daySeconds = 86_400;

export interface Interval {
  interval: string;
  interval_count: number;
}

/** Adds months to an anchor, clamped to the last day of the month. */
export const addMonths = (anchor: number, months: number): number => {
  const date = new Date(anchor * 1000);
  const anchorDay = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(anchorDay, last));
  return date.getTime() / 1000;
};

/** Adds n intervals to an anchor. */
export const addIntervals = (anchor: number, { interval, interval_count }: Interval, n: number): number => {
  const times = interval_count * n;
  if (interval === 'day') return anchor + times * daySeconds;
  if (interval === 'week') return anchor + times * 7 * daySeconds;
  return addMonths(anchor, interval === 'year' ? times * 12 : times);
};

const averageSeconds: Record<string, number> = {
  day: daySeconds,
  week: 7 * daySeconds,
  month: 30.436_875 * daySeconds,
  year: 365.2425 * daySeconds,
};

/** @returns the billing period that contains an instant, including its start. */
export const periodAround = (
  anchor: number,
  every: Interval,
  instant: number,
): { start: number; end: number } => {
  const length = (averageSeconds[every.interval] ?? daySeconds) * every.interval_count;
  let n = Math.floor((instant - anchor) / length) - 1;
  while (addIntervals(anchor, every, n + 1) <= instant) n += 1;
  return { start: addIntervals(anchor, every, n), end: addIntervals(anchor, every, n + 1) };
};
