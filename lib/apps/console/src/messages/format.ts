import { serverNow } from '@scangate/console/session/browser/server-time.ts';

export const locale = 'en-US';

const numbers = new Intl.NumberFormat(locale);
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' });
const days = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' });
const absolute = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
  timeZoneName: 'short',
});
const rules = new Intl.PluralRules(locale);
const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' });

export const number = (value: number): string => numbers.format(value);

/** A share from 0 to 1. */
export const percent = (share: number): string => percents.format(share);

/** `plural(2, 'finding', 'findings')` is "2 findings". */
export const plural = (count: number, one: string, other: string): string =>
  `${number(count)} ${rules.select(count) === 'one' ? one : other}`;

export const list = (items: readonly string[]): string => lists.format(items);

export const anyOf = (items: readonly string[]): string => alternatives.format(items);

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 hours ago", "in 2 days", "just now", by the clock of the service. */
export const relativeTime = (instant: string, now: number = serverNow()): string => {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  if (unit === 'second') return seconds > 0 ? 'in a moment' : 'just now';
  return relative.format(Math.trunc(seconds / length), unit);
};

/** Date, time and zone: "Mar 2, 2026, 20:15:07 GMT+1". */
export const absoluteTime = (instant: string): string => absolute.format(new Date(instant));

export const day = (instant: string): string => days.format(new Date(instant));
