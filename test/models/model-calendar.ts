/** A second calendar from text and a table, so that the reference model does not use the code that it checks. */

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const two = (value: number): string => String(value).padStart(2, '0');

/** The same day and time a number of months later, clamped to the end of the month. */
export const plusMonths = (anchor: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = anchor.slice(0, 10).split('-').map(Number);
  const count = year * 12 + (month - 1) + months;
  const [inYear, inMonth] = [Math.floor(count / 12), count % 12];
  const length = inMonth === 1 && isLeap(inYear) ? 29 : (lengths[inMonth] ?? 31);
  return `${String(inYear).padStart(4, '0')}-${two(inMonth + 1)}-${two(Math.min(day, length))}${anchor.slice(10)}`;
};

/** The number of calendar months from one instant to another. */
export const calendarMonths = (from: string, to: string): number => {
  const monthNumber = (instant: string): number =>
    Number(instant.slice(0, 4)) * 12 + Number(instant.slice(5, 7));
  return monthNumber(to) - monthNumber(from);
};

/** The whole months from an anchor to an instant; undefined when they are not whole. */
export const wholeMonthsBetween = (anchor: string, instant: string): number | undefined => {
  const months = calendarMonths(anchor, instant);
  return plusMonths(anchor, months) === instant ? months : undefined;
};

/** The number of the last month after the anchor that began by an instant. */
export const monthsUntil = (anchor: string, instant: string, { from = 0, every = 1 } = {}): number => {
  let months = from;
  while (plusMonths(anchor, months + every) <= instant) months += every;
  return months;
};

export const plusMs = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString();

/** Adds months to an instant, counted from its anchor if it is a whole number of months after it. */
export const addAnchoredMonths = (anchor: string, instant: string, months: number): string => {
  const at = wholeMonthsBetween(anchor, instant);
  return at === undefined ? plusMonths(instant, months) : plusMonths(anchor, at + months);
};
