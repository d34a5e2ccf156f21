import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { queuePartition } from '../due-queue.ts';
import type { Delivery, Subscriber } from '../events/event-records.ts';
import { addMs, minuteMs } from '../instant.ts';
import type { Instant } from '../records.ts';
import { enabledAgain, waitingShard } from './delivery-state.ts';
import { deliveryLifeMs } from './retry-rule.ts';

/** The clocks of functions differ by at most this much. */
const clockSkewMs = 10 * minuteMs;

/** Thrown when the delivery or its subscriber changed since it was read. */
export class ReplayConflict extends Conflict {
  constructor() {
    super('the delivery or its subscriber changed since it was read');
  }
}

const onConflict = () => new ReplayConflict();

/** Queues a delivery again with a full set of attempts. Its event and its sequence stay the same. */
const waitingAgain = (delivery: Delivery, now: Instant) => ({
  state: 'waiting' as const,
  tries: 0,
  nextAttemptAt: now,
  deadlineAt: addMs(now, deliveryLifeMs),
  replayed: true as const,
  dueQueue: queuePartition('delivery', waitingShard(delivery)),
  dueAt: now,
});

const replayChange = (delivery: Delivery, now: Instant): Change<'delivery'> => ({
  change: 'update',
  record: 'delivery',
  id: {
    organizationId: delivery.organizationId,
    subscriberId: delivery.subscriberId,
    sequence: delivery.sequence,
  },
  set: waitingAgain(delivery, now),
  when: [
    { field: 'state', is: 'equal', value: delivery.state },
    { field: 'tries', is: 'equal', value: delivery.tries },
  ],
  onConflict,
});

/** Makes a refused delivery due at once: its receiver was replaced, or is back. Its attempts so far still count. */
export const dueAtOnce = (delivery: Delivery, now: Instant): Change<'delivery'> => ({
  change: 'update',
  record: 'delivery',
  id: {
    organizationId: delivery.organizationId,
    subscriberId: delivery.subscriberId,
    sequence: delivery.sequence,
  },
  set: { nextAttemptAt: now, dueAt: now },
  when: [
    { field: 'state', is: 'equal', value: 'waiting' },
    { field: 'tries', is: 'equal', value: delivery.tries },
  ],
  onConflict,
});

const idOf = ({ organizationId, subscriberId }: Subscriber) => ({ organizationId, subscriberId });

/** A request for redelivery implies that the receiver is back, so nothing is held back for a probe. */
const awake = (subscriber: Subscriber, now: Instant): Partial<Subscriber> => {
  const { dueQueue, failures } = enabledAgain(subscriber, now).set;
  return { failures, dueQueue, dueAt: now };
};

const whenEnabled = [
  { field: 'disabled', is: 'absent' },
  { field: 'removedAt', is: 'absent' },
] as const;

/**
 * Sends one delivery again, whatever its outcome was: the same event with the same sequence, so that a receiver
 * recognizes it.
 */
export const replayDelivery = (
  subscriber: Subscriber,
  delivery: Delivery,
  now: Instant,
): Change<'subscriber' | 'delivery'>[] => [
  replayChange(delivery, now),
  {
    change: 'update',
    record: 'subscriber',
    id: idOf(subscriber),
    set: awake(subscriber, now),
    add: { waiting: delivery.state === 'waiting' ? 0 : 1, arrivals: 1 },
    when: [...whenEnabled],
    onConflict,
  },
];

const earlier = (stored: Instant | undefined, asked: Instant): Instant =>
  stored !== undefined && stored < asked ? stored : asked;

/**
 * Requests all deliveries of events since an instant again. Runs of the subscriber find them step by step, so that
 * the request is one write whatever their number. An earlier request that is not finished becomes part of the new
 * one.
 */
export const replaySince = (subscriber: Subscriber, since: Instant, now: Instant): Change<'subscriber'> => ({
  change: 'update',
  record: 'subscriber',
  id: idOf(subscriber),
  set: {
    ...awake(subscriber, now),
    replay: {
      since: earlier(subscriber.replay?.since, since),
      before: subscriber.nextSequence,
      requestedAt: now,
    },
  },
  add: { arrivals: 1 },
  // Every delivery that is made or requested again counts as an arrival.
  when: [...whenEnabled, { field: 'arrivals', is: 'equal', value: subscriber.arrivals }],
  onConflict,
});

/** The number of deliveries that one step of a replay examines. */
export const replayStep = 40;

interface ReplayStep {
  subscriber: Subscriber;
  changes: Change<'delivery'>[];
  /** Deliveries that were queued again. */
  waiting: Delivery[];
}

/** Returns the sequences that the next step of a replay examines, the newest first. */
export const replaySequences = ({ replay }: Pick<Subscriber, 'replay'>): number[] => {
  const before = replay?.before ?? 1;
  const count = Math.min(replayStep, before - 1);
  return Array.from({ length: count }, (_, index) => before - 1 - index);
};

/**
 * Takes a step of a replay. It ends at the first delivery from before the instant, or where all rows have expired; a
 * single missing row could just not be read.
 */
export const takeReplayStep = (
  subscriber: Subscriber,
  found: readonly (Delivery | undefined)[],
  now: Instant,
): ReplayStep => {
  const { replay, ...rest } = subscriber;
  if (!replay) return { subscriber, changes: [], waiting: [] };
  const begins = addMs(replay.since, -clockSkewMs);
  const rows = found.filter((one) => one !== undefined);
  const seen = rows.filter(({ createdAt }) => createdAt >= begins);
  const before = replay.before - found.length;
  const isDone = rows.length === 0 || seen.length < rows.length || before <= 1;
  const again = seen.filter(({ eventAt, expiresAt }) => eventAt >= replay.since && expiresAt > now);
  const arriving = again.filter(({ state }) => state !== 'waiting').length;
  return {
    subscriber: {
      ...rest,
      ...(!isDone && { replay: { ...replay, before } }),
      waiting: subscriber.waiting + arriving,
      arrivals: subscriber.arrivals + again.length,
    },
    changes: again.map((delivery) => replayChange(delivery, now)),
    waiting: again.map((delivery) => ({ ...delivery, ...waitingAgain(delivery, now) })),
  };
};
