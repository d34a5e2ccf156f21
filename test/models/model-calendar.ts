/** A second calendar, made of text and a table, so that the model of money does not count with what it checks. */

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const two = (value: number): string => String(value).padStart(2, '0');

/** The same day and time so many months later, or the last day of a month that is shorter. */
export const plusMonths = (anchor: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = anchor.slice(0, 10).split('-').map(Number);
  const count = year * 12 + (month - 1) + months;
  const [inYear, inMonth] = [Math.floor(count / 12), count % 12];
  const length = inMonth === 1 && isLeap(inYear) ? 29 : (lengths[inMonth] ?? 31);
  return `${String(inYear).padStart(4, '0')}-${two(inMonth + 1)}-${two(Math.min(day, length))}${anchor.slice(10)}`;
};

/** Pages of the calendar from one instant to another. */
export const calendarMonths = (from: string, to: string): number => {
  const page = (instant: string): number => Number(instant.slice(0, 4)) * 12 + Number(instant.slice(5, 7));
  return page(to) - page(from);
};

/** How many months after its anchor an instant is, if it is a whole number of them. */
export const monthsOnGrid = (anchor: string, instant: string): number | undefined => {
  const months = calendarMonths(anchor, instant);
  return plusMonths(anchor, months) === instant ? months : undefined;
};

/** The last of the months counted from the anchor that began by an instant. */
export const monthsBy = (anchor: string, instant: string, from = 0, every = 1): number => {
  let months = from;
  while (plusMonths(anchor, months + every) <= instant) months += every;
  return months;
};

export const plusMs = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString();

/** An instant moved by months along the grid of its anchor; one that is off the grid, by itself. */
export const alongGrid = (anchor: string, instant: string, months: number): string => {
  const at = monthsOnGrid(anchor, instant);
  return at === undefined ? plusMonths(instant, months) : plusMonths(anchor, at + months);
};
