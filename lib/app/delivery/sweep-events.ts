import { queueShards } from '@scangate/domain/due-queue';
import { addMs, minuteMs } from '@scangate/domain/instant';
import type { DeliveryStarter } from '#ports/events/delivery-starter.ts';
import type { EventDispatch } from '#ports/events/event-dispatch.ts';
import { errorFields, type Log } from '#ports/log.ts';
import type { StoreReader } from '#ports/store.ts';
import { dueQueuePages } from '../jobs/due-queue-pages.ts';
import type { RunContext } from '../jobs/run-context.ts';

export interface SweepPorts {
  store: Pick<StoreReader, 'listDue'>;
  eventDispatch: EventDispatch;
  deliveries: DeliveryStarter;
  log: Log;
}

/** A change asks for the fan-out of its own events, so those of the last seconds are left to it. */
const ownFanOutMs = 10_000;
/** Events of one organization that one fan-out takes. */
const eventsAtOnce = 25;

interface Swept {
  events: number;
  subscribers: number;
}

const sweepEventsOf = async (shard: string, through: string, { store, eventDispatch }: SweepPorts) => {
  const swept = { events: 0, oldest: through };
  for await (const { items } of dueQueuePages(store, { record: 'storedEvent', shard }, { through })) {
    for (const [organizationId, keys] of Map.groupBy(items, (key) => key.organizationId)) {
      for (let from = 0; from < keys.length; from += eventsAtOnce)
        await eventDispatch.dispatch(organizationId, keys.slice(from, from + eventsAtOnce));
    }
    swept.events += items.length;
    for (const { at } of items) if (at < swept.oldest) swept.oldest = at;
  }
  return swept;
};

const sweepSubscribersOf = async (shard: string, through: string, { store, deliveries }: SweepPorts) => {
  let subscribers = 0;
  for await (const { items } of dueQueuePages(store, { record: 'subscriber', shard }, { through })) {
    await deliveries.start(items);
    subscribers += items.length;
  }
  return subscribers;
};

/**
 * Starts the fan-out of events and the deliveries of subscribers that are due, whatever was lost on the way: an
 * invocation, a run that was cut off, a retry whose time has come (docs/adr/0080-outbox.md).
 */
export const sweepEvents = async (ports: SweepPorts, { now, signal }: RunContext): Promise<Swept> => {
  const swept: Swept = { events: 0, subscribers: 0 };
  const through = now.toISOString();
  let oldest = through;
  for (const shard of queueShards) {
    if (signal.aborted) break;
    try {
      const found = await sweepEventsOf(shard, addMs(now, -ownFanOutMs), ports);
      swept.events += found.events;
      if (found.oldest < oldest) oldest = found.oldest;
      swept.subscribers += await sweepSubscribersOf(shard, through, ports);
    } catch (error) {
      ports.log.error('a shard of events could not be swept', { shard, ...errorFields(error) });
    }
  }
  const minutes = Math.floor((Date.parse(through) - Date.parse(oldest)) / minuteMs);
  ports.log.metric('OldestEventMinutes', minutes, 'None');
  return swept;
};
