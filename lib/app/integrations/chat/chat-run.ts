import { LeaseConflict } from '@scangate/domain/delivery/delivery-lock';
import { waitingShard } from '@scangate/domain/delivery/delivery-state';
import type { ChatState, Delivery, StoredEvent, Subscriber } from '@scangate/domain/events/event-records';
import type { Instant } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { skipDamaged } from '#app/delivery/skip-damaged.ts';

export type ChatStore = Pick<Store<'delivery' | 'storedEvent', 'subscriber'>, 'load' | 'listDue' | 'commit'>;

export interface DueDelivery {
  delivery: Delivery;
  event: StoredEvent;
}

/** The limit of a batch; the rest is in the next one. */
const mostDue = 300;
/** The number of deliveries whose records and events one load of the store takes. */
const loadedAtOnce = 100;

const isWaiting = (delivery: Delivery | undefined): delivery is Delivery => delivery?.state === 'waiting';

/**
 * Loads the due deliveries of a subscriber, with their events. A damaged row does not block others.
 * @returns whether these are all.
 */
export const loadDue = async (
  { store, log }: { store: ChatStore; log: Log },
  subscriber: Subscriber,
  now: Instant,
): Promise<{ due: DueDelivery[]; isAll: boolean }> => {
  const { organizationId } = subscriber;
  const page = { through: now, limit: mostDue };
  const { items: keys, cursor } = await store.listDue('delivery', waitingShard(subscriber), page);
  const due: DueDelivery[] = [];
  for (let from = 0; from < keys.length; from += loadedAtOnce) {
    const part = keys.slice(from, from + loadedAtOnce);
    const deliveries = (
      await store.load(
        part.map((id) => ({ record: 'delivery', id }) as const),
        skipDamaged(log),
      )
    ).filter(isWaiting);
    const events = await store.load(
      deliveries.map(
        ({ eventAt: at, eventId }) =>
          ({ record: 'storedEvent', id: { organizationId, at, eventId } }) as const,
      ),
      skipDamaged(log),
    );
    for (const [index, delivery] of deliveries.entries()) {
      const event = events[index];
      if (event) due.push({ delivery, event });
    }
  }
  return { due, isAll: cursor === undefined };
};

/**
 * Writes the state of a chat while this run delivers.
 * @throws LeaseConflict when another run does.
 */
export const writeChatState = (store: ChatStore, subscriber: Subscriber, chat: ChatState): Promise<void> => {
  const { organizationId, subscriberId, leaseHolder } = subscriber;
  return commitOrThrow(store, [
    {
      change: 'update',
      record: 'subscriber',
      id: { organizationId, subscriberId },
      set: { chat },
      ...(leaseHolder !== undefined && {
        when: [{ field: 'leaseHolder', is: 'equal', value: leaseHolder }],
        onConflict: () => new LeaseConflict(),
      }),
    },
  ]);
};
