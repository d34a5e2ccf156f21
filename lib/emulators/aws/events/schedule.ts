/** @returns the first due instant after `after`; both are in milliseconds. */
export type NextDue = (after: number) => number;

const unitMs: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Reads `rate(…)` or `cron(…)` as EventBridge writes them.
 * @throws RangeError for an unsupported expression.
 */
export const readSchedule = (expression: string): { next: NextDue; periodMs: number | undefined } => {
  const rate = /^rate\((\d{1,6}) (minute|hour|day)s?\)$/.exec(expression);
  if (rate) {
    const periodMs = Number(rate[1]) * (unitMs[rate[2] ?? ''] ?? 0);
    if (periodMs > 0) return { next: (after) => after + periodMs, periodMs };
  }
  const cron = /^cron\(([^()]{1,200})\)$/.exec(expression);
  if (cron?.[1]) return { next: readCron(cron[1]), periodMs: undefined };
  throw new RangeError(`the schedule ${expression}`);
};

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const numberOf = (text: string, names: readonly string[], first: number): number => {
  const named = names.indexOf(text.toUpperCase());
  return named >= 0 ? named + first : /^\d{1,4}$/.test(text) ? Number(text) : NaN;
};

/** Reads the values of one field: `*`, `?`, numbers, names, ranges, lists and steps. */
const readField = (text: string, from: number, to: number, names: readonly string[] = []): Set<number> => {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', stepText] = part.split('/');
    const [startText = '', endText] =
      range === '*' || range === '?' ? [String(from), String(to)] : range.split('-');
    const start = numberOf(startText, names, from);
    const end =
      endText === undefined ? (stepText === undefined ? start : to) : numberOf(endText, names, from);
    const step = stepText === undefined ? 1 : Number(stepText);
    if (!(start >= from && end <= to && start <= end && step >= 1))
      throw new RangeError(`the cron field ${text}`);
    for (let value = start; value <= end; value += step) values.add(value);
  }
  return values;
};

const readCron = (text: string): NextDue => {
  const [minutes, hours, days, month, weekday, years, ...rest] = text.trim().split(/ +/);
  if (years === undefined || rest.length > 0) throw new RangeError(`the cron expression ${text}`);
  const minuteSet = [...readField(minutes ?? '', 0, 59)].toSorted((a, b) => a - b);
  const hourSet = [...readField(hours ?? '', 0, 23)].toSorted((a, b) => a - b);
  const daySet = readField(days ?? '', 1, 31);
  const monthSet = readField(month ?? '', 1, 12, months);
  const weekdaySet = readField(weekday ?? '', 1, 7, weekdays);
  const yearSet = readField(years, 1970, 2199);

  const fits = (day: Date) =>
    yearSet.has(day.getUTCFullYear()) &&
    monthSet.has(day.getUTCMonth() + 1) &&
    daySet.has(day.getUTCDate()) &&
    weekdaySet.has(day.getUTCDay() + 1);

  return (after) => {
    const day = new Date(after);
    day.setUTCHours(0, 0, 0, 0);
    while (day.getUTCFullYear() <= 2199) {
      if (fits(day)) {
        for (const hour of hourSet) {
          for (const minute of minuteSet) {
            const instant = day.getTime() + hour * 3_600_000 + minute * 60_000;
            if (instant > after) return instant;
          }
        }
      }
      day.setUTCDate(day.getUTCDate() + 1);
    }
    return Infinity;
  };
};
