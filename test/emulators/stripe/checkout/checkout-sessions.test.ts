import type { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { monthly, openStripeWorkbench, errorOf, type StripeWorkbench } from '../workbench.ts';

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const success_url = 'https://example.com/done';
const sessions = () => bench.client.checkout.sessions;
const complete: StripeWorkbench['stripe']['control']['completeCheckout'] = (id, how) =>
  bench.stripe.control.completeCheckout(id, how);

const planSession = async (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const { id: price } = await monthly(bench.client, 1000);
  return sessions().create({
    mode: 'subscription',
    line_items: [{ price, quantity: 5 }],
    success_url,
    metadata: { kind: 'plan' },
    subscription_data: { metadata: { accountId: 'a-1' } },
    ...more,
  });
};

const packSession = async (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const { id: price } = await bench.client.prices.create({
    currency: 'usd',
    unit_amount: 4900,
    product_data: { name: 'Pack' },
  });
  return sessions().create({ mode: 'payment', line_items: [{ price, quantity: 1 }], success_url, ...more });
};

test('buying a plan activates the subscription and stores the card on it, not on the customer', async () => {
  const { customers, subscriptions } = bench.client;
  const { id: customer } = await customers.create({ email: 'a@example.com' });
  const session = await planSession({ customer, client_reference_id: 'org-1' });
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 5000,
    subscription: null,
    client_reference_id: 'org-1',
  });
  complete(session.id);
  const done = await sessions().retrieve(session.id, { expand: ['subscription', 'invoice', 'line_items'] });
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    invoice: { status: 'paid', amount_paid: 5000, billing_reason: 'subscription_create' },
    subscription: { status: 'active', customer, metadata: { accountId: 'a-1' } },
    customer_details: { email: 'a@example.com' },
    line_items: { data: [{ quantity: 5, amount_total: 5000 }] },
  });
  const card = (done.subscription as Stripe.Subscription).default_payment_method;
  expect(card).toMatch(/^pm_/);
  const buyer = (await customers.retrieve(customer)) as Stripe.Customer;
  expect(buyer.invoice_settings.default_payment_method).toBeNull();
  // The service moves the card to the customer in the same way.
  await customers.update(customer, { invoice_settings: { default_payment_method: card as string } });
  const { id } = done.subscription as Stripe.Subscription;
  expect((await subscriptions.update(id, { default_payment_method: '' })).default_payment_method).toBeNull();
  await bench.stripe.idle();
  const types = bench.eventTypes();
  for (const type of [
    'checkout.session.completed',
    'invoice.paid',
    'customer.subscription.created',
    'payment_method.attached',
  ]) {
    expect(types.filter((one) => one === type)).toHaveLength(1);
  }
});

test('with a declined card the session stays open and nothing is created', async () => {
  const session = await planSession();
  expect(() => complete(session.id, { card: 'declined' })).toThrow('declined');
  expect((await sessions().retrieve(session.id)).status).toBe('open');
  expect((await bench.client.subscriptions.list({ status: 'all' })).data).toEqual([]);
  expect((await bench.client.customers.list()).data).toEqual([]);
  complete(session.id, { card: 'ok' });
  expect((await sessions().retrieve(session.id)).customer).toMatch(/^cus_/);
});

test('a card that requires authentication pays on session, and not off session', async () => {
  const session = await planSession();
  complete(session.id, { card: 'authentication_required' });
  await bench.to('2026-04-10T13:00:00Z');
  const [subscription] = (await bench.client.subscriptions.list()).data;
  expect(subscription?.status).toBe('past_due');
});

test('buying a pack creates an invoice with its metadata', async () => {
  const metadata = { kind: 'pack', pack: 'core-100' };
  const session = await packSession({
    metadata,
    invoice_creation: { enabled: true, invoice_data: { metadata } },
    payment_intent_data: { metadata },
    allowed_payment_method_types: ['card'],
  });
  complete(session.id);
  expect(await sessions().retrieve(session.id, { expand: ['invoice', 'payment_intent'] })).toMatchObject({
    payment_status: 'paid',
    invoice: { status: 'paid', amount_paid: 4900, billing_reason: 'manual', metadata },
    payment_intent: { status: 'succeeded', amount: 4900 },
  });
});

test('without an invoice there is only the payment, and the card is stored only on request', async () => {
  const { id: customer } = await bench.client.customers.create();
  complete((await packSession({ customer })).id);
  const cards = async () => (await bench.client.paymentMethods.list({ customer })).data.length;
  expect([await cards(), (await bench.client.invoices.list()).data.length]).toEqual([0, 0]);
  complete((await packSession({ customer, payment_intent_data: { setup_future_usage: 'off_session' } })).id);
  expect(await cards()).toBe(1);
});

test('setting up a card attaches it without making it a default', async () => {
  const { id: customer } = await bench.client.customers.create();
  const session = await sessions().create({ mode: 'setup', customer, currency: 'usd', success_url });
  complete(session.id);
  const done = await sessions().retrieve(session.id, { expand: ['setup_intent'] });
  expect(done).toMatchObject({
    payment_status: 'no_payment_required',
    setup_intent: { status: 'succeeded', customer },
  });
  expect((await bench.client.paymentMethods.list({ customer })).data).toHaveLength(1);
  expect(await bench.client.customers.retrieve(customer)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
});

test('a session expires after a day or on request, and can then be neither paid nor expired', async () => {
  const [late, expired, paid] = [await planSession(), await planSession(), await planSession()];
  expect((await sessions().expire(expired.id)).status).toBe('expired');
  complete(paid.id);
  const closed = { statusCode: 400, message: expect.stringContaining('has a status of `complete`') };
  expect(await errorOf(sessions().expire(paid.id))).toMatchObject(closed);
  await bench.pass(86_399);
  expect((await sessions().retrieve(late.id)).status).toBe('open');
  await bench.pass(1);
  expect((await sessions().retrieve(late.id)).status).toBe('expired');
  for (const { id } of [late, expired, paid])
    expect(() => complete(id)).toThrow('No such open checkout session');
  expect(bench.eventTypes().filter((type) => type === 'checkout.session.expired')).toHaveLength(2);
  const statuses = ['open', 'expired', 'complete'] as const;
  const counts = await Promise.all(
    statuses.map(async (status) => (await sessions().list({ status })).data.length),
  );
  expect(counts).toEqual([0, 2, 1]);
});

test('a coupon of 100 % makes the first invoice free, and a lasting one the next invoices', async () => {
  const { coupons, promotionCodes, invoices } = bench.client;
  await coupons.create({ id: 'FREE', percent_off: 100, duration: 'repeating', duration_in_months: 2 });
  const { id: promotion_code } = await promotionCodes.create({
    promotion: { type: 'coupon', coupon: 'FREE' },
    code: 'WELCOME',
  });
  const session = await planSession({ discounts: [{ promotion_code }] });
  expect(session).toMatchObject({ amount_subtotal: 5000, amount_total: 0, discounts: [{ promotion_code }] });
  complete(session.id);
  expect(await sessions().retrieve(session.id)).toMatchObject({ payment_status: 'no_payment_required' });
  await bench.to('2026-06-10T13:00:00Z');
  const paid = (await invoices.list()).data.toReversed().map(({ total, status }) => [total, status]);
  expect(paid).toEqual(
    [
      [0, 'paid'],
      [0, 'paid'],
      [5000, 'paid'],
      [5000, 'paid'],
    ].slice(0, paid.length),
  );
  expect((await promotionCodes.list({ code: 'welcome', active: true })).data[0]).toMatchObject({
    times_redeemed: 1,
    promotion: { type: 'coupon', coupon: 'FREE' },
  });
});

test('a coupon with the duration once, entered on the page, applies to the first invoice only', async () => {
  const { coupons, promotionCodes, invoices, subscriptions } = bench.client;
  await coupons.create({
    id: 'ONCE',
    amount_off: 1500,
    currency: 'usd',
    duration: 'once',
    max_redemptions: 1,
  });
  await promotionCodes.create({ promotion: { type: 'coupon', coupon: 'ONCE' }, code: 'FIRST' });
  const session = await planSession({ allow_promotion_codes: true });
  expect(() => complete(session.id, { promotionCode: 'SECOND' })).toThrow('invalid');
  complete(session.id, { promotionCode: 'first' });
  expect((await subscriptions.list()).data[0]?.discounts).toEqual([]);
  await bench.to('2026-04-10T13:00:00Z');
  expect((await invoices.list()).data.map(({ amount_paid }) => amount_paid)).toEqual([5000, 3500]);
  const again = planSession({ discounts: [{ coupon: 'ONCE' }] });
  expect(await errorOf(again)).toMatchObject({ code: 'coupon_expired' });
});

test('incompatible parameters are refused', async () => {
  const { id: once } = await bench.client.prices.create({
    currency: 'usd',
    unit_amount: 1,
    product_data: { name: 'x' },
  });
  const { id: recurring } = await monthly(bench.client, 1);
  const both = { allow_promotion_codes: true, discounts: [{ coupon: 'x' }] };
  expect(await errorOf(planSession(both))).toMatchObject({ statusCode: 400 });
  expect(await errorOf(planSession({ line_items: [{ price: once }] }))).toMatchObject({
    param: 'line_items',
  });
  expect(await errorOf(packSession({ line_items: [{ price: recurring }] }))).toMatchObject({
    param: 'line_items',
  });
  const data = { metadata: { a: 'b' } };
  expect(await errorOf(packSession({ subscription_data: data }))).toMatchObject({
    param: 'subscription_data',
  });
  expect(await errorOf(planSession({ expires_at: 1 }))).toMatchObject({ param: 'expires_at' });
  expect(await errorOf(planSession({ customer: 'cus_x' }))).toMatchObject({ code: 'resource_missing' });
  expect(await errorOf(planSession({ invoice_creation: { enabled: true } }))).toMatchObject({
    param: 'invoice_creation',
  });
});
