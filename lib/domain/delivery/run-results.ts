import type { Delivery, DisablingCause, Subscriber } from '../events/event-records.ts';
import type { Instant } from '../records.ts';
import { deadlineOf } from './next-due.ts';
import { afterOutcome, countOutcome, type Outcome } from './record-outcome.ts';

/** A delivery as the run read it, and its outcome. */
export interface Result {
  delivery: Delivery;
  outcome: Outcome;
  at: Instant;
  /** From 0 up to, but not including, 1. */
  random: number;
}

export interface FoldedResults {
  subscriber: Subscriber;
  deliveries: { before: Delivery; after: Delivery }[];
  /** Set when the receiver refuses further events. */
  stopped?: Extract<DisablingCause, 'gone' | 'credential_refused'>;
}

const isWaiting = ({ state }: Pick<Delivery, 'state'>): boolean => state === 'waiting';

/** Applies results to the state of their subscriber, in the order in which they came. */
export const foldResults = (stored: Subscriber, results: readonly Result[]): FoldedResults => {
  const deliveries = results.map(({ delivery: before, outcome, at, random }) => ({
    before,
    after: afterOutcome({ ...before, deadlineAt: deadlineOf(before, stored) }, outcome, { at, random }),
  }));
  const counted = results.reduce(
    (subscriber, { delivery, outcome }) => countOutcome(subscriber, delivery, outcome),
    stored,
  );
  const ended = deliveries.filter(({ after }) => !isWaiting(after)).length;
  const stop = results.map(({ outcome }) => outcome).find(({ kind }) => kind === 'stop');
  return {
    subscriber: { ...counted, waiting: Math.max(0, counted.waiting - ended) },
    deliveries,
    ...(stop?.kind === 'stop' && { stopped: stop.cause }),
  };
};
