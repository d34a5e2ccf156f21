import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { queuePartition } from '../due-queue.ts';
import type { Delivery, StoredEvent, Subscriber } from '../events/event-records.ts';
import { addMs } from '../instant.ts';
import type { Instant } from '../records.ts';
import { isDayUsedUp, isProbing } from './delivery-limits.ts';
import { subscriberQueue, waitingShard } from './delivery-state.ts';
import { deliveryLifeMs } from './retry-rule.ts';

/** Each takes two writes, so that one transaction holds them in addition to the event. */
const subscribersAtOnce = 40;

/** Thrown when the event or one of its subscribers changed since it was read. */
export class FanOutConflict extends Conflict {
  constructor() {
    super('the event or its subscribers changed since they were read');
  }
}

const onConflict = () => new FanOutConflict();

/**
 * Returns when the subscriber is due once a delivery begins to wait. The time does not change for a disabled
 * subscriber, a dead receiver, or a day that is used up.
 */
const dueWithArrival = (subscriber: Subscriber, now: Instant): Instant | undefined => {
  const { dueAt, disabled } = subscriber;
  if (disabled) return dueAt;
  if (dueAt === undefined) return now;
  return isProbing(subscriber) || isDayUsedUp(subscriber, now) || dueAt <= now ? dueAt : now;
};

const deliveryOf = (event: StoredEvent, subscriber: Subscriber, now: Instant): Delivery => {
  const { organizationId, subscriberId, nextSequence: sequence } = subscriber;
  return {
    organizationId,
    subscriberId,
    sequence,
    eventId: event.eventId,
    eventAt: event.at,
    type: event.type,
    state: 'waiting',
    attempts: [],
    tries: 0,
    nextAttemptAt: now,
    deadlineAt: addMs(event.at, deliveryLifeMs),
    createdAt: now,
    expiresAt: event.expiresAt,
    dueQueue: queuePartition('delivery', waitingShard(subscriber)),
    dueAt: now,
  };
};

const withArrival = (subscriber: Subscriber, now: Instant): Subscriber => {
  const dueAt = dueWithArrival(subscriber, now);
  return {
    ...subscriber,
    nextSequence: subscriber.nextSequence + 1,
    waiting: subscriber.waiting + 1,
    arrivals: subscriber.arrivals + 1,
    ...(dueAt !== undefined && { dueQueue: subscriberQueue(subscriber.organizationId), dueAt }),
  };
};

const arrivalChange = (before: Subscriber, { dueQueue, dueAt }: Subscriber): Change<'subscriber'> => ({
  change: 'update',
  record: 'subscriber',
  id: { organizationId: before.organizationId, subscriberId: before.subscriberId },
  ...(dueAt !== before.dueAt && { set: { dueQueue, dueAt } as Partial<Subscriber> }),
  add: { nextSequence: 1, waiting: 1, arrivals: 1 },
  when: [
    { field: 'nextSequence', is: 'equal', value: before.nextSequence },
    before.dueAt === undefined
      ? { field: 'dueAt', is: 'absent' }
      : { field: 'dueAt', is: 'equal', value: before.dueAt },
    // Nobody enabled, disabled, removed or otherwise changed it since it was matched.
    { field: 'version', is: 'equal', value: before.version },
  ],
  onConflict,
});

const eventChange = (
  { organizationId, at, eventId, fannedOutThrough }: StoredEvent,
  { through, unlisted }: { through: string | undefined; unlisted: boolean },
): Change<'storedEvent'> => ({
  change: 'update',
  record: 'storedEvent',
  id: { organizationId, at, eventId },
  ...(through === undefined
    ? { unset: ['dueQueue', 'dueAt', 'fannedOutThrough'], ...(unlisted && { set: { unlisted } }) }
    : { set: { fannedOutThrough: through } }),
  when: [
    { field: 'dueQueue', is: 'present' },
    fannedOutThrough === undefined
      ? { field: 'fannedOutThrough', is: 'absent' }
      : { field: 'fannedOutThrough', is: 'equal', value: fannedOutThrough },
  ],
  onConflict,
});

export interface FanOut {
  changes: Change<'storedEvent' | 'subscriber' | 'delivery'>[];
  /** The event afterwards; it is still queued while subscribers are left. */
  event: StoredEvent;
  /** The subscribers that got a delivery, afterwards. */
  subscribers: Subscriber[];
  deliveries: Delivery[];
}

/**
 * Makes the deliveries of an event in one transaction, in which the event leaves the due queue. More subscribers
 * than a transaction holds take several transactions, each of which continues after the one before.
 * @param takers the subscribers that want the event and whose plan includes them; `isListed`: the plan includes the
 * feed.
 */
export const fanOut = (
  event: StoredEvent,
  { takers, isListed }: { takers: readonly Subscriber[]; isListed: boolean },
  now: Instant,
): FanOut => {
  const left = takers
    .filter(
      ({ subscriberId }) => event.fannedOutThrough === undefined || subscriberId > event.fannedOutThrough,
    )
    .toSorted((a, b) => (a.subscriberId < b.subscriberId ? -1 : 1));
  const part = left.slice(0, subscribersAtOnce);
  const through = left.length > part.length ? part.at(-1)?.subscriberId : undefined;
  const subscribers = part.map((one) => withArrival(one, now));
  const deliveries = part.map((one) => deliveryOf(event, one, now));
  const { dueQueue: _queue, dueAt: _due, fannedOutThrough: _through, ...told } = event;
  return {
    changes: [
      eventChange(event, { through, unlisted: !isListed }),
      ...part.map((before, index) => arrivalChange(before, subscribers[index] ?? before)),
      ...deliveries.map((item) => ({ change: 'insert', record: 'delivery', item, onConflict }) as const),
    ],
    event: through === undefined ? told : { ...event, fannedOutThrough: through },
    subscribers,
    deliveries,
  };
};
