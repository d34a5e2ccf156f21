import type { StoredEvent, Subscriber } from '@scangate/domain/events/event-records';
import { outboundHosts, type OutboundOptions } from '#adapters/outbound/outbound.ts';
import { webhookSender } from '#app/webhooks/webhook-sender.ts';
import type { SendOutcome } from '#ports/events/event-sender.ts';
import { fullIntegrations } from '#test/support/full-integrations.ts';

export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const oldSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

const { disabled: _disabled, removedAt: _removed, ...full } = fullIntegrations.subscriber;
export const { storedEvent, delivery } = fullIntegrations;

/** A webhook whose sealed secrets are their plain texts behind a mark. */
const webhookAt = (url: string, secrets: Subscriber['secrets'] = [{ sealed: `sealed:${secret}` }]) => ({
  ...full,
  kind: 'webhook' as const,
  url,
  secrets,
});

/** The hosts of a deployment that permits the receivers of tests on this machine. */
export const local: OutboundOptions = { privateHosts: new Set(['webhook:127.0.0.1'] as const) };

/** Sends an event to a webhook over a real socket. */
export const send = (
  url: string,
  {
    options = local,
    secrets,
    event = storedEvent,
    now = new Date(),
  }: {
    options?: OutboundOptions;
    secrets?: Subscriber['secrets'];
    event?: StoredEvent;
    now?: Date;
  } = {},
): Promise<SendOutcome> =>
  webhookSender({
    outbound: outboundHosts(options),
    subscriberSecrets: { decrypt: async (sealed) => sealed.replace(/^sealed:/, '') },
    elapsedMs: () => performance.now(),
  }).send({ subscriber: webhookAt(url, secrets), event, delivery, now });
