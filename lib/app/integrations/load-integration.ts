import { requireIntegration, type Integration } from '@scangate/domain/integrations/integration-rules';
import type { Store } from '#ports/store.ts';
import { loadSubscriber } from '../delivery/load-subscribers.ts';

/** @throws Problem integration_not_found */
export const loadIntegration = async (
  store: Pick<Store<'subscriber'>, 'get'>,
  id: { organizationId: string; subscriberId: string },
): Promise<Integration> => requireIntegration(await loadSubscriber(store, id));
