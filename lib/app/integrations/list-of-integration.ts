import type { Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import { skipDamaged } from '../delivery/skip-damaged.ts';
import { loadIntegration } from './load-integrations.ts';

interface IntegrationPage {
  organizationId: string;
  integrationId: string;
  limit: number;
  cursor: string | undefined;
}

/** Reads a page of what an integration has. A damaged row hides no other. @throws Problem integration_not_found */
export const listOfIntegration = async <L extends 'deliveries' | 'tickets'>(
  list: L,
  { organizationId, integrationId, limit, cursor }: IntegrationPage,
  { store, log }: { store: Pick<Store<'subscriber'>, 'get' | 'list'>; log: Log },
) => {
  const owner = { organizationId, subscriberId: integrationId.toLowerCase() };
  await loadIntegration(store, owner);
  return store.list(list, owner, { limit, ...(cursor !== undefined && { cursor }), ...skipDamaged(log) });
};
