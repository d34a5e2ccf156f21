import type { Delivery, StoredEvent } from '@scangate/domain/events/event-records';
import type { EventType } from '@scangate/domain/events/event-types';
import { dayOf, addMs, minuteMs } from '@scangate/domain/instant';
import type { Instant } from '@scangate/domain/records';

/** The time after which the tracked findings agree with an event, where others write them after it. */
const settlingMs: Partial<Record<EventType, number>> = {
  // The last task of the workflow follows the scan after it ended.
  'scan.completed': minuteMs,
  'advisory.matched': minuteMs,
  // The daily job that opens findings again runs beside the one that sends the event.
  'waiver.expired': 15 * minuteMs,
};

/** When an event can be reconciled; undefined when it can be now. */
export const waitsUntil = ({ type, at }: StoredEvent, now: Date): Instant | undefined => {
  const until = addMs(new Date(at), settlingMs[type] ?? 0);
  return until > now.toISOString() ? until : undefined;
};

/** Only default branches have tracked findings; a scan of an artifact may stand for one. */
export const isAboutDefaultBranch = ({ about }: StoredEvent, defaultBranch: string | undefined): boolean =>
  about?.branch === undefined || defaultBranch === undefined || about.branch === defaultBranch;

/** The repository to look at. A delivery that waited over night goes on with what any repository left. */
export const repositoryToReconcile = (
  { about }: StoredEvent,
  { createdAt }: Delivery,
  now: Date,
): string | undefined => (dayOf(createdAt) < dayOf(now.toISOString()) ? undefined : about?.repositoryId);

/** Whether another delivery already waits for the time when this one would go on. */
export const isAwaited = (others: readonly Delivery[], { sequence }: Delivery, again: Instant): boolean =>
  others.some(
    (one) => one.sequence !== sequence && one.state === 'waiting' && (one.nextAttemptAt ?? '') >= again,
  );
