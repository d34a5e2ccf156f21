import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureOf } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import { costOf, type Cost } from './operations.ts';
import { send } from './send.ts';
import type { BenchService } from './service.ts';

/** The function that hears the till. */
const hearer = 'stripe-webhook';

/** Posts one message to the service, signed as the local Stripe signs its own. */
const tell = async ({ cloud }: BenchService, type: string, thing: object): Promise<void> => {
  const { webhookSecret } = JSON.parse(readFileSync(join(cloud.data, 'stripe.json'), 'utf8')) as {
    webhookSecret: string;
  };
  const created = Math.floor(cloud.clock.now() / 1000);
  const body = JSON.stringify({ id: 'evt_bench', object: 'event', type, created, data: { object: thing } });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signatureOf(webhookSecret, created, body),
  };
  const { status, text } = await send(`${cloud.url}/webhooks/stripe`, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`the webhook answered ${status}: ${text}`);
};

/** What hearing of one payment asks of AWS; the local Stripe's own messages are held back meanwhile. */
export const measureWebhooks = async (service: BenchService): Promise<Record<string, Cost>> => {
  const { expectStatus: demand, recorder } = service;
  const mood = (body: object) => demand(200, 'POST', '/_local/stripe/webhooks', undefined, { body });
  const { tokens } = await demand(201, 'POST', '/_local/organizations', undefined, {
    body: { name: 'Buyer', plan: 'Free' },
  });
  const { owner } = tokens as Record<string, string>;
  const heardOf = async (path: string, body: object): Promise<Cost> => {
    const { sessionId } = await demand(201, 'POST', path, owner, { body });
    await demand(200, 'POST', `/_local/stripe/checkout/${String(sessionId)}/complete`, undefined, {
      body: {},
    });
    const session = { id: sessionId, object: 'checkout.session' };
    const { calls } = await recorder.during(() => tell(service, 'checkout.session.completed', session));
    return costOf(calls.filter(({ caller }) => caller === hearer));
  };
  await mood({ drop: true });
  await tell(service, 'product.created', { id: 'prod_bench', object: 'product' });
  try {
    return {
      'message of a first payment': await heardOf('/billing/checkout', {
        plan: 'Starter',
        interval: 'month',
      }),
      'message of a pack': await heardOf('/billing/packs', { pack: 'core-100' }),
    };
  } finally {
    await mood({});
  }
};
