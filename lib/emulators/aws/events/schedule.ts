import { dayMs, hourMs, minuteMs } from '@scangate/emulator-host/time-units';

/** @returns the first due instant after `after`; both are in milliseconds. */
export type NextDue = (after: number) => number;

const unitMs: Record<string, number> = { minute: minuteMs, hour: hourMs, day: dayMs };

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
  const index = names.indexOf(text.toUpperCase());
  if (index >= 0) return index + first;
  return /^\d{1,4}$/.test(text) ? Number(text) : NaN;
};

interface FieldRange {
  from: number;
  to: number;
  names?: readonly string[];
}

/** Reads one part of a field's list, like `5`, `MON-FRI`, `*` or `0/20`. */
const readPart = (part: string, { from, to, names = [] }: FieldRange) => {
  const [range = '', stepText] = part.split('/');
  const [startText = '', endText] = /^[*?]$/.test(range) ? [String(from), String(to)] : range.split('-');
  const start = numberOf(startText, names, from);
  if (endText !== undefined)
    return { start, end: numberOf(endText, names, from), step: Number(stepText ?? 1) };
  return stepText === undefined ? { start, end: start, step: 1 } : { start, end: to, step: Number(stepText) };
};

/** Reads the values of one field: `*`, `?`, numbers, names, ranges, lists and steps. */
const readField = (text: string, range: FieldRange): Set<number> => {
  const { from, to } = range;
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const { start, end, step } = readPart(part, range);
    if (!(start >= from && end <= to && start <= end && step >= 1))
      throw new RangeError(`the cron field ${text}`);
    for (let value = start; value <= end; value += step) values.add(value);
  }
  return values;
};

const readCron = (text: string): NextDue => {
  const [minutes, hours, days, month, weekday, years, ...rest] = text.trim().split(/ +/);
  if (years === undefined || rest.length > 0) throw new RangeError(`the cron expression ${text}`);
  const minuteSet = [...readField(minutes ?? '', { from: 0, to: 59 })].toSorted((a, b) => a - b);
  const hourSet = [...readField(hours ?? '', { from: 0, to: 23 })].toSorted((a, b) => a - b);
  const daySet = readField(days ?? '', { from: 1, to: 31 });
  const monthSet = readField(month ?? '', { from: 1, to: 12, names: months });
  const weekdaySet = readField(weekday ?? '', { from: 1, to: 7, names: weekdays });
  const yearSet = readField(years, { from: 1970, to: 2199 });

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
            const instant = day.getTime() + hour * hourMs + minute * minuteMs;
            if (instant > after) return instant;
          }
        }
      }
      day.setUTCDate(day.getUTCDate() + 1);
    }
    return Infinity;
  };
};
