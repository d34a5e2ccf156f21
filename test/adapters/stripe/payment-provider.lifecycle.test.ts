import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stripeClient } from '#adapters/stripe/client.ts';
import { stripeEventReader } from '#adapters/stripe/verify-event.ts';
import { setUpStripe } from '#adapters/stripe/setup.ts';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import type { PriceName } from '@scangate/domain/plans/price-names';
import type { PaymentProvider, PaymentEvent } from '#ports/payment-provider.ts';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import { createStripeEmulator, type StripeEmulator } from '@scangate/emulator-stripe/create-stripe-emulator';
import { openManualClock, type ManualClock } from '@scangate/emulator-host/manual-clock';

/** Subscriptions over time, which only the emulator can move. */

const secret = 'whsec_of_the_test';
let clock: ManualClock;
let local: StripeEmulator;
let server: LocalServer;
let stripe: Stripe;
let provider: PaymentProvider;
let events: PaymentEvent[];
let keys = 0;
const key = () => `k${(keys += 1)}`;
const to = (instant: string) => clock.advanceTo(Date.parse(instant));

beforeEach(async () => {
  events = [];
  clock = openManualClock(Date.parse('2026-01-31T12:00:00Z'), () => local.idle());
  local = createStripeEmulator({
    clock,
    webhook: { url: 'https://api.example.com/webhooks/stripe', secret },
    deliver: async ({ body, headers }) => {
      const now = new Date(clock.now());
      events.push(await stripeEventReader(secret).read(body, headers['stripe-signature'], now));
      return 200;
    },
  });
  server = await local.listen();
  stripe = stripeClient('sk_test_of_the_test', server.url);
  await setUpStripe(stripe, { currency: 'eur' });
  provider = stripePaymentProvider(stripe, { returnUrl: 'https://console.example.com/billing' });
});
afterEach(() => server.close());

const subscribed = async (name: PriceName, quantity: number): Promise<[string, string]> => {
  const { customerId } = await provider.createCustomer(key(), { accountId: 'acme', name: 'Acme' });
  local.control.setCard({ customer: customerId }, 'ok');
  const { data } = await stripe.prices.list({ lookup_keys: [name] });
  const { id } = await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price: data[0]?.id ?? '', quantity }],
    metadata: { accountId: 'acme', kind: 'plan' },
  });
  return [id, customerId];
};

const read = async (id: string) => (await provider.subscription(id)) ?? expect.fail('no subscription');
const newest = async (id: string) => (await provider.invoices(id))[0] ?? expect.fail('no invoice');

describe('a renewal', () => {
  test('follows the anchor’s day, clamped to the end of the month', async () => {
    const [id] = await subscribed('team_month', 6);
    await to('2026-02-28T14:00:00Z');
    expect(await newest(id)).toMatchObject({
      reason: 'cycle',
      status: 'paid',
      lines: [{ price: 'team_month', quantity: 6, proration: false, startAt: '2026-02-28T12:00:00.000Z' }],
    });
    expect(await read(id)).toMatchObject({
      anchorAt: '2026-01-31T12:00:00.000Z',
      periodEndAt: '2026-03-31T12:00:00.000Z',
    });
  });

  test('applies scheduled licenses at the same anchor', async () => {
    const [id] = await subscribed('team_month', 10);
    await provider.scheduleNext(key(), id, { price: 'team_month', quantity: 6 });
    await to('2026-02-28T14:00:00Z');
    expect(await newest(id)).toMatchObject({
      reason: 'cycle',
      amountPaid: 6 * 2_900,
      lines: [{ quantity: 6, endAt: '2026-03-31T12:00:00.000Z' }],
    });
    await to('2026-03-31T14:00:00Z');
    expect(await newest(id)).toMatchObject({ reason: 'cycle', amountPaid: 6 * 2_900 });
    expect((await read(id)).schedule).toBeUndefined();
  });

  test('applies another interval as a new billing cycle', async () => {
    const [id] = await subscribed('team_month', 6);
    await provider.scheduleNext(key(), id, { price: 'team_year', quantity: 6 });
    await to('2026-02-28T14:00:00Z');
    expect(await newest(id)).toMatchObject({
      reason: 'cycle',
      amountPaid: 6 * 29_000,
      lines: [
        {
          price: 'team_year',
          quantity: 6,
          startAt: '2026-02-28T12:00:00.000Z',
          endAt: '2027-02-28T12:00:00.000Z',
        },
      ],
    });
    expect(await read(id)).toMatchObject({ price: 'team_year', periodEndAt: '2027-02-28T12:00:00.000Z' });
    expect(await provider.invoices(id)).toHaveLength(2);
  });

  test('that fails has the time of its last failure until it is paid', async () => {
    const [id, customer] = await subscribed('starter_month', 1);
    local.control.setCard({ customer }, 'declined');
    await to('2026-02-28T14:00:00Z');
    const { invoiceId, failedAt = '', status } = await newest(id);
    expect(status).toBe('open');
    expect(failedAt.slice(0, 10)).toBe('2026-02-28');
    expect((await read(id)).status).toBe('past_due');
    await to('2026-03-04T14:00:00Z');
    const { failedAt: later = '' } = await newest(id);
    expect(later > failedAt).toBe(true);
    local.control.setCard({ customer }, 'ok');
    expect(await provider.payInvoice(key(), invoiceId)).toEqual({ outcome: 'paid' });
    expect(await provider.invoice(invoiceId)).toMatchObject({ status: 'paid' });
    expect((await provider.invoice(invoiceId))?.failedAt).toBeUndefined();
    expect((await read(id)).status).toBe('active');
  });

  test('does not happen for a canceled subscription', async () => {
    const [id] = await subscribed('starter_month', 1);
    await provider.cancelAtPeriodEnd(key(), id, true);
    await to('2026-02-28T14:00:00Z');
    expect(await read(id)).toMatchObject({ status: 'ended', endedAt: '2026-02-28T12:00:00.000Z' });
    expect(await provider.invoices(id)).toHaveLength(1);
  });
});

describe('more licenses', () => {
  test('that were added are renewed, and the schedule is created again', async () => {
    const [id] = await subscribed('team_month', 10);
    await provider.scheduleNext(key(), id, { price: 'team_month', quantity: 6 });
    const { schedule } = await read(id);
    await provider.releaseSchedule(key(), schedule?.scheduleId ?? '');
    await provider.raiseQuantity(key(), id, 12);
    await provider.scheduleNext(key(), id, { price: 'team_month', quantity: 7 });
    expect((await read(id)).quantity).toBe(12);
    await to('2026-02-28T14:00:00Z');
    expect(await newest(id)).toMatchObject({ reason: 'cycle', lines: [{ quantity: 7 }] });
  });
});

test('a checkout of a plan creates a subscription of the account, whose card moves to the customer', async () => {
  const { customerId } = await provider.createCustomer(key(), { accountId: 'acme', name: 'Acme' });
  const order = { accountId: 'acme', customerId, plan: 'Team', interval: 'month', licenses: 7 } as const;
  const { sessionId } = await provider.openPlanCheckout(key(), order);
  local.control.completeCheckout(sessionId);
  const { subscriptionId = '', ...session } =
    (await provider.checkout(sessionId)) ?? expect.fail('no checkout');
  expect(session).toMatchObject({ status: 'complete', paid: true });
  expect(await read(subscriptionId)).toMatchObject({ accountId: 'acme', price: 'team_month', quantity: 7 });
  await provider.adoptPaymentMethod(key(), customerId, subscriptionId);
  expect(await provider.customer(customerId)).toHaveProperty('paymentMethodId');
  local.control.setCard({ customer: customerId }, 'declined');
  await to('2026-02-28T14:00:00Z');
  expect((await read(subscriptionId)).status).toBe('past_due');
  await expect(provider.expireCheckout(key(), sessionId)).rejects.toMatchObject({
    code: 'checkout_complete',
  });
});

test('a checkout of a pack creates a paid invoice of the account', async () => {
  const { customerId } = await provider.createCustomer(key(), { accountId: 'acme', name: 'Acme' });
  const { sessionId } = await provider.openPackCheckout(key(), {
    accountId: 'acme',
    customerId,
    pack: 'sast-25',
  });
  local.control.completeCheckout(sessionId);
  const { invoiceId = '', paid } = (await provider.checkout(sessionId)) ?? expect.fail('no checkout');
  expect(paid).toBe(true);
  expect(await provider.invoice(invoiceId)).toMatchObject({
    accountId: 'acme',
    status: 'paid',
    reason: 'other',
    amountPaid: 2_500,
    lines: [{ price: 'pack_sast-25' }],
  });
});

test('events are signed with the current time and name their object', async () => {
  const [id, customer] = await subscribed('starter_month', 1);
  await to('2026-02-28T14:00:00Z');
  const about = (object: PaymentEvent['object']) =>
    new Set(events.filter((event) => event.object === object).map(({ objectId }) => objectId));
  expect(about('subscription')).toEqual(new Set([id]));
  expect(about('customer')).toEqual(new Set([customer]));
  expect(about('invoice')).toEqual(new Set((await provider.invoices(id)).map(({ invoiceId }) => invoiceId)));
});
