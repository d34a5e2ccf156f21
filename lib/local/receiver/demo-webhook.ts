import type { Client } from '@scangate/client';
import { receiverPath } from '../control/receiver-routes.ts';

/**
 * Creates a webhook of the demo to the receiver on this machine. It is updated when the port changes, and the
 * receiver gets its secret when it is created.
 */
export const connectReceiver = async (client: Client, origin: string): Promise<void> => {
  const url = `${origin}${receiverPath}`;
  const { body: listed } = await client.call('list-webhooks');
  const known = listed.items.find((one) => one.url.endsWith(receiverPath));
  if (known?.url === url) return;
  if (known) {
    const params = { webhookId: known.webhookId };
    await client.call('change-webhook', { params, headers: { 'If-Match': '*' }, body: { url } });
    return;
  }
  const { body } = await client.call('create-webhook', {
    body: { url, events: ['*'], name: 'Receiver of this machine' },
  });
  const response = await fetch(`${origin}/_local/receiver/secrets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: body.secret }),
  });
  if (!response.ok) throw new Error(`The receiver did not take its secret: ${await response.text()}`);
};
