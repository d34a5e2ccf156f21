import { dayOf, addMs, dayMs } from '../instant.ts';
import { Problem } from '../problem.ts';

/** The longest range of trends. */
export const maxTrendDays = 366;

const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/**
 * The days (UTC) of a range of trends, the oldest first: from `from` to `to`, both included, or the last ones up to
 * `to`. There is no data after today.
 * @throws Problem invalid_query.
 */
export const trendDays = (
  { days, from, to }: { days: number; from?: string | undefined; to?: string | undefined },
  now: Date,
): string[] => {
  const today = dayOf(now.toISOString());
  const last = to === undefined || to > today ? today : to;
  const first = from ?? dayOf(addMs(startOf(last), (1 - days) * dayMs));
  if (first > last) throw new Problem('invalid_query', { detail: 'from is after to, or in the future.' });
  const count = Math.round((startOf(last).getTime() - startOf(first).getTime()) / dayMs) + 1;
  if (count > maxTrendDays)
    throw new Problem('invalid_query', { detail: `The range is longer than ${maxTrendDays} days.` });
  return Array.from({ length: count }, (_, index) => dayOf(addMs(startOf(first), index * dayMs)));
};
