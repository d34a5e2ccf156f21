import { waitingShard } from '@scangate/domain/delivery/delivery-state';
import { isProbing } from '@scangate/domain/delivery/delivery-limits';
import { replaySequences, takeReplayStep } from '@scangate/domain/delivery/requeue-delivery';
import type { Delivery } from '@scangate/domain/events/event-records';
import type { DeliveryPorts } from './delivery-ports.ts';
import {
  continueWith,
  currentSubscriber,
  eventKey,
  knownOf,
  writeResults,
  type Run,
} from './delivery-run.ts';
import { skipDamaged } from './skip-damaged.ts';

/** The number of deliveries that one query finds; their records and events are two further reads. */
const foundAtOnce = 48;
/** The limit of records per read. */
const loadedAtOnce = 100;
/** The limit of index pages that one search reads past the entries of ended deliveries. */
const mostPages = 5;

const refOf = (run: Run, sequence: number) => {
  const { organizationId, subscriberId } = run.stored;
  return { record: 'delivery', id: { organizationId, subscriberId, sequence } } as const;
};

/** Loads the events of deliveries. A delivery whose event is gone or damaged has none and is given up. */
const loadEvents = async (
  run: Run,
  deliveries: readonly Delivery[],
  { store, log }: Pick<DeliveryPorts, 'store' | 'log'>,
): Promise<void> => {
  const { organizationId } = run.stored;
  const missing = deliveries.filter((one) => !run.events.has(eventKey(one)));
  const refs = missing.map(
    ({ eventAt: at, eventId }) => ({ record: 'storedEvent', id: { organizationId, at, eventId } }) as const,
  );
  for (let from = 0; from < refs.length; from += loadedAtOnce)
    for (const event of await store.load(refs.slice(from, from + loadedAtOnce), skipDamaged(log)))
      if (event) run.events.set(eventKey({ eventAt: event.at, eventId: event.eventId }), event);
};

/** Takes a step of a replay while few deliveries wait, so that the index never holds all of them. */
const continueReplay = async (run: Run, ports: DeliveryPorts): Promise<void> => {
  const isAsked = run.stored.replay !== undefined;
  if (isAsked && run.pending.length > 0) await writeResults(run, {}, ports);
  const subscriber = currentSubscriber(run);
  if (run.isLost || !subscriber.replay || isProbing(subscriber) || subscriber.waiting >= foundAtOnce) return;
  const refs = replaySequences(subscriber).map((sequence) => refOf(run, sequence));
  const found = refs.length > 0 ? await ports.store.load(refs, skipDamaged(ports.log)) : [];
  const now = ports.clock.now().toISOString();
  const step = takeReplayStep(subscriber, found, now);
  const alter = () => step.subscriber;
  // Another request for deliveries since an instant counts as an arrival, and is not overwritten.
  const write = { alter, also: step.changes, ifNothingArrived: true };
  if (!(await writeResults(run, write, ports))) return;
  for (const delivery of step.waiting) run.waiting.set(delivery.sequence, delivery);
};

/** Reads the sequences in the index, without those that are known to have ended. */
const listSequences = async (run: Run, { store }: DeliveryPorts): Promise<number[]> => {
  const sequences = new Set<number>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const listed = await store.listDue('delivery', waitingShard(run.stored), {
      limit: foundAtOnce,
      ...(cursor !== undefined && { cursor }),
    });
    for (const { sequence } of listed.items) if (!run.ended.has(sequence)) sequences.add(sequence);
    cursor = listed.cursor;
    if (cursor === undefined || sequences.size >= foundAtOnce / 2) break;
  }
  run.isWhole = cursor === undefined;
  return [...sequences];
};

/** Loads deliveries together with the subscriber, which may have been moved, rotated or stopped since the last batch. */
const loadAgain = async (
  run: Run,
  refs: readonly ReturnType<typeof refOf>[],
  { store, log }: DeliveryPorts,
): Promise<(Delivery | undefined)[]> => {
  const { organizationId, subscriberId, leaseHolder } = run.stored;
  const [subscriber, ...found] = await store.load(
    [{ record: 'subscriber', id: { organizationId, subscriberId } }, ...refs] as const,
    skipDamaged(log),
  );
  run.isLost = subscriber?.leaseHolder !== leaseHolder;
  if (subscriber) continueWith(run, subscriber);
  return found;
};

/**
 * Finds waiting deliveries: the sparse index only lists those, however many were delivered before. Nothing is read
 * when the run already knows all of them.
 */
export const findWaiting = async (run: Run, ports: DeliveryPorts): Promise<void> => {
  await continueReplay(run, ports);
  if (run.isLost) return;
  const { probe, waiting } = currentSubscriber(run);
  if (knownOf(run).waiting.length >= waiting) {
    run.isWhole = true;
    return loadEvents(run, [...run.waiting.values()], ports);
  }
  const listed = await listSequences(run, ports);
  const sequences = new Set([...listed, ...run.waiting.keys(), ...(probe === undefined ? [] : [probe])]);
  const refs = [...sequences].slice(0, loadedAtOnce - 1).map((sequence) => refOf(run, sequence));
  const found = refs.length > 0 ? await loadAgain(run, refs, ports) : [];
  if (run.isLost) return;
  run.waiting = new Map(
    found.flatMap((one) => (one?.state === 'waiting' ? [[one.sequence, one] as const] : [])),
  );
  await loadEvents(run, [...run.waiting.values()], ports);
};
