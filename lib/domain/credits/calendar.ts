import type { Instant } from '../records.ts';

/** A credit or subscription period: from `startAt` up to, not including, `endAt`. */
export interface Period {
  startAt: Instant;
  endAt: Instant;
}

/**
 * The anchor moved by whole months, on its own day of the month or the last one there is: 31 January → 28 February →
 * 31 March. Always counted from the anchor, never from the last renewal, so nothing drifts (billing.md, "Credit
 * period"). All in UTC.
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

/** Calendar months from one instant to another, whatever their days. */
export const monthsBetween = (fromAt: Instant, toAt: Instant): number => {
  const [from, to] = [new Date(fromAt), new Date(toAt)];
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
};

/**
 * The period of so many months, counted from the anchor, that an instant falls into; the first one before it.
 * @param offset months after the anchor where the count begins.
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

/** Day and time of an anchor within its month, which is where a refill is due each month: `31T08:00:00.000Z`. */
export const timeOfMonth = (anchorAt: Instant): string => anchorAt.slice(8);

const dayMs = 86_400_000;

/** The days of the month whose anchors fall due on a day: its own and, on the last one, those the month lacks. */
const datesDueOn = (day: Date): number[] => {
  const date = day.getUTCDate();
  const isLast = new Date(day.getTime() + dayMs).getUTCMonth() !== day.getUTCMonth();
  return isLast ? Array.from({ length: 32 - date }, (_, more) => date + more) : [date];
};

/** Where in the month anchors stand that fall due in a stretch of time, as ranges of `placeInMonth`, ends included. */
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
