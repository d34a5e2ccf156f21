import type { Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import { skipDamaged } from '../delivery/skip-damaged.ts';
import { loadIntegration } from './load-integration.ts';

interface IntegrationPage {
  organizationId: string;
  integrationId: string;
  limit: number;
  cursor: string | undefined;
}

/**
 * Reads an integration with a page of its items. A damaged row does not hide others.
 * @throws Problem integration_not_found
 */
export const listOfIntegration = async <L extends 'deliveries' | 'tickets'>(
  list: L,
  { organizationId, integrationId, limit, cursor }: IntegrationPage,
  { store, log }: { store: Pick<Store<'subscriber'>, 'get' | 'list'>; log: Log },
) => {
  const owner = { organizationId, subscriberId: integrationId.toLowerCase() };
  const integration = await loadIntegration(store, owner);
  const options = { limit, ...(cursor !== undefined && { cursor }), ...skipDamaged(log) };
  return { integration, ...(await store.list(list, owner, options)) };
};
