import type { SendOutcome } from './send-outcome.ts';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import type { Delivery, DeliveryAttempt, Subscriber } from '../events/event-records.ts';
import type { Instant } from '../records.ts';
import { updateFields } from '../record-difference.ts';
import { countSent } from './delivery-limits.ts';
import { nextAttemptAt } from './retry-rule.ts';

/** The number of attempts that the log shows for one delivery; replays add to them. */
const loggedAttempts = 30;

/** Thrown when the delivery changed since the run read it, because it was requested again. */
export class DeliveryConflict extends Conflict {
  readonly sequence: number;

  constructor({ sequence }: Pick<Delivery, 'sequence'>) {
    super('the delivery changed since it was read');
    this.sequence = sequence;
  }
}

/** The outcome of a delivery in a run; `expired`: it was too old, and was not attempted. */
export type Outcome = SendOutcome | { kind: 'expired' };

const attempted = (delivery: Delivery, attempt: DeliveryAttempt): Delivery => ({
  ...delivery,
  attempts: [...delivery.attempts, attempt].slice(-loggedAttempts),
  tries: delivery.tries + 1,
});

const ended = (delivery: Delivery, state: 'delivered' | 'given_up'): Delivery => {
  const { nextAttemptAt: _next, dueQueue: _queue, dueAt: _due, ...rest } = delivery;
  return { ...rest, state };
};

const waitingUntil = (delivery: Delivery, at: Instant): Delivery => ({
  ...delivery,
  nextAttemptAt: at,
  dueAt: at,
});

/** The delivery after an outcome. @param random from 0 up to, but not including, 1. */
export const afterOutcome = (
  delivery: Delivery,
  outcome: Outcome,
  { at, random }: { at: Instant; random: number },
): Delivery => {
  if (outcome.kind === 'expired') return ended(delivery, 'given_up');
  if (outcome.kind === 'later') return waitingUntil(delivery, outcome.at);
  const tried = attempted(delivery, outcome.attempt);
  if (outcome.kind === 'delivered') return ended(tried, 'delivered');
  const next = nextAttemptAt({ ...tried, ...(outcome.kind === 'failed' && outcome) }, at, random);
  return next === undefined ? ended(tried, 'given_up') : waitingUntil(tried, next);
};

/** Writes the outcome of a waiting delivery. */
export const writeDelivery = (before: Delivery, after: Delivery): Change<'delivery'> => ({
  change: 'update',
  record: 'delivery',
  id: {
    organizationId: before.organizationId,
    subscriberId: before.subscriberId,
    sequence: before.sequence,
  },
  ...updateFields(before, after),
  when: [
    { field: 'state', is: 'equal', value: 'waiting' },
    { field: 'tries', is: 'equal', value: before.tries },
    { field: 'nextAttemptAt', is: 'equal', value: before.nextAttemptAt ?? '' },
  ],
  onConflict: () => new DeliveryConflict(before),
});

const succeeded = (subscriber: Subscriber, at: Instant): Subscriber => {
  const { failingSince: _since, warnedAt: _warned, probe: _probe, ...rest } = subscriber;
  return { ...rest, failures: 0, lastDeliveredAt: at };
};

const failed = (subscriber: Subscriber, at: Instant): Subscriber => ({
  ...subscriber,
  failures: subscriber.failures + 1,
  failingSince: subscriber.failingSince ?? at,
});

/**
 * Returns the subscriber after an outcome of one of its deliveries. A subscriber whose receiver refuses further
 * events is disabled.
 */
export const countOutcome = (subscriber: Subscriber, before: Delivery, outcome: Outcome): Subscriber => {
  if (outcome.kind === 'expired' || outcome.kind === 'later') return subscriber;
  const { at } = outcome.attempt;
  const counted = before.tries === 0 ? { ...subscriber, sentOn: countSent(subscriber, at) } : subscriber;
  if (outcome.kind === 'delivered') return succeeded(counted, at);
  return failed(counted, at);
};
