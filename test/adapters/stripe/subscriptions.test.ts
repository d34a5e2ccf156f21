import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import * as fixture from './fixtures.ts';
import { scriptedReader } from './scripted-reader.ts';
import { listOf } from './scripted-stripe.ts';

const readSubscription = async (subscription: Stripe.Subscription) =>
  scriptedReader({ 'GET /v1/subscriptions/sub_1': subscription }).reader.subscription('sub_1');

describe('a subscription', () => {
  test('is read with all its fields', async () => {
    expect(await readSubscription(fixture.subscription())).toEqual({
      subscriptionId: 'sub_1',
      accountId: 'acme',
      customerId: 'cus_1',
      price: 'team_month',
      quantity: 10,
      status: 'active',
      startAt: '2026-02-01T00:00:00.000Z',
      anchorAt: '2026-02-01T00:00:00.000Z',
      periodStartAt: '2026-03-01T00:00:00.000Z',
      periodEndAt: '2026-04-01T00:00:00.000Z',
      cancelsAtPeriodEnd: false,
    });
  });

  test.each([
    ['trialing', 'active'],
    ['active', 'active'],
    ['incomplete', 'incomplete'],
    ['incomplete_expired', 'ended'],
    ['canceled', 'ended'],
    ['past_due', 'past_due'],
    ['unpaid', 'past_due'],
    ['paused', 'past_due'],
    ['something_new', 'past_due'],
  ])('that is %s at Stripe is %s', async (status, expected) => {
    expect(await readSubscription(fixture.subscription({ status }))).toMatchObject({ status: expected });
  });

  test('ends with its period, whichever field says so', async () => {
    const cancels = async (more: Partial<Stripe.Subscription>) =>
      (await readSubscription(fixture.subscription(more)))?.cancelsAtPeriodEnd;
    expect(await cancels({ cancel_at_period_end: true })).toBe(true);
    expect(await cancels({ cancel_at: 1_775_001_600 })).toBe(true);
    expect(await cancels({ cancel_at: 1_775_001_601 })).toBe(false);
  });

  test('has its next phase until that phase has started', async () => {
    const next = fixture.phase({
      start_date: 1_775_001_600,
      end_date: 1_777_593_600,
      items: fixture.phase().items.map((one) => ({ ...one, quantity: 6 })),
    });
    const phases = [fixture.phase(), next];
    const before = fixture.subscription({ schedule: fixture.schedule({ phases }) });
    expect((await readSubscription(before))?.schedule).toEqual({
      scheduleId: 'sub_sched_1',
      next: { price: 'team_month', quantity: 6, startAt: '2026-04-01T00:00:00.000Z' },
    });
    const current_phase = { start_date: next.start_date, end_date: next.end_date };
    const after = fixture.subscription({ schedule: fixture.schedule({ phases, current_phase }) });
    expect((await readSubscription(after))?.schedule).toEqual({ scheduleId: 'sub_sched_1' });
  });

  test('has an update that waits for its payment', async () => {
    const pending_update = {
      subscription_items: [fixture.item({ quantity: 12 })],
    } as Stripe.Subscription.PendingUpdate;
    const waiting = fixture.subscription({ pending_update });
    expect((await readSubscription(waiting))?.pendingUpdate).toEqual({ quantity: 12, invoiceId: 'in_1' });
  });

  test('that has ended has the time of its end', async () => {
    const over = fixture.subscription({ status: 'canceled', ended_at: 1_775_001_600 });
    expect(await readSubscription(over)).toMatchObject({ endedAt: '2026-04-01T00:00:00.000Z' });
  });

  test('that has ended is not among those of a customer', async () => {
    const { reader } = scriptedReader({
      'GET /v1/subscriptions': listOf(
        fixture.subscription(),
        fixture.subscription({ id: 'sub_2', status: 'incomplete_expired' }),
      ),
    });
    expect((await reader.subscriptions('cus_1')).map((one) => one.subscriptionId)).toEqual(['sub_1']);
  });
});

describe('a checkout', () => {
  const read = async (session: Stripe.Checkout.Session) =>
    scriptedReader({ 'GET /v1/checkout/sessions/cs_1': session }).reader.checkout('cs_1');

  test('is read with all its fields', async () => {
    expect(await read(fixture.session())).toEqual({
      sessionId: 'cs_1',
      accountId: 'acme',
      status: 'open',
      paid: false,
      url: 'https://checkout.stripe.com/c/1',
      metadata: { accountId: 'acme', kind: 'pack', pack: 'core-100' },
    });
  });

  test.each([
    ['paid', true],
    ['no_payment_required', true],
    ['unpaid', false],
  ])('whose payment status is %s: paid is %s', async (payment_status, paid) => {
    const complete = {
      payment_status,
      status: 'complete',
      subscription: 'sub_1',
      invoice: 'in_1',
      url: null,
    };
    expect(await read(fixture.session(complete))).toMatchObject({
      status: 'complete',
      paid,
      subscriptionId: 'sub_1',
      invoiceId: 'in_1',
    });
  });
});

describe('a customer', () => {
  const read = async (customer: object) =>
    scriptedReader({ 'GET /v1/customers/cus_1': customer }).reader.customer('cus_1');
  const paying = (default_payment_method: string | null) => ({
    invoice_settings: { ...fixture.customer().invoice_settings, default_payment_method },
  });

  test('has a payment method when it is the default', async () => {
    expect(await read(fixture.customer())).toEqual({
      customerId: 'cus_1',
      accountId: 'acme',
    });
    expect(await read(fixture.customer(paying('pm_1')))).toMatchObject({
      paymentMethodId: 'pm_1',
    });
    expect(await read(fixture.customer({ default_source: 'card_1' }))).toMatchObject({
      paymentMethodId: 'card_1',
    });
  });

  test('that was deleted does not exist', async () => {
    expect(await read({ id: 'cus_1', object: 'customer', deleted: true })).toBeUndefined();
  });
});
