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

test('an unpaid renewal makes the subscription past due and is retried after 3, 5 and 7 days', async () => {
  const { id, customer } = await subscribed();
  bench.stripe.control.setCard({ customer }, 'declined');
  await bench.to('2026-04-10T12:59:59Z');
  expect((await get(id)).status).toBe('active');
  await bench.to('2026-04-10T13:00:00Z');
  expect((await get(id)).status).toBe('past_due');
  expect(await latest(id)).toMatchObject({
    status: 'open',
    attempt_count: 1,
    next_payment_attempt: secondsOf('2026-04-13T13:00:00Z'),
  });
  await bench.to('2026-04-18T13:00:00Z');
  expect(await latest(id)).toMatchObject({
    attempt_count: 3,
    next_payment_attempt: secondsOf('2026-04-25T13:00:00Z'),
  });
  bench.stripe.control.setCard({ customer }, 'ok');
  expect((await get(id)).status).toBe('past_due');
  await bench.to('2026-04-25T13:00:00Z');
  expect([(await get(id)).status, (await latest(id)).status]).toEqual(['active', 'paid']);
});

test('an unpaid renewal is ended by paying it, and a manual attempt does not move the retries', async () => {
  const { id, customer } = await subscribed();
  bench.stripe.control.setCard({ customer }, 'declined');
  await bench.to('2026-04-11T00:00:00Z');
  const { id: invoice } = await latest(id);
  expect(await errorOf(bench.client.invoices.pay(invoice))).toMatchObject({ statusCode: 402 });
  expect(await latest(id)).toMatchObject({
    attempt_count: 1,
    next_payment_attempt: secondsOf('2026-04-13T13:00:00Z'),
  });
  bench.stripe.control.setCard({ customer }, 'ok');
  await bench.client.invoices.pay(invoice);
  expect((await get(id)).status).toBe('active');
});

const ends = [
  ['cancel', 'canceled'],
  ['unpaid', 'unpaid'],
  ['past_due', 'past_due'],
] as const;
test.each(ends)(
  'an unpaid renewal after the last retry, as set to %s, leaves the subscription %s',
  async (afterRetries, status) => {
    const { id, customer } = await subscribed({ afterRetries });
    bench.stripe.control.setCard({ customer }, 'declined');
    await bench.to('2026-04-25T13:00:00Z');
    expect(await get(id)).toMatchObject({
      status,
      cancellation_details: { reason: status === 'canceled' ? 'payment_failed' : null },
    });
    expect((await latest(id)).status).toBe('open');
    await bench.to('2026-06-10T14:00:00Z');
    const drafts = await bench.client.invoices.list({ subscription: id, status: 'draft' });
    expect(drafts.data).toHaveLength(status === 'unpaid' ? 2 : 0);
  },
);

test('an unpaid renewal keeps the subscription past due only while it is the newest invoice', async () => {
  const { id, customer } = await subscribed({ afterRetries: 'past_due' });
  bench.stripe.control.setCard({ customer }, 'declined');
  await bench.to('2026-05-10T14:00:00Z');
  const [newest, older] = (await bench.client.invoices.list({ subscription: id, status: 'open' })).data;
  bench.stripe.control.setCard({ customer }, 'ok');
  await bench.client.invoices.pay(older?.id ?? '');
  expect((await get(id)).status).toBe('past_due');
  await bench.client.invoices.pay(newest?.id ?? '');
  expect((await get(id)).status).toBe('active');
});

test('an unpaid renewal no longer keeps the subscription past due once it is voided', async () => {
  const { id, customer } = await subscribed();
  bench.stripe.control.setCard({ customer }, 'declined');
  await bench.to('2026-04-11T00:00:00Z');
  await bench.client.invoices.voidInvoice((await latest(id)).id);
  expect((await get(id)).status).toBe('active');
  await bench.to('2026-05-01T00:00:00Z');
  expect((await get(id)).status).toBe('active');
});

const first = async (payment_behavior?: Stripe.SubscriptionCreateParams.PaymentBehavior) => {
  bench = await openStripeWorkbench();
  const { id: price } = await monthly(bench.client, 1000);
  const { id: customer } = await customerWith(bench, 'declined');
  const order = { customer, items: [{ price }], ...(payment_behavior && { payment_behavior }) };
  return bench.client.subscriptions.create(order);
};

test('an unpaid first invoice leaves the subscription incomplete, which ends after 23 hours', async () => {
  const { id, status } = await first();
  expect(status).toBe('incomplete');
  await bench.pass(23 * 3600 - 1);
  expect((await get(id)).status).toBe('incomplete');
  await bench.pass(1);
  expect([(await get(id)).status, (await latest(id)).status]).toEqual(['incomplete_expired', 'void']);
  expect((await bench.client.subscriptions.list({})).data).toEqual([]);
});

test('an unpaid first invoice activates the subscription when it is paid in time', async () => {
  const { id, customer } = await first();
  bench.stripe.control.setCard({ customer: customer as string }, 'ok');
  await bench.client.invoices.pay((await latest(id)).id);
  await bench.pass(24 * 3600);
  expect((await get(id)).status).toBe('active');
});

test('an unpaid first invoice is not attempted with default_incomplete', async () => {
  const { id, status } = await first('default_incomplete');
  expect([status, (await latest(id)).attempted]).toEqual(['incomplete', false]);
  const secret = await bench.client.invoices.retrieve((await latest(id)).id, {
    expand: ['confirmation_secret'],
  });
  expect(secret.confirmation_secret?.client_secret).toMatch(/^pi_\w+_secret_\w+$/);
});

test('an unpaid first invoice creates nothing with error_if_incomplete', async () => {
  expect(await errorOf(first('error_if_incomplete'))).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
  });
  expect((await bench.client.subscriptions.list({ status: 'all' })).data).toEqual([]);
  expect((await bench.client.invoices.list()).data).toEqual([]);
});
