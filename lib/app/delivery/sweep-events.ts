import type { RecordKeys } from '@scangate/domain/record-changes';
import { queueShards } from '@scangate/domain/due-queue';
import { addMs, minuteMs } from '@scangate/domain/instant';
import type { DeliveryStarter } from '#ports/events/delivery-starter.ts';
import type { EventDispatch } from '#ports/events/event-dispatch.ts';
import { errorFields, type Log } from '#ports/log.ts';
import type { StoreReader } from '#ports/store.ts';
import { dueQueuePages } from '../jobs/due-queue-pages.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { runConcurrently } from '../jobs/run-concurrently.ts';

export interface SweepPorts {
  store: Pick<StoreReader, 'listDue'>;
  eventDispatch: EventDispatch;
  deliveries: DeliveryStarter;
  log: Log;
}

/** A change starts the fan-out of its own events, so those of the last seconds are left to it. */
const ownFanOutMs = 10_000;
/** The limit of events of one organization per fan-out. */
const eventsAtOnce = 25;

interface Swept {
  events: number;
  subscribers: number;
}

/** The number of organizations of a shard whose fan-outs are started concurrently. */
const organizationsAtOnce = 8;

interface Sweep extends SweepPorts {
  through: string;
  signal: AbortSignal;
}

const sweepEventsOf = async (shard: string, { through, signal, store, eventDispatch }: Sweep) => {
  const swept = { events: 0, oldest: through };
  const dispatch = async ([organizationId, keys]: [string, RecordKeys['storedEvent'][]]): Promise<void> => {
    for (let from = 0; from < keys.length; from += eventsAtOnce)
      await eventDispatch.dispatch(organizationId, keys.slice(from, from + eventsAtOnce));
    swept.events += keys.length;
  };
  for await (const { items } of dueQueuePages(store, { record: 'storedEvent', shard }, { through })) {
    for (const { at } of items) if (at < swept.oldest) swept.oldest = at;
    const groups = [...Map.groupBy(items, (key) => key.organizationId)];
    if (!(await runConcurrently(groups, { atOnce: organizationsAtOnce, signal }, dispatch))) break;
  }
  return swept;
};

const sweepSubscribersOf = async (shard: string, { through, signal, store, deliveries }: Sweep) => {
  let subscribers = 0;
  for await (const { items } of dueQueuePages(store, { record: 'subscriber', shard }, { through })) {
    if (signal.aborted) break;
    await deliveries.start(items);
    subscribers += items.length;
  }
  return subscribers;
};

/**
 * Starts the fan-out of events and the deliveries of subscribers that are due, whatever was lost: an invocation, an
 * interrupted run, a retry whose time has come (docs/adr/0080-outbox.md).
 */
export const sweepEvents = async (ports: SweepPorts, { now, signal }: RunContext): Promise<Swept> => {
  const swept: Swept = { events: 0, subscribers: 0 };
  const through = now.toISOString();
  let oldest = through;
  const sweepShard = async (shard: string): Promise<void> => {
    try {
      const found = await sweepEventsOf(shard, { ...ports, through: addMs(now, -ownFanOutMs), signal });
      swept.events += found.events;
      if (found.oldest < oldest) oldest = found.oldest;
      swept.subscribers += await sweepSubscribersOf(shard, { ...ports, through, signal });
    } catch (error) {
      ports.log.error('a shard of events could not be swept', { shard, ...errorFields(error) });
    }
  };
  await Promise.all(queueShards.map(sweepShard));
  const minutes = Math.floor((Date.parse(through) - Date.parse(oldest)) / minuteMs);
  ports.log.metric('OldestEventMinutes', minutes, 'None');
  return swept;
};
