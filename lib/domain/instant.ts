import type { Instant } from './records.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Moves an instant by milliseconds; negative ones move it back. */
export const addMs = (instant: Instant | Date, ms: number): Instant =>
  new Date(new Date(instant).getTime() + ms).toISOString();
