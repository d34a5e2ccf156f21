import { waitingShard } from '@scangate/domain/delivery/delivery-state';
import type { Delivery, Subscriber } from '@scangate/domain/events/event-records';
import type { Store } from '#ports/store.ts';

/** One transaction makes this many due, together with the change of their subscriber. */
const delayedAtOnce = 90;

/** Finds the deliveries that were refused and wait for their next attempt, the earliest first. */
export const findDelayed = async (
  store: Pick<Store<'delivery'>, 'listDue' | 'load'>,
  subscriber: Subscriber,
  now: Date,
): Promise<Delivery[]> => {
  const { organizationId, subscriberId } = subscriber;
  const from = now.toISOString();
  const listed = await store.listDue('delivery', waitingShard(subscriber), { from, limit: delayedAtOnce });
  const refs = listed.items.map(
    ({ sequence }) => ({ record: 'delivery', id: { organizationId, subscriberId, sequence } }) as const,
  );
  // A run reports a damaged row, which must not block changes.
  const reading = { consistent: true, onDamaged: () => {} };
  const found = refs.length > 0 ? await store.load(refs, reading) : [];
  return found.filter((one) => one?.state === 'waiting').filter((one) => one !== undefined);
};
