import { fanOut } from '@scangate/domain/delivery/fan-out';
import { matchesEvent } from '@scangate/domain/delivery/match-event';
import { isIncluded } from '@scangate/domain/event-subscribers/subscriber-plan';
import type { Delivery, StoredEvent, Subscriber } from '@scangate/domain/events/event-records';
import type { Account } from '@scangate/domain/records';
import type { DeliveryRequest, DeliveryStarter } from '#ports/events/delivery-starter.ts';
import type { EventKey } from '#ports/events/event-dispatch.ts';
import { errorFields, type Log } from '#ports/log.ts';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { allSubscribers } from './load-subscribers.ts';
import { payingAccount } from './paying-account.ts';
import { skipDamaged } from './skip-damaged.ts';

type Reads = 'subscriber' | 'storedEvent' | 'organization' | 'account';
type Writes = 'subscriber' | 'delivery' | 'storedEvent';

export interface DispatchPorts {
  store: Pick<StoreReader<Reads>, 'load' | 'get' | 'list'> & Pick<Store<Writes>, 'commit'>;
  deliveries: DeliveryStarter;
  log: Log;
}

export interface DispatchRequest {
  organizationId: string;
  events: readonly EventKey[];
}

/** One read takes a hundred records. */
const eventsAtOnce = 90;
/** The index lists deliveries that an invocation does not name. */
const namedDeliveries = 40;

/** The state of a fan-out, which is carried from one event to the next without reading again. */
interface Fan {
  subscribers: Subscriber[];
  account: Account | undefined;
  now: string;
  made: Delivery[];
}

/** A damaged subscriber gets nothing, and does not keep others from getting theirs. */
const readSubscribers = (organizationId: string, { store, log }: DispatchPorts): Promise<Subscriber[]> =>
  allSubscribers(store, organizationId, skipDamaged(log));

/** @throws FanOutConflict when the event or a subscriber changed since. */
const fanOutOnce = async (event: StoredEvent, fan: Fan, { store }: DispatchPorts): Promise<void> => {
  let queued = event;
  while (queued.dueQueue !== undefined) {
    const takers = fan.subscribers.filter(
      (one) => matchesEvent(one, event) && isIncluded(one.kind, fan.account, fan.now),
    );
    const isListed = isIncluded('webhook', fan.account, fan.now);
    const step = fanOut(queued, { takers, isListed }, fan.now);
    await commitOrThrow(store, step.changes);
    const after = new Map(step.subscribers.map((one) => [one.subscriberId, one]));
    fan.subscribers = fan.subscribers.map((one) => after.get(one.subscriberId) ?? one);
    fan.made.push(...step.deliveries);
    queued = step.event;
  }
};

const fanOutEvent = (event: StoredEvent, fan: Fan, ports: DispatchPorts): Promise<void> => {
  const { organizationId, at, eventId } = event;
  let current: StoredEvent | undefined = event;
  return retryOnConflict(limits.fanOut, async (tryNumber) => {
    if (tryNumber > 1) {
      current = await ports.store.get('storedEvent', { organizationId, at, eventId }, { consistent: true });
      fan.subscribers = await readSubscribers(organizationId, ports);
    }
    if (current) await fanOutOnce(current, fan, ports);
  });
};

/** Requests the deliveries of every subscriber that is due, and names the ones just made. */
const requestsFor = (fan: Fan): DeliveryRequest[] => {
  const made = Map.groupBy(fan.made, ({ subscriberId }) => subscriberId);
  return fan.subscribers.flatMap(({ organizationId, subscriberId, dueAt = fan.now }) => {
    const fresh = made.get(subscriberId);
    if (!fresh || dueAt > fan.now) return [];
    const named = fresh.length > namedDeliveries ? [] : fresh;
    return {
      organizationId,
      subscriberId,
      ...(fan.account && { billingAccountId: fan.account.accountId }),
      ...(named.length > 0 && {
        fresh: named.map(({ sequence, eventAt, eventId }) => ({ sequence, eventAt, eventId })),
      }),
    };
  });
};

/**
 * Makes the deliveries of events, and starts them. A subscriber that its plan does not include gets none. An event
 * that cannot be read or written now stays in the due queue, where the sweep finds it (docs/adr/0080-outbox.md).
 */
export const dispatchEvents = async (
  { organizationId, events: keys }: DispatchRequest,
  ports: DispatchPorts,
  { now }: { now: Date },
): Promise<{ deliveries: number }> => {
  const { store, deliveries, log } = ports;
  const refs = keys
    .slice(0, eventsAtOnce)
    .map(({ at, eventId }) => ({ record: 'storedEvent', id: { organizationId, at, eventId } }) as const);
  const [subscribers, [organization, expected, ...events]] = await Promise.all([
    readSubscribers(organizationId, ports),
    store.load(
      [
        { record: 'organization', id: { organizationId } },
        { record: 'account', id: { accountId: organizationId } },
        ...refs,
      ] as const,
      skipDamaged(log),
    ),
  ]);
  const account = await payingAccount({ organization, account: expected }, store);
  const fan: Fan = { subscribers, account, now: now.toISOString(), made: [] };
  for (const event of events) {
    if (event?.dueQueue === undefined) continue;
    try {
      await fanOutEvent(event, fan, ports);
    } catch (error) {
      log.error('an event could not be fanned out', { eventId: event.eventId, ...errorFields(error) });
    }
  }
  await deliveries.start(requestsFor(fan));
  return { deliveries: fan.made.length };
};
