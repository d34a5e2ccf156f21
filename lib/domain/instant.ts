import type { Instant } from './records.ts';

/** An instant moved by milliseconds. */
export const addMs = (instant: Instant, ms: number): Instant =>
  new Date(Date.parse(instant) + ms).toISOString();

export const instantAfter = (now: Date, delayMs: number): Instant =>
  new Date(now.getTime() + delayMs).toISOString();
