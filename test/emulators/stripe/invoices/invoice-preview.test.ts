import { afterEach, beforeEach, expect, test } from 'vitest';
import { subscribeCustomer } from '../subscribe-customer.ts';
import { errorOf, openStripeWorkbench, secondsOf, type StripeWorkbench } from '../workbench.ts';

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const subscribed = (unitAmount?: number, quantity?: number) => subscribeCustomer(bench, unitAmount, quantity);

test('a preview shows what is billed later, and changes nothing', async () => {
  const { subscription, item } = await subscribed(9700, 5);
  const { invoices } = bench.client;
  await bench.to('2026-03-21T05:06:07Z');
  const before = JSON.stringify(bench.stripe.control.state());
  const changes = { items: [{ id: item, quantity: 7 }], proration_behavior: 'always_invoice' as const };
  const seen = await invoices.createPreview({ subscription: subscription.id, subscription_details: changes });
  const renewal = await invoices.createPreview({ subscription: subscription.id });
  expect(JSON.stringify(bench.stripe.control.state())).toBe(before);
  expect(seen).toMatchObject({ id: expect.stringMatching(/^upcoming_in_/), status: 'draft' });
  const changed = await bench.client.subscriptions.update(subscription.id, {
    ...changes,
    expand: ['latest_invoice'],
  });
  expect(changed.latest_invoice).toMatchObject({ total: seen.total, amount_paid: seen.amount_due });
  expect(renewal).toMatchObject({ total: 48_500, period_end: secondsOf('2026-04-10T12:00:00Z') });
  await bench.client.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  const none = invoices.createPreview({ subscription: subscription.id });
  expect(await errorOf(none)).toMatchObject({ code: 'invoice_upcoming_none' });
});

test('previews a first subscription and one-time items without a customer, and keeps none', async () => {
  const { price } = await subscribed(9700, 5);
  const { invoices, prices } = bench.client;
  const product = await bench.client.products.create({ name: 'Pack' });
  const pack = await prices.create({ currency: 'usd', unit_amount: 1500, product: product.id });
  const before = JSON.stringify(bench.stripe.control.state());
  const items = [{ price: price.id, quantity: 2 }];
  const first = await invoices.createPreview({ currency: 'usd', subscription_details: { items } });
  const once = await invoices.createPreview({
    currency: 'usd',
    invoice_items: [{ price: pack.id, quantity: 3 }],
  });
  expect([first.amount_due, once.amount_due]).toEqual([19_400, 4_500]);
  const nothing = await errorOf(invoices.createPreview({ subscription_details: { items } }));
  expect(nothing).toMatchObject({ param: 'customer' });
  expect(JSON.stringify(bench.stripe.control.state())).toBe(before);
});

test('the preview of a first subscription takes the balance of its customer once', async () => {
  const { price, customer: buyer } = await subscribed(9700);
  const customer = buyer.id;
  const { customers, invoices, coupons } = bench.client;
  await customers.update(customer, { balance: -2000 });
  const { id: coupon } = await coupons.create({ amount_off: 700, currency: 'usd', duration: 'once' });
  const subscription_details = { items: [{ price: price.id, quantity: 1 }] };
  const seen = await invoices.createPreview({ customer, subscription_details, discounts: [{ coupon }] });
  expect(seen).toMatchObject({ subtotal: 9700, total: 9000, amount_due: 7000 });
});
