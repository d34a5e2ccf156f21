import type { Subscriber } from '../events/event-records.ts';
import { queueShard } from '../due-queue.ts';
import type { Instant } from '../records.ts';

/** The state of a subscriber without any delivery so far. */
export const noDeliveries = {
  nextSequence: 1,
  failures: 0,
  waiting: 0,
  arrivals: 0,
} as const satisfies Partial<Subscriber>;

/** The shard of the due queue that lists the subscribers of an organization. */
export const subscriberQueue = (organizationId: string): string => queueShard('subscriber', organizationId);

/** The part of the due queue that lists the waiting deliveries of one subscriber. */
export const waitingShard = ({
  organizationId,
  subscriberId,
}: Pick<Subscriber, 'organizationId' | 'subscriberId'>): string => `#${organizationId}#${subscriberId}`;

/**
 * The changes of a subscriber that restarts, because it was enabled again or moved: waiting deliveries get their
 * full time again.
 */
export const enabledAgain = ({ organizationId }: Pick<Subscriber, 'organizationId'>, now: Instant) => ({
  set: { failures: 0, resumedAt: now, dueQueue: subscriberQueue(organizationId), dueAt: now },
  unset: ['disabled', 'failingSince', 'warnedAt', 'probe'] as const,
});

/** Returns a restarted subscriber in its stored form. */
export const restartedSubscriber = <S extends Subscriber>(subscriber: S, now: Instant): S => {
  const { set, unset } = enabledAgain(subscriber, now);
  const kept = { ...subscriber, ...set };
  for (const field of unset) delete kept[field];
  return kept;
};
