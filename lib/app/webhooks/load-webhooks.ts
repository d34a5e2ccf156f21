import { isWebhook, type Webhook } from '@scangate/domain/webhooks/webhook-view';
import { Problem } from '@scangate/domain/problem';
import { listAll, type Store } from '#ports/store.ts';

/** The webhooks of an organization, the oldest first. */
export const loadWebhooks = async (
  store: Pick<Store<'subscriber'>, 'list'>,
  organizationId: string,
): Promise<Webhook[]> => {
  const listed = listAll(store, { list: 'subscribers', owner: { organizationId }, consistent: true });
  const found = (await Array.fromAsync(listed)).filter(isWebhook);
  return found.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
};

/** @throws Problem webhook_not_found */
export const loadWebhook = async (
  store: Pick<Store<'subscriber'>, 'get'>,
  { organizationId, webhookId }: { organizationId: string; webhookId: string },
): Promise<Webhook> => {
  const id = { organizationId, subscriberId: webhookId.toLowerCase() };
  const found = await store.get('subscriber', id, { consistent: true });
  if (!isWebhook(found)) throw new Problem('webhook_not_found');
  return found;
};
