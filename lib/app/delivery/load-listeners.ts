import type { OrganizationSubscribers } from '@scangate/domain/subscribers/subscriber-changes';
import { listAll } from '#ports/store.ts';
import type { DeliveryPorts } from './delivery-ports.ts';
import { skipDamaged } from './skip-damaged.ts';

/** Loads an organization with all its subscribers but damaged ones; undefined once the organization is erased. */
export const loadListeners = async (
  organizationId: string,
  { store, log }: Pick<DeliveryPorts, 'store' | 'log'>,
): Promise<OrganizationSubscribers | undefined> => {
  // The organization is read first: whatever changes after it is met at its version.
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) return undefined;
  const owner = { organizationId };
  const listed = listAll(store, { list: 'subscribers', owner, ...skipDamaged(log) });
  return { organization, subscribers: await Array.fromAsync(listed) };
};
