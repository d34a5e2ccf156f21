import type { Stripe } from 'stripe';
import { afterEach, expect, test } from 'vitest';
import type { StripeEmulatorOptions } from '@scangate/emulator-stripe/create-stripe-emulator';
import {
  customerWith,
  monthly,
  openStripeWorkbench,
  errorOf,
  secondsOf,
  type StripeWorkbench,
} from '../workbench.ts';

let bench: StripeWorkbench;
afterEach(() => bench.close());

const subscribed = async (more: Partial<StripeEmulatorOptions> = {}) => {
  bench = await openStripeWorkbench(more);
  const { id: price } = await monthly(bench.client, 1000);
  const { id: customer } = await customerWith(bench);
  const { id, items } = await bench.client.subscriptions.create({
    customer,
    items: [{ price, quantity: 5 }],
  });
  return { customer, price, id, item: items.data[0]?.id ?? '' };
};
const get = (id: string) => bench.client.subscriptions.retrieve(id);
const latest = async (id: string) =>
  (await bench.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
    .latest_invoice as Stripe.Invoice;

const raised = async () => {
  const made = await subscribed();
  bench.stripe.control.setCard({ customer: made.customer }, 'declined');
  await bench.pass(86_400);
  const subscription = await bench.client.subscriptions.update(made.id, {
    items: [{ id: made.item, quantity: 8 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  });
  await bench.stripe.idle();
  return { ...made, subscription };
};

test('a pending update changes nothing yet, and shows the pending change', async () => {
  const { subscription, id } = await raised();
  expect(subscription).toMatchObject({
    status: 'active',
    items: { data: [{ quantity: 5 }] },
    pending_update: {
      expires_at: secondsOf('2026-03-12T11:00:00Z'),
      subscription_items: [{ quantity: 8 }],
    },
  });
  expect(await latest(id)).toMatchObject({ status: 'open', billing_reason: 'subscription_update' });
});

test('a pending update is applied with the payment', async () => {
  const { id, customer } = await raised();
  bench.stripe.control.setCard({ customer }, 'ok');
  await bench.client.invoices.pay((await latest(id)).id);
  expect(await get(id)).toMatchObject({ pending_update: null, items: { data: [{ quantity: 8 }] } });
  await bench.stripe.idle();
  expect(bench.eventTypes()).toContain('customer.subscription.pending_update_applied');
  await bench.to('2026-04-10T13:00:00Z');
  expect(await latest(id)).toMatchObject({ amount_paid: 8000 });
});

test('a pending update expires after 23 hours, with its invoice', async () => {
  const { id } = await raised();
  const { id: invoice } = await latest(id);
  await bench.pass(23 * 3600);
  expect(await get(id)).toMatchObject({ pending_update: null, items: { data: [{ quantity: 5 }] } });
  expect((await bench.client.invoices.retrieve(invoice)).status).toBe('void');
  expect(bench.eventTypes()).toContain('customer.subscription.pending_update_expired');
});

test('a pending update expires when its invoice is voided, and when another update comes', async () => {
  const { id, item, customer } = await raised();
  const { id: first } = await latest(id);
  await bench.client.invoices.voidInvoice(first);
  expect((await get(id)).pending_update).toBeNull();
  const again = (quantity: number) =>
    bench.client.subscriptions.update(id, {
      items: [{ id: item, quantity }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
  await again(9);
  const { id: second } = await latest(id);
  bench.stripe.control.setCard({ customer }, 'ok');
  expect((await again(10)).items.data[0]?.quantity).toBe(10);
  expect((await bench.client.invoices.retrieve(second)).status).toBe('void');
});

test('a pending update expires with the period, and the renewal bills the old items', async () => {
  const { id, item, customer } = await subscribed();
  await bench.to('2026-04-10T11:00:00Z');
  bench.stripe.control.setCard({ customer }, 'declined');
  const { pending_update } = await bench.client.subscriptions.update(id, {
    items: [{ id: item, quantity: 800 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  });
  expect(pending_update?.expires_at).toBe(secondsOf('2026-04-10T12:00:00Z'));
  await bench.to('2026-04-10T12:30:00Z');
  expect(await latest(id)).toMatchObject({ billing_reason: 'subscription_cycle', total: 5000 });
  expect((await get(id)).pending_update).toBeNull();
});

test('a pending update below the smallest charge is applied at once and billed with the next invoice', async () => {
  const { id, item, customer } = await subscribed();
  await bench.to('2026-04-10T11:00:00Z');
  bench.stripe.control.setCard({ customer }, 'declined');
  const updated = await bench.client.subscriptions.update(id, {
    items: [{ id: item, quantity: 8 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  });
  expect(updated).toMatchObject({ pending_update: null, items: { data: [{ quantity: 8 }] } });
  const owed = Math.round(8000 / 744) - Math.round(5000 / 744);
  expect(await latest(id)).toMatchObject({ status: 'paid', total: owed, amount_due: 0 });
  bench.stripe.control.setCard({ customer }, 'ok');
  await bench.to('2026-04-10T13:00:00Z');
  expect(await latest(id)).toMatchObject({ total: 8000, amount_paid: 8000 + owed });
});

test('a pending update refuses parameters that cannot wait', async () => {
  const { id, item } = await subscribed();
  const update = { items: [{ id: item, quantity: 6 }], payment_behavior: 'pending_if_incomplete' as const };
  const refused = await errorOf(bench.client.subscriptions.update(id, { ...update, metadata: { a: 'b' } }));
  expect(refused).toMatchObject({ statusCode: 400, param: 'metadata' });
});

test('a pending update changes nothing with error_if_incomplete', async () => {
  const { id, item, customer } = await subscribed();
  bench.stripe.control.setCard({ customer }, 'authentication_required');
  const refused = bench.client.subscriptions.update(id, {
    items: [{ id: item, quantity: 6 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
  expect(await errorOf(refused)).toMatchObject({
    statusCode: 402,
    code: 'subscription_payment_intent_requires_action',
  });
  expect((await get(id)).items.data[0]?.quantity).toBe(5);
  expect((await bench.client.invoices.list({ subscription: id })).data).toHaveLength(1);
});
