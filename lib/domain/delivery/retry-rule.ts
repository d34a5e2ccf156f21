import { addMs, dayMs, hourMs, minuteMs } from '../instant.ts';
import type { Instant } from '../records.ts';

/** The delays between attempts, before jitter. */
const delaysMs: readonly number[] = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  ...[2, 5, 10, 14, 18, 22].map((hours) => hours * hourMs),
];
/** The jitter of a tenth, so that the attempts after one outage do not coincide again. */
const spread = 0.1;
/** The longest delay that a receiver may request. */
const longestAskedMs = dayMs;
/** The last attempt is this long before the deadline, because an attempt may be late. */
const marginMs = 15 * minuteMs;

/** A delivery is given up this long after its event. */
export const deliveryLifeMs = 3 * dayMs;

interface FailedDelivery {
  /** Attempts so far, the failed one included. */
  tries: number;
  deadlineAt: Instant;
  /** The delay that the receiver requested. */
  retryAfterSeconds?: number;
}

const askedMs = (seconds = 0): number => (seconds > 0 ? Math.min(longestAskedMs, seconds * 1000) : 0);

/**
 * Returns when a failed delivery is tried again: after the next delay, and never before the time that the receiver
 * requested.
 * @param random from 0 up to, but not including, 1.
 * @returns undefined when it is given up.
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
