import { readFileSync, rmSync, statSync } from 'node:fs';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalCloud, type LocalCloud } from '#local/start.ts';
import { fixtureApp } from '#test/emulators/aws/fixtures/app.ts';
import { temporaryFolder } from '#test/emulators/aws/workbench.ts';

const data = temporaryFolder();
let cloud: LocalCloud;
let client: Stripe;

const start = async () => {
  cloud = await startLocalCloud({ data, port: 0, buildApp: fixtureApp, settleTimeoutMs: 5000 });
  const { secretKey } = JSON.parse(readFileSync(`${data}/stripe.json`, 'utf8')) as { secretKey: string };
  const { hostname, port } = new URL(cloud.environment['STRIPE_API_BASE'] ?? '');
  client = new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
};
beforeAll(start);
afterAll(async () => {
  await cloud.close();
  rmSync(data, { recursive: true, force: true });
});

const control = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${cloud.url}/_local/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};

const sessionFor = async (organizationId: string) => {
  const product_data = { name: 'Team <b>' };
  const price = await client.prices.create({
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'day' },
    product_data,
  });
  const customer = await client.customers.create({ metadata: { organizationId } });
  const session = await client.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 5 }],
    success_url: 'https://example.com/done',
  });
  return { customer, session };
};

test('functions get the address of the Stripe emulator, and only the owner can read its keys', () => {
  expect(cloud.environment['STRIPE_API_BASE']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(statSync(`${data}/stripe.json`).mode & 0o777).toBe(0o600);
});

test('a checkout page says that no money moves, and its button pays', async () => {
  const { session } = await sessionFor('org-page');
  const url = session.url ?? '';
  expect(url).toBe(`${cloud.url}/_local/stripe/checkout/${session.id}`);
  const page = await (await fetch(url)).text();
  expect(page).toContain('No money moves');
  expect(page).toContain('5 × Team &lt;b&gt;');
  expect(page).toContain('45.00 USD');
  const declined = await fetch(url, { method: 'POST', body: new URLSearchParams({ card: 'declined' }) });
  expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('declined')]);
  const paid = await fetch(url, { method: 'POST', body: new URLSearchParams({ card: 'ok' }) });
  expect([paid.status, await paid.text()]).toEqual([200, expect.stringContaining('complete')]);
  expect((await client.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
});

test('the control plane completes checkouts, changes cards and injects declines', async () => {
  const { session, customer } = await sessionFor('org-control');
  const completed = await control('POST', `stripe/checkout/${session.id}/complete`, {});
  expect([completed.status, JSON.parse(completed.text)]).toMatchObject([200, { status: 'complete' }]);
  const card = await control('POST', 'stripe/card', { organizationId: 'org-control', card: 'declined' });
  expect(JSON.parse(card.text)).toMatchObject({ customer: customer.id, card: { last4: '0341' } });
  expect((await control('POST', 'stripe/card', { card: 'ok' })).status).toBe(422);
  expect((await control('POST', 'stripe/card', { organizationId: 'nobody', card: 'ok' })).status).toBe(404);
  expect((await control('POST', 'stripe/webhooks', { shuffle: true, duplicate: true })).status).toBe(200);
  expect((await control('POST', 'stripe/webhooks', { upsideDown: true })).status).toBe(422);
  await control('POST', 'stripe/webhooks', {});
  expect((await control('POST', 'faults', { service: 's3', kind: 'decline', times: 1 })).status).toBe(422);
  await control('POST', 'faults', {
    service: 'stripe',
    operation: 'customers.create',
    kind: 'error',
    times: 1,
  });
  await expect(client.customers.create({})).rejects.toMatchObject({ statusCode: 500 });
  expect((await control('GET', 'stripe/state')).text).toContain('"local":true');
});

test('an open invoice is paid on its page, a card is changed in the portal, a charge refunded in the dashboard', async () => {
  const { customer } = await sessionFor('org-pages');
  await control('POST', 'stripe/card', { customer: customer.id, card: 'declined' });
  const { id } = await client.invoices.create({ customer: customer.id });
  const item = {
    customer: customer.id,
    invoice: id,
    amount: 700,
    currency: 'usd',
    description: '<i>odd</i>',
  };
  await client.invoiceItems.create(item);
  const { hosted_invoice_url: url } = await client.invoices.finalizeInvoice(id);
  const page = await (await fetch(url ?? '')).text();
  expect(page).toContain('&lt;i&gt;odd&lt;/i&gt;');
  const paid = await fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ card: 'ok' }) });
  expect([paid.status, await paid.text()]).toEqual([200, expect.stringContaining('paid')]);
  const features = { payment_method_update: { enabled: true } };
  const { id: configuration } = await client.billingPortal.configurations.create({ features });
  const portal = await client.billingPortal.sessions.create({ customer: customer.id, configuration });
  expect(await (await fetch(portal.url)).text()).toContain('No money moves');
  const changed = await fetch(portal.url, { method: 'POST', body: new URLSearchParams({ card: 'ok' }) });
  expect(changed.status).toBe(200);
  const { payments } = await client.invoices.retrieve(id, {
    expand: ['payments.data.payment.payment_intent'],
  });
  const intent = payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent | undefined;
  const charge = intent?.latest_charge as string;
  expect((await control('POST', 'stripe/refunds', { charge, amount: 200 })).status).toBe(201);
  expect((await control('POST', 'stripe/disputes', { charge })).status).toBe(201);
  expect((await control('POST', 'stripe/disputes', { charge, outcome: 'won' })).status).toBe(200);
  expect(await client.charges.retrieve(charge)).toMatchObject({
    amount_refunded: 200,
    disputed: true,
  });
});

test('the state of the Stripe emulator survives a restart, and renewals continue', async () => {
  const { session, customer } = await sessionFor('org-kept');
  await control('POST', `stripe/checkout/${session.id}/complete`, {});
  await cloud.close();
  await start();
  const [subscription] = (await client.subscriptions.list({ customer: customer.id })).data;
  expect(subscription?.status).toBe('active');
  await control('POST', 'clock', { advanceSeconds: 90_100 });
  const invoices = await client.invoices.list({ customer: customer.id });
  expect(invoices.data.map(({ status, billing_reason }) => [status, billing_reason])).toEqual([
    ['paid', 'subscription_cycle'],
    ['paid', 'subscription_create'],
  ]);
});
