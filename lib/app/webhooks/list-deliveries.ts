import type { Delivery, StoredEvent } from '@scangate/domain/events/event-records';
import { deliveryView } from '@scangate/domain/event-subscribers/subscriber-view';
import { deliveredEvent } from '@scangate/domain/webhooks/webhook-body';
import type { Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import { skipDamaged } from '../delivery/skip-damaged.ts';
import { loadWebhook } from './load-webhook.ts';

const loggedDelivery = (delivery: Delivery, event: StoredEvent | undefined) => ({
  ...deliveryView(delivery),
  ...(event && {
    request: {
      headers: { 'content-type': 'application/json', 'webhook-id': event.eventId },
      body: deliveredEvent(event, delivery),
    },
  }),
});

interface LogPorts {
  store: Pick<Store<'subscriber' | 'delivery' | 'storedEvent'>, 'get' | 'list' | 'load'>;
  log: Log;
}

/**
 * Reads a page of the log of a webhook with the sent bodies, the newest first. A damaged row does not hide others.
 * @throws Problem webhook_not_found
 */
export const listDeliveries = async (
  { store, log }: LogPorts,
  { organizationId, webhookId, limit }: { organizationId: string; webhookId: string; limit: number },
  cursor: string | undefined,
) => {
  await loadWebhook(store, { organizationId, webhookId });
  const owner = { organizationId, subscriberId: webhookId };
  const reading = skipDamaged(log);
  const asked = { limit, ...(cursor !== undefined && { cursor }), ...reading };
  const page = await store.list('deliveries', owner, asked);
  const events = await store.load(
    page.items.map(
      ({ eventAt, eventId }) =>
        ({ record: 'storedEvent', id: { organizationId, at: eventAt, eventId } }) as const,
    ),
    reading,
  );
  const items = page.items.map((delivery, index) => loggedDelivery(delivery, events[index]));
  return { items, cursor: page.cursor };
};
