import type { Delivery, Subscriber } from '../events/event-records.ts';
import { nextNoticeAt } from '../event-subscribers/failing-subscriber.ts';
import { recordedUntil } from '../event-subscribers/listening.ts';
import { addMs, minuteMs } from '../instant.ts';
import type { Instant } from '../records.ts';
import { isDayUsedUp, isProbing, nextDayAt } from './delivery-limits.ts';
import { deliveryLifeMs } from './retry-rule.ts';

/** The interval of checks while a plan does not include a subscriber with waiting deliveries. */
export const pausedLookMs = 60 * minuteMs;

/** The waiting deliveries that a run knows. */
export interface Known {
  waiting: readonly Delivery[];
  /** Whether the index was read to its end. */
  isWhole: boolean;
}

/**
 * Returns the deadline of a delivery. It has its full time again after the plan includes it again, or its subscriber
 * restarted.
 */
export const deadlineOf = (
  { deadlineAt }: Pick<Delivery, 'deadlineAt'>,
  { resumedAt }: Pick<Subscriber, 'resumedAt'>,
): Instant => {
  const resumed = resumedAt === undefined ? '' : addMs(resumedAt, deliveryLifeMs);
  return resumed > deadlineAt ? resumed : deadlineAt;
};

const oldest = (waiting: readonly Delivery[]): Delivery | undefined =>
  waiting.toSorted((a, b) => a.sequence - b.sequence)[0];

/** The delivery that is sent alone while its receiver looks dead: the oldest, until it is delivered or given up. */
export const probeOf = (
  { probe }: Pick<Subscriber, 'probe'>,
  waiting: readonly Delivery[],
): Delivery | undefined => waiting.find(({ sequence }) => sequence === probe) ?? oldest(waiting);

/** The deliveries that may be sent now, the most urgent first. */
export const dueNow = (subscriber: Subscriber, { waiting }: Known, now: Instant): Delivery[] => {
  const isDue = ({ nextAttemptAt = '' }: Delivery) => nextAttemptAt <= now;
  if (isDayUsedUp(subscriber, now)) return [];
  if (isProbing(subscriber))
    return [probeOf(subscriber, waiting)].filter((one) => one !== undefined).filter(isDue);
  return waiting
    .filter(isDue)
    .toSorted(
      (a, b) => (a.nextAttemptAt ?? '').localeCompare(b.nextAttemptAt ?? '') || a.sequence - b.sequence,
    );
};

const earliest = (instants: readonly (Instant | undefined)[]): Instant | undefined =>
  instants.filter((one) => one !== undefined).toSorted()[0];

const nextAttempt = (
  subscriber: Subscriber,
  { waiting, isWhole }: Known,
  now: Instant,
): Instant | undefined => {
  if (subscriber.waiting === 0) return undefined;
  if (isDayUsedUp(subscriber, now)) return nextDayAt(now);
  if (isProbing(subscriber)) {
    const probe = probeOf(subscriber, waiting);
    if (probe) return probe.nextAttemptAt;
  }
  const known = earliest(waiting.map(({ nextAttemptAt }) => nextAttemptAt));
  if (waiting.length >= subscriber.waiting) return known;
  // The index lists a new delivery a moment after it was written.
  return isWhole ? earliest([known, addMs(now, minuteMs)]) : now;
};

/** A dead receiver, for which its probe waits, has no step of a replay. */
const nextReplayStep = (subscriber: Subscriber, now: Instant): Instant | undefined => {
  if (!subscriber.replay || isProbing(subscriber)) return undefined;
  return isDayUsedUp(subscriber, now) ? nextDayAt(now) : now;
};

/** Everything written longer ago than this is in the index. */
const indexLagMs = 10 * minuteMs;

/**
 * Corrects the number of waiting deliveries, once the index has listed fewer for longer than it can lag behind: rows
 * of a subscriber that was paused for a month expire uncounted.
 */
export const countedAgain = (
  subscriber: Subscriber,
  { waiting, isWhole }: Known,
  now: Instant,
): Subscriber => {
  const { unseenSince, ...rest } = subscriber;
  if (!isWhole || waiting.length >= subscriber.waiting) return rest;
  if (unseenSince === undefined) return { ...rest, unseenSince: now };
  if (addMs(unseenSince, indexLagMs) > now) return subscriber;
  return { ...rest, waiting: waiting.length };
};

/** Returns when a run is needed next; undefined while there is nothing to do. */
export const nextDueAt = (subscriber: Subscriber, known: Known, now: Instant): Instant | undefined => {
  if (subscriber.removedAt !== undefined) return undefined;
  if (subscriber.disabled) return recordedUntil(subscriber);
  return earliest([
    nextAttempt(subscriber, known, now),
    nextNoticeAt(subscriber),
    nextReplayStep(subscriber, now),
  ]);
};
