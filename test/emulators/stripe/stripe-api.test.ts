import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  customerWith,
  monthly,
  openStripeWorkbench,
  errorOf,
  secondsOf,
  type StripeWorkbench,
} from './workbench.ts';

/** Behavior that all routes share. */

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const raw = (
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
) => {
  const { method = 'GET', headers = {}, body = '' } = init;
  const answer = bench.stripe.answer({
    method,
    url: path,
    headers: { authorization: 'Bearer sk_test_x', ...headers },
    body,
  });
  return { ...answer, json: JSON.parse(answer.body) as Record<string, Record<string, unknown>> };
};

test('the stripe package uses the API version of the emulator', () => {
  expect(Stripe.API_VERSION).toBe('2026-10-28.endive');
  expect(raw('/v1/products').headers['stripe-version']).toBe(Stripe.API_VERSION);
  expect(raw('/v1/products', { headers: { 'stripe-version': '2020-08-27' } }).status).toBe(400);
});

test('requests without a test key are refused, and live keys always', () => {
  for (const authorization of [
    undefined,
    'Bearer',
    'Bearer sk_live_1',
    'Bearer rk_test_1',
    'Basic sk_test_1',
  ]) {
    const answer = bench.stripe.answer({
      method: 'GET',
      url: '/v1/products',
      headers: { authorization },
      body: '',
    });
    expect([authorization, answer.status]).toEqual([authorization, 401]);
  }
});

test('only the key of the data folder is accepted if there is one', async () => {
  const own = await openStripeWorkbench({ secretKey: 'sk_test_own' });
  expect(await errorOf(own.client.products.list())).toMatchObject({ statusCode: 401 });
  await own.close();
});

test("unknown routes are 404, and every failure has Stripe's format", () => {
  const { status, json } = raw('/v1/charges', { method: 'POST' });
  expect([status, json['error']?.['type']]).toEqual([404, 'invalid_request_error']);
  expect(raw('/v2/products').status).toBe(404);
});

test('unknown, missing and malformed parameters are named, at any depth', async () => {
  const { client } = bench;
  const { id: customer } = await customerWith(bench);
  const item = { price: 'price_x', color: 'red' };
  const odd: Stripe.SubscriptionCreateParams = { customer, items: [item] };
  expect(await errorOf(client.subscriptions.create(odd))).toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
    param: 'items[0][color]',
  });
  const lacking = { mode: 'subscription' } as Stripe.Checkout.SessionCreateParams;
  expect(await errorOf(client.checkout.sessions.create(lacking))).toMatchObject({
    code: 'parameter_missing',
    param: 'success_url',
  });
  expect(await errorOf(client.customers.create({ nme: 'x' } as Stripe.CustomerCreateParams))).toMatchObject({
    code: 'parameter_unknown',
    param: 'nme',
  });
  expect(
    raw('/v1/prices', { method: 'POST', body: 'currency=usd&unit_amount=many' }).json['error'],
  ).toMatchObject({
    code: 'parameter_invalid_integer',
    param: 'unit_amount',
  });
  expect(await errorOf(client.customers.retrieve('cus_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
});

test('malformed forms are refused', () => {
  const bodies = [
    'a[b',
    'name=x&name[a]=y',
    'metadata[a][b]=c&name=x',
    '[=1',
    'name[]=1',
    `${'a[b]'.repeat(20)}=1`,
  ];
  for (const body of [...bodies, '__proto__[x]=1&name=n', 'metadata[__proto__]=1&name=n']) {
    expect([200, 400]).toContain(raw('/v1/products', { method: 'POST', body }).status);
  }
  const json = { 'content-type': 'application/json' };
  expect(raw('/v1/products', { method: 'POST', headers: json, body: '{"name":"x"}' }).status).toBe(400);
});

test('metadata is merged, removed by an empty value, and cleared by an empty string', async () => {
  const { customers } = bench.client;
  const { id } = await customers.create({ metadata: { a: '1', b: '2' } });
  const metadata = async (change: Stripe.Emptyable<Stripe.MetadataParam>) =>
    (await customers.update(id, { metadata: change })).metadata;
  expect(await metadata({ b: '3', c: '4' })).toEqual({ a: '1', b: '3', c: '4' });
  expect(await metadata({ a: '' })).toEqual({ b: '3', c: '4' });
  expect(await metadata('')).toEqual({});
});

test('lists are paged newest first, in both directions, without gaps', async () => {
  const { customers } = bench.client;
  const made: string[] = [];
  for (let n = 0; n < 7; n += 1) made.unshift((await customers.create({ description: String(n) })).id);
  const first = await customers.list({ limit: 3 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 3), true]);
  const all: string[] = [];
  for await (const { id } of customers.list({ limit: 3 })) all.push(id);
  expect(all).toEqual(made);
  const back = await customers.list({ limit: 3, ending_before: made[5] });
  expect([back.data.map(({ id }) => id), back.has_more]).toEqual([made.slice(2, 5), true]);
  expect(await errorOf(customers.list({ limit: 101 }))).toMatchObject({ statusCode: 400 });
});

test('expanded objects replace their ids in objects and lists, and other fields cannot be expanded', async () => {
  const { client } = bench;
  const { id: price } = await monthly(client, 700);
  const { id: customer } = await customerWith(bench);
  const { id } = await client.subscriptions.create({ customer, items: [{ price }] });
  const one = await client.subscriptions.retrieve(id, {
    expand: ['customer', 'latest_invoice.payments.data.payment', 'latest_invoice.confirmation_secret'],
  });
  expect(one).toMatchObject({ customer: { id: customer }, latest_invoice: { status: 'paid' } });
  const many = await client.subscriptions.list({ expand: ['data.latest_invoice.customer'] });
  expect(many.data[0]).toMatchObject({ latest_invoice: { customer: { id: customer } } });
  const paid = await client.invoices.retrieve((one.latest_invoice as Stripe.Invoice).id, {
    expand: ['payments.data.payment.payment_intent'],
  });
  expect(paid.payments?.data[0]?.payment.payment_intent).toMatchObject({ status: 'succeeded', amount: 700 });
  expect(await errorOf(client.subscriptions.retrieve(id, { expand: ['status'] }))).toMatchObject({
    message: 'This property cannot be expanded (status).',
  });
  const deep = 'latest_invoice.customer.invoice_settings.default_payment_method.customer';
  expect(await errorOf(client.subscriptions.retrieve(id, { expand: [deep] }))).toMatchObject({
    param: 'expand',
  });
  const plain = await client.invoices.retrieve(paid.id);
  expect([plain.payments, plain.confirmation_secret]).toEqual([undefined, undefined]);
});

test('a lookup key names one price, and moves only on request', async () => {
  const { client } = bench;
  const old = await monthly(client, 100, { lookup_key: 'team_month' });
  const again = { lookup_key: 'team_month', product: old.product as string, product_data: undefined };
  expect(await errorOf(monthly(client, 200, again))).toMatchObject({
    statusCode: 400,
    param: 'lookup_key',
  });
  const next = await monthly(client, 200, { ...again, transfer_lookup_key: true });
  const { data } = await client.prices.list({ lookup_keys: ['team_month', 'other'], active: true });
  expect(data.map(({ id }) => id)).toEqual([next.id]);
  expect((await client.prices.retrieve(old.id)).lookup_key).toBeNull();
  const eleven = Array.from({ length: 11 }, (_, n) => `key-${n}`);
  expect(await errorOf(client.prices.list({ lookup_keys: eleven }))).toMatchObject({ statusCode: 400 });
});

test('an idempotency key replays its response for a day, and is refused with another body', async () => {
  const { customers } = bench.client;
  const options = { idempotencyKey: 'key-1' };
  const first = await customers.create({ name: 'One' }, options);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  await customers.update(first.id, { name: 'Changed' });
  const again = await customers.create({ name: 'One' }, options);
  expect([again.id, again.name, again.lastResponse.headers['idempotent-replayed']]).toEqual([
    first.id,
    'One',
    'true',
  ]);
  expect(await errorOf(customers.create({ name: 'Two' }, options))).toMatchObject({
    statusCode: 400,
    rawType: 'idempotency_error',
  });
  expect(await errorOf(customers.update(first.id, { name: 'One' }, options))).toMatchObject({
    rawType: 'idempotency_error',
  });
  await bench.pass(86_399);
  expect((await customers.create({ name: 'One' }, options)).id).toBe(first.id);
  await bench.pass(1);
  expect((await customers.create({ name: 'One' }, options)).id).not.toBe(first.id);
});

test('a decline is replayed by its key, even after the card was changed', async () => {
  const { client, stripe } = bench;
  const { id: customer } = await customerWith(bench, 'declined');
  const { id: price } = await monthly(client, 700);
  const order: Stripe.SubscriptionCreateParams = {
    customer,
    items: [{ price }],
    payment_behavior: 'error_if_incomplete',
  };
  const declined = { statusCode: 402, code: 'card_declined', decline_code: 'generic_decline' };
  const attempt = (idempotencyKey: string) => client.subscriptions.create(order, { idempotencyKey });
  expect(await errorOf(attempt('first'))).toMatchObject(declined);
  stripe.control.setCard({ customer }, 'ok');
  expect(await errorOf(attempt('first'))).toMatchObject(declined);
  expect((await client.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
  expect((await attempt('second')).status).toBe('active');
});

test('a request that fails validation is not saved under its key', async () => {
  const { client, stripe } = bench;
  const options = { idempotencyKey: 'key-2' };
  const bad = { nme: 'x' } as Stripe.CustomerCreateParams;
  expect(await errorOf(client.customers.create(bad, options))).toMatchObject({ statusCode: 400 });
  stripe.faults.inject({ service: 'stripe', operation: 'customers.create', kind: 'throttle', times: 1 });
  expect(await errorOf(client.customers.create({ name: 'x' }, options))).toMatchObject({
    statusCode: 429,
    code: 'rate_limit',
  });
  expect((await client.customers.create({ name: 'x' }, options)).name).toBe('x');
});

test('a lost response is replayed under its key, and the request was carried out once', async () => {
  const { client, stripe } = bench;
  const options = { idempotencyKey: 'key-3', maxNetworkRetries: 0 };
  stripe.faults.inject({
    service: 'stripe',
    operation: 'customers.create',
    kind: 'timeout_after_success',
    times: 2,
  });
  await expect(client.customers.create({ name: 'Lost' }, options)).rejects.toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  );
  const found = await client.customers.create({ name: 'Lost' }, options);
  expect((await client.customers.list()).data.map(({ id }) => id)).toEqual([found.id]);
});

test('a refused request changes nothing', async () => {
  const { client } = bench;
  const { id: customer } = await customerWith(bench);
  const { id: price } = await monthly(client, 700);
  const before = JSON.stringify(bench.stripe.control.state());
  const order = { customer, items: [{ price }], discounts: [{ coupon: 'none' }] };
  expect(await errorOf(client.subscriptions.create(order))).toMatchObject({ code: 'resource_missing' });
  expect(JSON.stringify(bench.stripe.control.state())).toBe(before);
});

test('timestamps are whole seconds of the emulated clock', async () => {
  expect((await bench.client.customers.create()).created).toBe(secondsOf('2026-03-10T12:00:00Z'));
  await bench.to('2031-01-01T00:00:00Z');
  expect((await bench.client.customers.create()).created).toBe(secondsOf('2031-01-01T00:00:00Z'));
});
