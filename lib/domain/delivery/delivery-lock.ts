import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import type { Subscriber } from '../events/event-records.ts';
import { addMs } from '../instant.ts';
import { updateFields } from '../record-difference.ts';
import type { Instant } from '../records.ts';

/** The time for which a run delivers exclusively. A run that was cut off is followed by another one afterwards. */
export const leaseMs = 60_000;

/** Thrown when another run delivers to the subscriber. */
export class LeaseConflict extends Conflict {
  constructor() {
    super('another run delivers to the subscriber');
  }
}

/** Thrown when deliveries began to wait since the run counted them. */
export class ArrivalConflict extends Conflict {
  constructor() {
    super('deliveries arrived since they were read');
  }
}

/** Thrown when the subscriber was moved, rotated, disabled or removed since it was read. */
export class SubscriberConflict extends Conflict {
  constructor() {
    super('the subscriber changed since it was read');
  }
}

const idOf = ({ organizationId, subscriberId }: Subscriber) => ({ organizationId, subscriberId });

/** Whether a run delivers to the subscriber at this moment. */
export const isLeased = ({ leaseUntil }: Pick<Subscriber, 'leaseUntil'>, now: Instant): boolean =>
  leaseUntil !== undefined && leaseUntil > now;

/** The condition that the run that was read is still the last one. Every run has a name of its own. */
const sameRun = ({ leaseHolder }: Subscriber) =>
  leaseHolder === undefined
    ? ({ field: 'leaseHolder', is: 'absent' } as const)
    : ({ field: 'leaseHolder', is: 'equal', value: leaseHolder } as const);

/**
 * The condition that the subscriber has not changed since it was read: every change by people increases its version.
 */
const sameVersion = ({ version }: Subscriber) => ({ field: 'version', is: 'equal', value: version }) as const;

/**
 * Takes the lease, together with other changes, on the condition that the records read with the subscriber have not
 * changed.
 */
export const takeLease = (
  { before, after }: { before: Subscriber; after: Subscriber },
  leaseHolder: string,
  now: Instant,
): { change: Change<'subscriber'>; subscriber: Subscriber } => {
  const subscriber = { ...after, leaseHolder, leaseUntil: addMs(now, leaseMs) };
  const change: Change<'subscriber'> = {
    change: 'update',
    record: 'subscriber',
    id: idOf(before),
    ...updateFields<Subscriber>(before, subscriber),
    when: [sameRun(before), sameVersion(before)],
    onConflict: () => new LeaseConflict(),
  };
  return { change, subscriber };
};

interface RunChange {
  /** The subscriber as the run read it. */
  before: Subscriber;
  after: Subscriber;
  /** It only holds if nothing arrived meanwhile. */
  ifNothingArrived?: boolean;
}

/** Writes the changes of a run to its subscriber, provided it holds the lease and the subscriber did not change. */
export const writeRun = ({ before, after, ifNothingArrived }: RunChange): Change<'subscriber'> => {
  const counted = { waiting: 0, arrivals: 0, nextSequence: 0 };
  const fields = updateFields<Subscriber>({ ...before, ...counted }, { ...after, ...counted });
  return {
    change: 'update',
    record: 'subscriber',
    id: idOf(before),
    ...fields,
    add: { waiting: after.waiting - before.waiting, arrivals: after.arrivals - before.arrivals },
    when: [
      sameRun(before),
      sameVersion(before),
      ...(ifNothingArrived ? [{ field: 'arrivals', is: 'equal', value: before.arrivals } as const] : []),
    ],
    onConflict: (found) => {
      if (found?.leaseHolder !== before.leaseHolder) return new LeaseConflict();
      return found?.version === before.version ? new ArrivalConflict() : new SubscriberConflict();
    },
  };
};
