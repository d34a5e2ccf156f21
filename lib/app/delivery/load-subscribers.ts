import type { Subscriber } from '@scangate/domain/events/event-records';
import type { OrganizationSubscribers } from '@scangate/domain/event-subscribers/subscriber-changes';
import type { Log } from '#ports/log.ts';
import { listAll, type ReadOptions, type Store } from '#ports/store.ts';
import { skipDamaged } from './skip-damaged.ts';
import { loadExistingOrganization } from '../load-existing-organization.ts';

/** Reads all subscribers of an organization: webhooks, integrations and checks, removed ones included. */
export const allSubscribers = (
  store: Pick<Store<'subscriber'>, 'list'>,
  organizationId: string,
  reading: ReadOptions = { consistent: true },
): Promise<Subscriber[]> =>
  Array.fromAsync(listAll(store, { list: 'subscribers', owner: { organizationId }, ...reading }));

/** Loads an organization with all its subscribers. */
export const loadSubscribers = async (
  store: Pick<Store<'organization' | 'subscriber'>, 'get' | 'list'>,
  organizationId: string,
  reading?: ReadOptions,
): Promise<OrganizationSubscribers> => {
  // The organization is read first, so that later changes conflict with its version.
  const organization = await loadExistingOrganization(store, organizationId);
  return { organization, subscribers: await allSubscribers(store, organizationId, reading) };
};

/** Lists the subscribers of one sort, the oldest first. A damaged row does not hide others. */
export const listSubscribers = async <S extends Subscriber>(
  isOfSort: (subscriber: Subscriber | undefined) => subscriber is S,
  organizationId: string,
  { store, log }: { store: Pick<Store<'subscriber'>, 'list'>; log: Log },
): Promise<S[]> => {
  const all = await allSubscribers(store, organizationId, skipDamaged(log));
  return all.filter(isOfSort).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
};

/** Loads a subscriber by its id from a request. */
export const loadSubscriber = (
  store: Pick<Store<'subscriber'>, 'get'>,
  { organizationId, subscriberId }: Pick<Subscriber, 'organizationId' | 'subscriberId'>,
): Promise<Subscriber | undefined> =>
  store.get('subscriber', { organizationId, subscriberId: subscriberId.toLowerCase() }, { consistent: true });

/** Finds a subscriber among others by its id from a request. */
export const findSubscriber = (
  { subscribers }: Pick<OrganizationSubscribers, 'subscribers'>,
  subscriberId: string,
): Subscriber | undefined => subscribers.find((one) => one.subscriberId === subscriberId.toLowerCase());
