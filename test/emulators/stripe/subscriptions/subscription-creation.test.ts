import { afterEach, beforeEach, expect, test } from 'vitest';
import { subscribeCustomer } from '../subscribe-customer.ts';
import { customerWith, monthly, openStripeWorkbench, secondsOf, type StripeWorkbench } from '../workbench.ts';

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const subscribed = (unitAmount?: number, quantity?: number) => subscribeCustomer(bench, unitAmount, quantity);
const get = (id: string) => bench.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] });

test('a subscription is active once its first invoice is paid, and its items carry the period', async () => {
  const { subscription } = await subscribed(5000, 3);
  expect(subscription).toMatchObject({
    status: 'active',
    billing_mode: { type: 'flexible' },
    livemode: false,
  });
  expect(subscription.items.data[0]).toMatchObject({
    quantity: 3,
    current_period_start: secondsOf('2026-03-10T12:00:00Z'),
    current_period_end: secondsOf('2026-04-10T12:00:00Z'),
  });
  expect(subscription.latest_invoice).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_create',
    amount_paid: 15_000,
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    payments: { data: [{ status: 'paid', payment: { type: 'payment_intent' } }] },
  });
  await bench.stripe.idle();
  expect(bench.eventTypes()).toEqual(
    expect.arrayContaining([
      'customer.subscription.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ]),
  );
});

test('a billing cycle anchor makes the first period a partial one', async () => {
  const price = await monthly(bench.client, 31_000);
  const customer = await customerWith(bench);
  const subscription = await bench.client.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    billing_cycle_anchor: secondsOf('2026-04-01T00:00:00Z'),
    expand: ['latest_invoice'],
  });
  const part = (21.5 / 31) * 31_000;
  expect(subscription.latest_invoice).toMatchObject({ amount_paid: Math.round(part) });
  await bench.to('2026-04-01T01:00:00Z');
  expect((await get(subscription.id)).latest_invoice).toMatchObject({ amount_paid: 31_000 });
});
