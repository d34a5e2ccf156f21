import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureOf } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import { costOf, type Cost } from './operations.ts';
import { send } from './send.ts';
import type { BenchService } from './service.ts';

/** The function that handles payment events. */
const webhookFunction = 'stripe-webhook';

/** Posts an event to the service, signed as the Stripe emulator signs its own. */
const postEvent = async ({ cloud }: BenchService, type: string, object: object): Promise<void> => {
  const { webhookSecret } = JSON.parse(readFileSync(join(cloud.data, 'stripe.json'), 'utf8')) as {
    webhookSecret: string;
  };
  const created = Math.floor(cloud.clock.now() / 1000);
  const body = JSON.stringify({ id: 'evt_bench', object: 'event', type, created, data: { object } });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signatureOf(webhookSecret, created, body),
  };
  const { status, text } = await send(`${cloud.url}/webhooks/stripe`, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`the webhook answered ${status}: ${text}`);
};

/** Measures the handling of payment events. The Stripe emulator's own events are dropped meanwhile. */
export const measureWebhooks = async (service: BenchService): Promise<Record<string, Cost>> => {
  const { expectStatus: demand, recorder } = service;
  const setDelivery = (body: object) => demand(200, 'POST', '/_local/stripe/webhooks', undefined, { body });
  const { tokens } = await demand(201, 'POST', '/_local/organizations', undefined, {
    body: { name: 'Buyer', plan: 'Free' },
  });
  const { owner } = tokens as Record<string, string>;
  const costOfEvent = async (path: string, body: object): Promise<Cost> => {
    const { sessionId } = await demand(201, 'POST', path, owner, { body });
    await demand(200, 'POST', `/_local/stripe/checkout/${String(sessionId)}/complete`, undefined, {
      body: {},
    });
    const session = { id: sessionId, object: 'checkout.session' };
    const { calls } = await recorder.during(() => postEvent(service, 'checkout.session.completed', session));
    return costOf(calls.filter(({ caller }) => caller === webhookFunction));
  };
  await setDelivery({ drop: true });
  await postEvent(service, 'product.created', { id: 'prod_bench', object: 'product' });
  try {
    return {
      'message of a first payment': await costOfEvent('/billing/checkout', {
        plan: 'Starter',
        interval: 'month',
      }),
      'message of a pack': await costOfEvent('/billing/packs', { pack: 'core-100' }),
    };
  } finally {
    await setDelivery({});
  }
};
