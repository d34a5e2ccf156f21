import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { afterEach, expect, test } from 'vitest';
import type { WebhookRequest } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import {
  customerWith,
  monthly,
  openStripeWorkbench,
  webhookSecret,
  type StripeWorkbench,
} from '../workbench.ts';

let bench: StripeWorkbench;
afterEach(() => bench.close());

const subscribe = async () => {
  const { id: price } = await monthly(bench.client, 1000);
  const { id: customer } = await customerWith(bench);
  await bench.client.subscriptions.create({ customer, items: [{ price }] });
  await bench.stripe.idle();
};

test("Stripe's client accepts the signature, and no other body, secret or time", async () => {
  bench = await openStripeWorkbench();
  await bench.client.customers.create({ name: 'Ünïcode' });
  await bench.stripe.idle();
  const { body, headers } = bench.sent[0] as WebhookRequest;
  const signature = headers['stripe-signature'] ?? '';
  const at =
    (ms: number, text = body, secret = webhookSecret) =>
    () =>
      Stripe.webhooks.constructEvent(text, signature, secret, 300, undefined, ms);
  expect(at(bench.clock.now())().data.object).toMatchObject({ object: 'customer', name: 'Ünïcode' });
  expect(at(bench.clock.now(), `${body} `)).toThrow('No signatures found');
  expect(at(bench.clock.now(), body, 'whsec_other')).toThrow('No signatures found');
  expect(at(bench.clock.now() + 301_000)).toThrow('Timestamp outside');
});

test('an event contains the object at that time, and the changed fields', async () => {
  bench = await openStripeWorkbench();
  const { customers, events } = bench.client;
  const { id } = await customers.create({ name: 'One' });
  await customers.update(id, { name: 'Two' });
  const { data } = await events.list({ types: ['customer.created', 'customer.updated'] });
  expect(data.map((event) => [event.type, event.data.object, event.data.previous_attributes])).toMatchObject([
    ['customer.updated', { name: 'Two' }, { name: 'One' }],
    ['customer.created', { name: 'One' }, undefined],
  ]);
  expect(data[0]).toMatchObject({
    api_version: '2026-10-28.endive',
    request: { id: expect.stringMatching(/^req_/) },
  });
  await customers.update(id, { name: 'Two' });
  expect((await events.list({ type: 'customer.updated' })).data).toHaveLength(1);
});

test('a refused webhook is retried for three days, less and less often, and then dropped', async () => {
  const at: number[] = [];
  let clock = () => 0;
  bench = await openStripeWorkbench({
    deliver: () => {
      at.push(clock());
      return 500;
    },
  });
  clock = bench.clock.now;
  const start = clock();
  await bench.client.customers.create();
  await bench.pass(7 * 86_400);
  const minutes = at.map((ms) => (ms - start) / 60_000);
  expect(minutes.slice(0, 7)).toEqual([0, 5, 35, 155, 455, 1055, 1775]);
  expect(minutes.at(-1)).toBeLessThanOrEqual(3 * 1440);
  expect(minutes.at(-1)).toBeGreaterThan(2 * 1440);
});

test('a webhook that is delivered after a failure is not sent again', async () => {
  const seen: string[] = [];
  bench = await openStripeWorkbench({
    deliver: ({ event }) => {
      seen.push(event.id);
      if (seen.length === 2) throw new Error('nobody listens');
      return seen.length === 1 ? 404 : 200;
    },
  });
  await bench.client.customers.create();
  await bench.pass(4 * 86_400);
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(1);
});

test('on demand webhooks arrive twice, in another order, later, or not at all', async () => {
  bench = await openStripeWorkbench({ random: () => 0.5 - bench.sent.length / 1000 });
  const { control } = bench.stripe;
  control.setWebhookBehavior({ duplicate: true });
  await bench.client.customers.create();
  await bench.stripe.idle();
  expect(bench.eventTypes()).toEqual(['customer.created', 'customer.created']);
  control.setWebhookBehavior({ delaySeconds: 60 });
  await bench.client.customers.create();
  await bench.pass(59);
  expect(bench.eventTypes()).toEqual([]);
  await bench.pass(1);
  expect(bench.eventTypes()).toEqual(['customer.created']);
  control.setWebhookBehavior({ drop: 1 });
  await bench.client.customers.create();
  await bench.stripe.idle();
  expect(bench.eventTypes()).toEqual([]);
  await bench.pass(300);
  expect(bench.eventTypes()).toEqual(['customer.created']);
});

test('shuffled webhooks still arrive once each', async () => {
  let turn = 0;
  bench = await openStripeWorkbench({ random: () => (turn = (turn * 7 + 3) % 11) / 11 });
  bench.stripe.control.setWebhookBehavior({ shuffle: true });
  await subscribe();
  const delivered = bench.sent.map(({ event }) => event.id);
  const { data } = await bench.client.events.list({ limit: 100 });
  expect(delivered.toSorted()).toEqual(data.map(({ id }) => id).toSorted());
  expect(delivered).not.toEqual(data.map(({ id }) => id).toReversed());
});

test('each endpoint gets its enabled events, signed with its own secret', async () => {
  bench = await openStripeWorkbench();
  const { webhookEndpoints } = bench.client;
  const url = 'http://127.0.0.1:9/other';
  const made = await webhookEndpoints.create({ url, enabled_events: ['invoice.paid'] });
  expect(made.secret).toMatch(/^whsec_/);
  expect((await webhookEndpoints.list()).data.every(({ secret }) => secret === undefined)).toBe(true);
  await webhookEndpoints.update(made.id, { enabled_events: ['invoice.paid', 'payout.paid'] });
  await subscribe();
  const own = bench.sent.filter((sent) => sent.url === url);
  expect(own.map(({ event }) => event.type)).toEqual(['invoice.paid']);
  const { body, headers } = own[0] as WebhookRequest;
  Stripe.webhooks.constructEvent(
    body,
    headers['stripe-signature'] ?? '',
    made.secret ?? '',
    300,
    undefined,
    bench.clock.now(),
  );
});

test('webhooks that are posted over HTTP arrive whole', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      bodies.push(body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const webhook = { url: `http://127.0.0.1:${port}/webhooks/stripe`, secret: webhookSecret };
  bench = await openStripeWorkbench({ deliver: undefined, webhook });
  const { id } = await bench.client.customers.create();
  await bench.stripe.idle();
  expect(bodies.map((body) => JSON.parse(body) as Stripe.Event)).toMatchObject([
    { data: { object: { id } } },
  ]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
