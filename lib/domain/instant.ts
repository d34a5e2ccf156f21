import { Problem } from './problem.ts';
import type { Instant } from './records.ts';

export { dayMs, hourMs, minuteMs } from '@scangate/engines/model/time-units';

/** Moves an instant by milliseconds; negative ones move it back. */
export const addMs = (instant: Instant | Date, ms: number): Instant =>
  new Date(new Date(instant).getTime() + ms).toISOString();

/** The day of an instant (UTC), such as 2026-03-10. */
export const dayOf = (at: Instant): string => at.slice(0, 10);

/** The hour of an instant (UTC), such as 2026-03-10T12. */
export const hourOf = (at: Instant): string => at.slice(0, 13);

/** A range of instants. Both ends are included. */
export interface InstantRange {
  from?: Instant;
  through?: Instant;
}

const isDate = /^\d{4}-\d{2}-\d{2}$/;

/** Parses an instant. A date means its first instant, or as an end its last (UTC). */
const instantOf = (name: string, text: string, timeOfDay: string): Instant => {
  const moment = new Date(isDate.test(text) ? `${text}T${timeOfDay}` : text);
  const instant = Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
  // Years with more than four digits do not sort as text.
  if (!/^\d{4}-/.test(instant)) throw new Problem('invalid_query', { detail: `${name} is not an instant.` });
  return instant;
};

/**
 * Parses `from` and `to`, both of which are included.
 * @throws Problem invalid_query.
 */
export const instantRange = (query: { from?: string | undefined; to?: string | undefined }): InstantRange => {
  const from = query.from === undefined ? undefined : instantOf('from', query.from, '00:00:00.000Z');
  const through = query.to === undefined ? undefined : instantOf('to', query.to, '23:59:59.999Z');
  if (from !== undefined && through !== undefined && from > through)
    throw new Problem('invalid_query', { detail: 'from is after to.' });
  return { ...(from !== undefined && { from }), ...(through !== undefined && { through }) };
};
