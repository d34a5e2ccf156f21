import {
  countedAgain,
  deadlineOf,
  dueNow,
  nextDueAt,
  pausedLookMs,
  probeOf,
} from '@scangate/domain/delivery/next-due';
import { isProbing } from '@scangate/domain/delivery/delivery-limits';
import { subscriberQueue } from '@scangate/domain/delivery/delivery-state';
import { isLeased, LeaseConflict, takeLease, writeRun } from '@scangate/domain/delivery/delivery-lock';
import { isIncluded } from '@scangate/domain/event-subscribers/subscriber-plan';
import type { Delivery, StoredEvent, Subscriber } from '@scangate/domain/events/event-records';
import { listenFor, recordedUntil } from '@scangate/domain/event-subscribers/listening';
import { addMs } from '@scangate/domain/instant';
import { Transient } from '@scangate/domain/problem';
import type { DeliveryRequest } from '#ports/events/delivery-starter.ts';
import { commitOrThrow } from '#ports/store.ts';
import { loadSubscribers } from './load-subscribers.ts';
import type { DeliveryPorts } from './delivery-ports.ts';
import {
  currentSubscriber,
  eventKey,
  isOver,
  isStopped,
  knownOf,
  writeResults,
  type Run,
} from './delivery-run.ts';
import { findWaiting } from './find-waiting.ts';
import { payingAccount } from './paying-account.ts';
import { skipDamaged } from './skip-damaged.ts';
import { isTimeUp, sendDue } from './send-due.ts';

interface Loaded {
  subscriber: Subscriber;
  isPlanned: boolean;
  /** The named deliveries, and their events. */
  named: (Delivery | StoredEvent)[];
  billingAccountId: string | undefined;
}

/** Loads the subscriber together with the deliveries that the request names, in one read. */
const load = async (
  request: DeliveryRequest,
  { store, clock, log }: DeliveryPorts,
): Promise<Loaded | undefined> => {
  const { organizationId, subscriberId, billingAccountId = organizationId, fresh = [] } = request;
  const refs = fresh.flatMap(
    ({ sequence, eventAt: at, eventId }) =>
      [
        { record: 'delivery', id: { organizationId, subscriberId, sequence } },
        { record: 'storedEvent', id: { organizationId, at, eventId } },
      ] as const,
  );
  const [subscriber, organization, expected, ...named] = await store.load(
    [
      { record: 'subscriber', id: { organizationId, subscriberId } },
      { record: 'organization', id: { organizationId } },
      { record: 'account', id: { accountId: billingAccountId } },
      ...refs,
    ] as const,
    skipDamaged(log),
  );
  if (!subscriber) return undefined;
  const account = await payingAccount({ organization, account: expected }, store);
  return {
    subscriber,
    isPlanned: isIncluded(subscriber.kind, account, clock.now().toISOString()),
    named: named.filter((one) => one !== undefined),
    billingAccountId: account?.accountId,
  };
};

const runOf = ({ subscriber, named, billingAccountId }: Loaded, startedAt: Date): Run => {
  const deliveries = named.filter((one) => 'sequence' in one).filter(({ state }) => state === 'waiting');
  const events = named.filter((one) => 'data' in one);
  return {
    stored: subscriber,
    pending: [],
    waiting: new Map(deliveries.map((one) => [one.sequence, one])),
    ended: new Set(),
    isWhole: false,
    events: new Map(events.map((one) => [eventKey({ eventAt: one.at, eventId: one.eventId }), one])),
    billingAccountId,
    startedAt,
    lastSentAt: subscriber.lastSentAt,
    isLost: false,
  };
};

/** Removes a subscriber that gets nothing from the due queue. Whoever changes it meanwhile queues it again. */
const leaveQueue = async (
  subscriber: Subscriber,
  after: Subscriber,
  { store }: DeliveryPorts,
): Promise<void> => {
  // A conflict loses nothing: its cause has queued the subscriber again.
  await store.commit([writeRun({ before: subscriber, after, ifNothingArrived: true })]);
};

/**
 * Removes a disabled or removed subscriber from the due queue. One that failed stays there until nothing more is
 * recorded for it; then its event types are no longer listened for.
 */
const leaveForGood = async (subscriber: Subscriber, ports: DeliveryPorts): Promise<void> => {
  const { dueQueue: _queue, dueAt: _due, ...after } = subscriber;
  if (recordedUntil(subscriber) === undefined) return leaveQueue(subscriber, after, ports);
  const { store, clock, log } = ports;
  const loaded = await loadSubscribers(store, subscriber.organizationId, skipDamaged(log));
  const at = clock.now().toISOString();
  // A conflict leaves it in the queue.
  await store.commit([
    writeRun({ before: subscriber, after }),
    listenFor(loaded.organization, loaded.subscribers, { at }),
  ]);
};

/** Keeps waiting deliveries while the plan does not include the subscriber, and checks again later. */
const pause = async (subscriber: Subscriber, ports: DeliveryPorts): Promise<void> => {
  const now = ports.clock.now().toISOString();
  const { dueQueue: _queue, dueAt: _due, ...rest } = subscriber;
  const later = { dueQueue: subscriberQueue(subscriber.organizationId), dueAt: addMs(now, pausedLookMs) };
  const pausedAt = subscriber.pausedAt ?? now;
  await leaveQueue(subscriber, { ...rest, pausedAt, ...(subscriber.waiting > 0 && later) }, ports);
};

/** A plan that includes the subscriber again gives every delivery its full time again. */
const resumed = (subscriber: Subscriber, now: string): Subscriber => {
  const { pausedAt, ...rest } = subscriber;
  if (pausedAt === undefined) return subscriber;
  return { ...rest, resumedAt: now, ...(rest.failingSince !== undefined && { failingSince: now }) };
};

/** Returns whether a delivery has a result that is not written yet; one transaction cannot write it twice. */
const isPending = ({ pending }: Run, { sequence }: Delivery): boolean =>
  pending.some(({ delivery }) => delivery.sequence === sequence);

/** Gives up deliveries that are too old, without attempting them; an attempt that was due in time is made late. */
const giveUpOld = (run: Run, now: string, random: number): void => {
  const subscriber = currentSubscriber(run);
  for (const delivery of run.waiting.values()) {
    const deadlineAt = deadlineOf(delivery, subscriber);
    const isLate = delivery.tries > 0 && (delivery.nextAttemptAt ?? now) < deadlineAt;
    if (deadlineAt > now || isLate || isPending(run, delivery)) continue;
    run.pending.push({ delivery, outcome: { kind: 'expired' }, at: now, random });
    run.waiting.delete(delivery.sequence);
  }
};

/** The subscriber at the end of a run: without a lease, and due when the next run is needed. */
const released = (run: Run, subscriber: Subscriber, now: string): Subscriber => {
  const known = knownOf(run);
  const { probe: _probe, dueQueue: _queue, dueAt: _due, ...rest } = countedAgain(subscriber, known, now);
  const probe = isProbing(subscriber) ? probeOf(subscriber, known.waiting)?.sequence : undefined;
  const dueAt = nextDueAt({ ...rest, ...(probe !== undefined && { probe }) }, known, now);
  return {
    ...rest,
    leaseUntil: now,
    ...(run.lastSentAt !== undefined && { lastSentAt: run.lastSentAt }),
    ...(probe !== undefined && { probe }),
    ...(dueAt !== undefined && { dueQueue: subscriberQueue(rest.organizationId), dueAt }),
  };
};

/**
 * Ends the run unless deliveries arrived meanwhile.
 * @returns whether it has ended.
 */
const release = async (run: Run, ports: DeliveryPorts): Promise<boolean> => {
  const now = ports.clock.now().toISOString();
  const alter = (subscriber: Subscriber) => released(run, subscriber, now);
  if (await writeResults(run, { alter, ifNothingArrived: true }, ports)) return true;
  return run.isLost;
};

/**
 * The number of times that a run whose time is up tries to end between arrivals; then another one follows after its
 * lease.
 */
const mostReleases = 20;

const deliverAll = async (run: Run, ports: DeliveryPorts): Promise<void> => {
  for (let releases = 0; releases < mostReleases;) {
    if (!isOver(run.stored)) await findWaiting(run, ports);
    const now = ports.clock.now();
    giveUpOld(run, now.toISOString(), ports.random());
    const isEnd = isStopped(run) || isTimeUp(run, now);
    const due = isEnd ? [] : dueNow(currentSubscriber(run), knownOf(run), now.toISOString());
    if (due.some((one) => isPending(run, one))) await writeResults(run, {}, ports);
    else if (due.length > 0) await sendDue(run, due, ports);
    if (run.isLost) return;
    const isDone = due.length === 0 || currentSubscriber(run).waiting === 0;
    if (isDone && (await release(run, ports))) return;
    if (isEnd) releases += 1;
  }
  throw new Transient('deliveries keep arriving');
};

/**
 * Takes the lease.
 * @returns the run; undefined when another one has it.
 */
const begin = async (loaded: Loaded, { store, ids, clock }: DeliveryPorts): Promise<Run | undefined> => {
  const now = clock.now();
  const { subscriber } = loaded;
  const at = now.toISOString();
  const taken = takeLease({ before: subscriber, after: resumed(subscriber, at) }, ids.uuid(), at);
  try {
    await commitOrThrow(store, [taken.change]);
  } catch (error) {
    if (error instanceof LeaseConflict) return undefined;
    throw error;
  }
  return runOf({ ...loaded, subscriber: taken.subscriber }, now);
};

/** Leaves deliveries that are due after the time of a run to another run. */
const handOver = async ({ stored, isLost, billingAccountId }: Run, ports: DeliveryPorts): Promise<void> => {
  const { organizationId, subscriberId, dueAt } = stored;
  if (isLost || dueAt === undefined || dueAt > ports.clock.now().toISOString()) return;
  const account = billingAccountId === undefined ? {} : { billingAccountId };
  await ports.deliveries.start([{ organizationId, subscriberId, ...account }]);
};

/**
 * Delivers everything that is due to one subscriber, exclusively and for at most 45 seconds, then leaves the rest to
 * another run. An interrupted run is followed by another one after its lease; deliveries that it sent but did not
 * record are sent again (docs/adr/0080-outbox.md).
 */
export const deliver = async (request: DeliveryRequest, ports: DeliveryPorts): Promise<void> => {
  const loaded = await load(request, ports);
  if (!loaded) return;
  const { subscriber, isPlanned } = loaded;
  const now = ports.clock.now().toISOString();
  if (isLeased(subscriber, now) || subscriber.dueAt === undefined || subscriber.dueAt > now) return;
  if (isOver(subscriber)) return leaveForGood(subscriber, ports);
  if (!isPlanned) return pause(subscriber, ports);
  const run = await begin(loaded, ports);
  if (!run) return;
  await deliverAll(run, ports);
  await handOver(run, ports);
};
