import type { Subscriber } from '@scangate/domain/events/event-records';
import { isIntegration, type Integration } from '@scangate/domain/integrations/integration-rules';
import { Problem } from '@scangate/domain/problem';
import type { Organization } from '@scangate/domain/records';
import { listAll, type Store } from '#ports/store.ts';
import { loadExistingOrganization } from '../load-existing-organization.ts';

export interface LoadedSubscribers {
  organization: Organization;
  /** All of the organization, removed ones included. */
  subscribers: Subscriber[];
}

/** Loads an organization with all its subscribers: webhooks, integrations and checks. */
export const loadSubscribers = async (
  store: Pick<Store<'organization' | 'subscriber'>, 'get' | 'list'>,
  organizationId: string,
): Promise<LoadedSubscribers> => {
  // The organization is read first: whatever changes after it is met at its version.
  const organization = await loadExistingOrganization(store, organizationId);
  const listed = listAll(store, { list: 'subscribers', owner: { organizationId }, consistent: true });
  return { organization, subscribers: await Array.fromAsync(listed) };
};

/** The integrations of an organization, the oldest first. */
export const loadIntegrations = async (
  store: Pick<Store<'subscriber'>, 'list'>,
  organizationId: string,
): Promise<Integration[]> => {
  const listed = listAll(store, { list: 'subscribers', owner: { organizationId }, consistent: true });
  const found = (await Array.fromAsync(listed)).filter(isIntegration);
  return found.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
};

/** @throws Problem integration_not_found */
export const loadIntegration = async (
  store: Pick<Store<'subscriber'>, 'get'>,
  id: { organizationId: string; subscriberId: string },
): Promise<Integration> => {
  const found = await store.get('subscriber', id, { consistent: true });
  if (!isIntegration(found)) throw new Problem('integration_not_found');
  return found;
};
