import { requireWebhook, type Webhook } from '@scangate/domain/webhooks/webhook-view';
import type { Store } from '#ports/store.ts';
import { loadSubscriber } from '../delivery/load-subscribers.ts';

/** @throws Problem webhook_not_found */
export const loadWebhook = async (
  store: Pick<Store<'subscriber'>, 'get'>,
  { organizationId, webhookId: subscriberId }: { organizationId: string; webhookId: string },
): Promise<Webhook> => requireWebhook(await loadSubscriber(store, { organizationId, subscriberId }));
