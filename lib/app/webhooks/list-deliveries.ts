import type { Delivery, StoredEvent } from '@scangate/domain/events/event-records';
import { deliveryView } from '@scangate/domain/subscribers/subscriber-view';
import { deliveredEvent } from '@scangate/domain/webhooks/webhook-body';
import type { Store } from '#ports/store.ts';
import { loadWebhook } from './load-webhooks.ts';

const loggedDelivery = (delivery: Delivery, event: StoredEvent | undefined) => ({
  ...deliveryView(delivery),
  ...(event && {
    request: {
      headers: { 'content-type': 'application/json', 'webhook-id': event.eventId },
      body: deliveredEvent(event, delivery),
    },
  }),
});

/** Reads a page of the log of a webhook with what is sent, the newest first. @throws Problem webhook_not_found */
export const listDeliveries = async (
  store: Pick<Store<'subscriber' | 'delivery' | 'storedEvent'>, 'get' | 'list' | 'load'>,
  { organizationId, webhookId, limit }: { organizationId: string; webhookId: string; limit: number },
  cursor: string | undefined,
) => {
  await loadWebhook(store, { organizationId, webhookId });
  const owner = { organizationId, subscriberId: webhookId };
  const page = await store.list('deliveries', owner, { limit, ...(cursor !== undefined && { cursor }) });
  const events = await store.load(
    page.items.map(
      ({ eventAt, eventId }) =>
        ({ record: 'storedEvent', id: { organizationId, at: eventAt, eventId } }) as const,
    ),
  );
  const items = page.items.map((delivery, index) => loggedDelivery(delivery, events[index]));
  return { items, cursor: page.cursor };
};
