import { badFlag } from '../arguments/flags.ts';
import { dayMs } from '@scangate/domain/instant';

const refuse = (): Error =>
  badFlag('--expires is a day such as 2027-05-01, a time such as 2027-05-01T12:00:00Z, or days such as 30d.');

/** Whether a date exists on the calendar, which the parser does not check: it reads February 30 as March 2. */
const isOnCalendar = (text: string, instant: Date): boolean => {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day));
  return !Number.isNaN(instant.getTime()) && date.getUTCDate() === day && date.getUTCMonth() + 1 === month;
};

/** Parses the end of a waiver. A day means its beginning in UTC. @throws CliFailure for a past or malformed one. */
export const readExpiry = (text: string, now: Date): string => {
  const days = /^([1-9]\d{0,3})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(now.getTime() + Number(days) * dayMs).toISOString();
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const instant = new Date(isDay ? `${text}T00:00:00Z` : text);
  if (!(isDay || isInstant) || !isOnCalendar(text, instant)) throw refuse();
  if (instant <= now) throw badFlag('--expires is in the past.');
  return instant.toISOString();
};
