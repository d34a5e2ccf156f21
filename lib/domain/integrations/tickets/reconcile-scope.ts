import type { Delivery, StoredEvent } from '@scangate/domain/events/event-records';
import type { EventType } from '@scangate/domain/events/event-types';
import { dayOf, addMs, minuteMs } from '@scangate/domain/instant';
import type { Instant } from '@scangate/domain/records';

/** The time after which the tracked findings agree with an event, where they are written after it. */
const settlingMs: Partial<Record<EventType, number>> = {
  // The last task of the workflow follows the scan after it ended.
  'scan.completed': minuteMs,
  'advisory.matched': minuteMs,
  // The daily job that reopens findings runs alongside the one that sends the event.
  'waiver.expired': 15 * minuteMs,
};

/** Returns when an event can be reconciled; undefined when it can be now. */
export const waitsUntil = ({ type, at }: StoredEvent, now: Date): Instant | undefined => {
  const until = addMs(new Date(at), settlingMs[type] ?? 0);
  return until > now.toISOString() ? until : undefined;
};

/** Only default branches have tracked findings; a scan of an artifact may count as one. */
export const isAboutDefaultBranch = ({ about }: StoredEvent, defaultBranch: string | undefined): boolean =>
  about?.branch === undefined || defaultBranch === undefined || about.branch === defaultBranch;

/** The repository to reconcile. A delivery that waited overnight continues with any repository that is left. */
export const repositoryToReconcile = (
  { about }: StoredEvent,
  { createdAt }: Delivery,
  now: Date,
): string | undefined => (dayOf(createdAt) < dayOf(now.toISOString()) ? undefined : about?.repositoryId);

/** Returns whether another delivery already waits for the time when this one would continue. */
export const isAwaited = (others: readonly Delivery[], { sequence }: Delivery, again: Instant): boolean =>
  others.some(
    (one) => one.sequence !== sequence && one.state === 'waiting' && (one.nextAttemptAt ?? '') >= again,
  );
