import { dayMs } from './instant.ts';
import type { Instant } from './records.ts';

/** A credit or subscription period, from `startAt` up to but not including `endAt`. */
export interface Period {
  startAt: Instant;
  endAt: Instant;
}

/**
 * Adds whole months to an anchor in UTC, clamped to the last day of the month: 31 January → 28 February → 31 March.
 * Periods are counted from the anchor, never from the last renewal, so that they do not drift
 * (docs/adr/0008-credit-periods-and-licenses.md).
 */
export const addMonths = (anchorAt: Instant, months: number): Instant => {
  const anchor = new Date(anchorAt);
  const moved = new Date(anchor);
  moved.setUTCDate(1);
  moved.setUTCMonth(anchor.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return moved.toISOString();
};

/** The number of calendar months between two instants, regardless of their days. */
export const monthsBetween = (fromAt: Instant, toAt: Instant): number => {
  const [from, to] = [new Date(fromAt), new Date(toAt)];
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
};

/**
 * The period that contains an instant, counted from the anchor. An instant before the anchor gives the first period.
 * @param months the length of a period.
 * @param offset months after the anchor at which the first period begins.
 */
export const periodAt = (
  anchorAt: Instant,
  instant: Instant,
  { months = 1, offset = 0 }: { months?: number; offset?: number } = {},
): Period => {
  const between = monthsBetween(anchorAt, instant) - offset;
  let from = offset + Math.max(0, Math.floor(between / months)) * months;
  if (from > offset && addMonths(anchorAt, from) > instant) from -= months;
  return { startAt: addMonths(anchorAt, from), endAt: addMonths(anchorAt, from + months) };
};

/** The day and time of an anchor within its month, at which its monthly refill is due: `31T08:00:00.000Z`. */
export const timeOfMonth = (anchorAt: Instant): string => anchorAt.slice(8);

/** The anchor days that are due on a day: its own and, on the last day of a month, those that the month lacks. */
const datesDueOn = (day: Date): number[] => {
  const date = day.getUTCDate();
  const isLast = new Date(day.getTime() + dayMs).getUTCMonth() !== day.getUTCMonth();
  return isLast ? Array.from({ length: 32 - date }, (_, more) => date + more) : [date];
};

/** The anchor times that are due between two instants, as inclusive ranges of `timeOfMonth`. */
export const dueTimesOfMonth = (from: Date, through: Date): { from: string; through: string }[] => {
  const midnight = Math.floor(from.getTime() / dayMs) * dayMs;
  const days = Math.floor((through.getTime() - midnight) / dayMs) + 1;
  return Array.from({ length: Math.max(0, days) }, (_, index) => new Date(midnight + index * dayMs)).flatMap(
    (day, index) => {
      const start = index === 0 ? from.toISOString().slice(11) : '00:00:00.000Z';
      const end = index === days - 1 ? through.toISOString().slice(11) : '23:59:59.999Z';
      return datesDueOn(day)
        .map((date) => String(date).padStart(2, '0'))
        .map((date) => ({ from: `${date}T${start}`, through: `${date}T${end}` }));
    },
  );
};
