import { locale } from './format.ts';

const dates = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const months = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });

const written = (format: Intl.DateTimeFormat, instant: string, text: string): string => {
  const moment = new Date(instant);
  return Number.isNaN(moment.getTime()) ? text : format.format(moment);
};

/** A day of the service, which is one in UTC: `2026-03-10`. A text that is no day stays as it is. */
export const utcDay = (day: string): string => written(dates, `${day}T00:00:00Z`, day);

/** A calendar month of the service, in UTC: `2026-03`. */
export const utcMonth = (month: string): string => written(months, `${month}-01T00:00:00Z`, month);

export const millisecondsPerDay = 86_400_000;

/** The last moment of a day in UTC. */
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`;
