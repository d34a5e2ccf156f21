import { addMs, dayMs, hourMs, minuteMs } from '../instant.ts';
import type { Instant } from '../records.ts';

/** The times between attempts, before they are spread. */
const delaysMs: readonly number[] = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 18, 22].map((hours) => hours * hourMs),
];
/** Attempts are spread by a tenth, so that those of one outage do not meet again. */
const spread = 0.1;
/** The longest time that a receiver may ask for. */
const longestAskedMs = dayMs;
/** The last attempt is this much before the deadline, because an attempt may be late. */
const marginMs = 15 * minuteMs;

/** A delivery is given up this long after its event. */
export const deliveryLifeMs = 3 * dayMs;

interface FailedDelivery {
  /** Attempts so far, the failed one included. */
  tries: number;
  deadlineAt: Instant;
  /** The time that the receiver asked for. */
  retryAfterSeconds?: number;
}

const askedMs = (seconds = 0): number => (seconds > 0 ? Math.min(longestAskedMs, seconds * 1000) : 0);

/**
 * Says when a failed delivery is tried again: after the next delay, and never before the receiver asked for.
 * @param random from 0 up to, but not including, 1. @returns undefined when it is given up.
 */
export const nextAttemptAt = (
  { tries, deadlineAt, retryAfterSeconds }: FailedDelivery,
  now: Instant,
  random: number,
): Instant | undefined => {
  const delayMs = delaysMs[tries - 1];
  if (delayMs === undefined) return undefined;
  const own = delayMs * (1 - spread + 2 * spread * random);
  const next = addMs(now, Math.round(Math.max(own, askedMs(retryAfterSeconds))));
  const last = addMs(deadlineAt, -marginMs);
  if (next <= last) return next;
  return addMs(now, minuteMs) < last ? last : undefined;
};
