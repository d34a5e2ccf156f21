import type { Change } from '@scangate/domain/record-changes';
import { ArrivalConflict, LeaseConflict, writeRun } from '@scangate/domain/delivery/delivery-lock';
import type { Known } from '@scangate/domain/delivery/next-due';
import { writeDelivery } from '@scangate/domain/delivery/record-outcome';
import { foldResults, type FoldedResults, type Result } from '@scangate/domain/delivery/run-results';
import type { Delivery, StoredEvent, Subscriber } from '@scangate/domain/events/event-records';
import { commitOrThrow } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { DeliveryPorts } from './delivery-ports.ts';
import { joinNotices } from './join-notices.ts';
import { skipDamaged } from './skip-damaged.ts';

/** One run of the deliveries of a subscriber, from its lease to its end. */
export interface Run {
  /** The subscriber as stored, as far as the run knows. */
  stored: Subscriber;
  /** Results that are not written yet. */
  pending: Result[];
  /** Waiting deliveries, by sequence. */
  waiting: Map<number, Delivery>;
  /** Deliveries that ended in this run, which the index may still list for a moment. */
  ended: Set<number>;
  /** Whether the index was read to its end. */
  isWhole: boolean;
  events: Map<string, StoredEvent>;
  billingAccountId: string | undefined;
  startedAt: Date;
  lastSentAt: string | undefined;
  /** Whether another run has the lease. */
  isLost: boolean;
}

/** Names the event of a delivery among those that a run has loaded. */
export const eventKey = ({ eventAt, eventId }: Pick<Delivery, 'eventAt' | 'eventId'>): string =>
  `${eventAt} ${eventId}`;

/** The subscriber with the results that are not written yet. */
export const currentSubscriber = ({ stored, pending }: Run): Subscriber =>
  foldResults(stored, pending).subscriber;

/** Returns the waiting deliveries after the results so far. */
export const knownOf = ({ stored, pending, waiting, isWhole }: Run): Known => {
  const known = new Map(waiting);
  for (const { after } of foldResults(stored, pending).deliveries) {
    if (after.state === 'waiting') known.set(after.sequence, after);
    else known.delete(after.sequence);
  }
  return { waiting: [...known.values()], isWhole };
};

/**
 * Continues with a changed subscriber. Waiting deliveries are read again, and refusals by another URL do not count:
 * the new one is tried.
 */
export const continueWith = (run: Run, subscriber: Subscriber): void => {
  const { version, url } = run.stored;
  if (subscriber.version === version) return;
  run.stored = subscriber;
  run.waiting.clear();
  run.isWhole = false;
  if (subscriber.url !== url) run.pending = run.pending.filter(({ outcome }) => outcome.kind === 'delivered');
};

/** Returns whether the subscriber no longer gets anything. */
export const isOver = ({ disabled, removedAt }: Subscriber): boolean =>
  disabled !== undefined || removedAt !== undefined;

/** Returns whether nothing more is sent: the subscriber was stopped, or its receiver refuses all further deliveries. */
export const isStopped = ({ stored, pending }: Run): boolean =>
  isOver(stored) || pending.some(({ outcome }) => outcome.kind === 'stop');

/** Reads the subscriber and the deliveries with results again, and keeps the results of those that did not change. */
const readAgain = async (run: Run, { store, log }: DeliveryPorts): Promise<void> => {
  const { organizationId, subscriberId } = run.stored;
  const results = run.pending.map(
    ({ delivery: { sequence } }) =>
      ({ record: 'delivery', id: { organizationId, subscriberId, sequence } }) as const,
  );
  const [subscriber, ...deliveries] = await store.load(
    [{ record: 'subscriber', id: { organizationId, subscriberId } }, ...results] as const,
    skipDamaged(log),
  );
  if (!subscriber || subscriber.leaseHolder !== run.stored.leaseHolder) {
    run.isLost = true;
    return;
  }
  run.ended.clear();
  run.pending = run.pending.filter(({ delivery }, index) => {
    const found = deliveries[index];
    return (
      found?.state === 'waiting' &&
      found.tries === delivery.tries &&
      found.nextAttemptAt === delivery.nextAttemptAt
    );
  });
  continueWith(run, subscriber);
  run.stored = subscriber;
};

export interface RunWrite {
  /** Changes the subscriber after the results were added to it. */
  alter?: (subscriber: Subscriber) => Subscriber;
  /** Refused when deliveries arrived since the run counted the waiting ones. */
  ifNothingArrived?: boolean;
  /** Further changes of the same transaction. */
  also?: readonly Change<'delivery'>[];
}

const keepWaiting = (run: Run, deliveries: FoldedResults['deliveries']): void => {
  for (const { after } of deliveries) {
    if (after.state === 'waiting') run.waiting.set(after.sequence, after);
    else {
      run.waiting.delete(after.sequence);
      run.ended.add(after.sequence);
    }
  }
};

const writeOnce = async (run: Run, write: RunWrite, ports: DeliveryPorts): Promise<void> => {
  const { alter = (one) => one, ifNothingArrived = false, also = [] } = write;
  const written = run.pending.length;
  const folded = foldResults(run.stored, run.pending);
  const told = await joinNotices({ before: run.stored, folded }, ports);
  const after = alter(told.subscriber);
  await commitOrThrow(ports.store, [
    writeRun({ before: run.stored, after, ifNothingArrived }),
    ...folded.deliveries.map(({ before, after: ended }) => writeDelivery(before, ended)),
    ...also,
    ...told.changes,
  ]);
  run.stored = after;
  run.pending = run.pending.slice(written);
  keepWaiting(run, folded.deliveries);
};

/**
 * Writes the results so far together with the subscriber, in one transaction. Records that changed meanwhile are
 * read again, and the result of a delivery that changed is dropped, because it was requested again.
 * @returns false when deliveries arrived, with `ifNothingArrived`, or another run has the lease.
 */
export const writeResults = (run: Run, write: RunWrite, ports: DeliveryPorts): Promise<boolean> =>
  retryOnConflict(limits.writeRun, async (tryNumber) => {
    if (tryNumber > 1) await readAgain(run, ports);
    if (run.isLost) return false;
    try {
      await writeOnce(run, write, ports);
      return true;
    } catch (error) {
      if (error instanceof LeaseConflict) run.isLost = true;
      else if (error instanceof ArrivalConflict) await readAgain(run, ports);
      else throw error;
      return false;
    }
  });
