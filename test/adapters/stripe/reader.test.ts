import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { priceNameKey, priceCatalog } from '#adapters/stripe/prices.ts';
import { stripeReader } from '#adapters/stripe/reader.ts';
import { priceNames } from '@scangate/domain/plans/prices';
import * as fixture from './fixtures.ts';
import { listOf, errorAnswer, scriptedStripe } from './scripted-stripe.ts';

const gone = errorAnswer(404, { code: 'resource_missing', param: 'id' });
const reading = (script: Parameters<typeof scriptedStripe>[0]) => {
  const { stripe, seen } = scriptedStripe({ 'GET /v1/prices/price_team': fixture.price(), ...script });
  return { reader: stripeReader(stripe, priceCatalog(stripe)), seen };
};

const readInvoice = async (invoice: Stripe.Invoice, intent?: Stripe.PaymentIntent) => {
  const withPayments = { ...invoice, payments: listOf(...(intent ? [fixture.paymentOf(intent)] : [])) };
  const { reader } = reading({
    'GET /v1/invoices/in_1': withPayments,
    'GET /v1/payment_intents/pi_1': intent ?? gone,
  });
  return reader.invoice('in_1');
};

describe('an invoice', () => {
  test('is told whole', async () => {
    expect(await readInvoice(fixture.invoice())).toEqual({
      invoiceId: 'in_1',
      accountId: 'acme',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      reason: 'cycle',
      status: 'open',
      number: 'ACME-0001',
      amountDue: 29_000,
      amountPaid: 0,
      currency: 'eur',
      createdAt: '2026-03-01T00:00:00.000Z',
      hostedUrl: 'https://invoice.stripe.com/i/1',
      pdfUrl: 'https://invoice.stripe.com/i/1.pdf',
      lines: [
        {
          price: 'team_month',
          quantity: 10,
          proration: false,
          startAt: '2026-03-01T00:00:00.000Z',
          endAt: '2026-04-01T00:00:00.000Z',
        },
      ],
      metadata: {},
    });
  });

  test('of nobody, without lines, payments or a number, is told all the same', async () => {
    const bare = fixture.invoice({
      customer: null,
      parent: null,
      number: null,
      lines: listOf(),
      metadata: null,
      status: 'draft',
      hosted_invoice_url: null,
      invoice_pdf: null,
      billing_reason: 'manual',
    });
    expect(await readInvoice(bare)).toMatchObject({
      customerId: '',
      number: '',
      status: 'draft',
      reason: 'other',
      lines: [],
      metadata: {},
    });
  });

  test.each([
    ['subscription_create', 'create'],
    ['subscription_cycle', 'cycle'],
    ['manual', 'other'],
    ['subscription_threshold', 'other'],
    [null, 'other'],
  ])('made by %s has the reason %s', async (billing_reason, reason) => {
    expect(await readInvoice(fixture.invoice({ billing_reason }))).toMatchObject({ reason });
  });

  test('of prorations alone is an update; one with a whole period begins a cycle', async () => {
    const update = { billing_reason: 'subscription_update' };
    const seats = fixture.invoice({ ...update, lines: listOf(fixture.proration(), fixture.proration()) });
    expect(await readInvoice(seats)).toMatchObject({ reason: 'update', lines: [{ proration: true }, {}] });
    const yearly = fixture.invoice({ ...update, lines: listOf(fixture.proration(), fixture.line()) });
    expect(await readInvoice(yearly)).toMatchObject({ reason: 'cycle' });
  });

  test('with more lines than come along is read to the end', async () => {
    const first = { ...listOf(fixture.line()), has_more: true };
    const { reader } = reading({
      'GET /v1/invoices/in_1': fixture.invoice({ lines: first }),
      'GET /v1/invoices/in_1/lines': listOf(...Array.from({ length: 30 }, () => fixture.line())),
    });
    expect((await reader.invoice('in_1'))?.lines).toHaveLength(30);
  });

  test('knows its price also by its own mark, after the lookup key moved on to another', async () => {
    const older = fixture.price({ lookup_key: null, metadata: { [priceNameKey]: 'team_month' } });
    const { reader } = reading({
      'GET /v1/prices/price_team': older,
      'GET /v1/invoices/in_1': fixture.invoice(),
    });
    expect(await reader.invoice('in_1')).toMatchObject({ lines: [{ price: 'team_month' }] });
  });

  test.each([fixture.price({ lookup_key: 'somebody_elses' }), gone])(
    'with a price that is none of ours names none',
    async (price) => {
      const { reader } = reading({
        'GET /v1/prices/price_team': price,
        'GET /v1/invoices/in_1': fixture.invoice(),
      });
      expect((await reader.invoice('in_1'))?.lines[0]).not.toHaveProperty('price');
    },
  );

  test('asks for a price once', async () => {
    const lines = listOf(fixture.line(), fixture.line());
    const { reader, seen } = reading({ 'GET /v1/invoices/in_1': fixture.invoice({ lines }) });
    for (let i = 0; i < 3; i++) await reader.invoice('in_1');
    const asked = seen.filter(({ path }) => path === '/v1/prices/price_team');
    expect(asked).toHaveLength(1);
  });
});

describe('a payment', () => {
  const tried = { attempted: true, attempt_count: 1 };
  const declined = fixture.intent({ latest_charge: fixture.charge() });
  const failedAt = async (invoice: Partial<Stripe.Invoice>, intent?: Stripe.PaymentIntent) =>
    (await readInvoice(fixture.invoice(invoice), intent))?.failedAt;

  test('failed when its last charge did', async () => {
    expect(await failedAt(tried, declined)).toBe('2026-03-01T21:20:00.000Z');
  });

  test('that needs its customer failed when the invoice was due', async () => {
    const waiting = fixture.intent({ status: 'requires_action' });
    expect(await failedAt(tried, waiting)).toBe('2026-03-01T01:00:00.000Z');
  });

  test('that was never tried has not failed', async () => {
    expect(await failedAt({})).toBeUndefined();
    expect(await failedAt({ attempted: true })).toBeUndefined();
  });

  test.each(['paid', 'void', 'draft'])('of an invoice that is %s counts no more', async (status) => {
    expect(await failedAt({ ...tried, status }, declined)).toBeUndefined();
  });

  test.each(['processing', 'succeeded'])('that is %s has not failed', async (status) => {
    const earlier = fixture.intent({ status, latest_charge: fixture.charge() });
    expect(await failedAt(tried, earlier)).toBeUndefined();
  });

  test('of several, the latest counts', async () => {
    const older = fixture.paymentOf(fixture.intent({ id: 'pi_0' }), 1);
    const newer = fixture.paymentOf(declined, 2);
    const { reader } = reading({
      'GET /v1/invoices/in_1': { ...fixture.invoice(tried), payments: listOf(older, newer) },
      'GET /v1/payment_intents/pi_1': declined,
    });
    expect((await reader.invoice('in_1'))?.failedAt).toBe('2026-03-01T21:20:00.000Z');
  });
});

const readSubscription = async (subscription: Stripe.Subscription) =>
  reading({ 'GET /v1/subscriptions/sub_1': subscription }).reader.subscription('sub_1');

describe('a subscription', () => {
  test('is told whole', async () => {
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
  ])('that is %s at Stripe is %s', async (status, told) => {
    expect(await readSubscription(fixture.subscription({ status }))).toMatchObject({ status: told });
  });

  test('ends with its period, however that was said', async () => {
    const told = async (more: Partial<Stripe.Subscription>) =>
      (await readSubscription(fixture.subscription(more)))?.cancelsAtPeriodEnd;
    expect(await told({ cancel_at_period_end: true })).toBe(true);
    expect(await told({ cancel_at: 1_775_001_600 })).toBe(true);
    expect(await told({ cancel_at: 1_775_001_601 })).toBe(false);
  });

  test('tells what is arranged, and that nothing is once that began', async () => {
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

  test('tells a change that waits for its payment', async () => {
    const pending_update = {
      subscription_items: [fixture.item({ quantity: 12 })],
    } as Stripe.Subscription.PendingUpdate;
    const waiting = fixture.subscription({ pending_update });
    expect((await readSubscription(waiting))?.pendingUpdate).toEqual({ quantity: 12, invoiceId: 'in_1' });
  });

  test('that is over says since when', async () => {
    const over = fixture.subscription({ status: 'canceled', ended_at: 1_775_001_600 });
    expect(await readSubscription(over)).toMatchObject({ endedAt: '2026-04-01T00:00:00.000Z' });
  });

  test('that is over is not among a customer’s', async () => {
    const { reader } = reading({
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
    reading({ 'GET /v1/checkout/sessions/cs_1': session }).reader.checkout('cs_1');

  test('is told whole', async () => {
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
  ])('whose payment is %s: paid is %s', async (payment_status, paid) => {
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
    reading({ 'GET /v1/customers/cus_1': customer }).reader.customer('cus_1');
  const paying = (default_payment_method: string | null) => ({
    invoice_settings: { ...fixture.customer().invoice_settings, default_payment_method },
  });

  test('has a way to pay when it is the customer’s default', async () => {
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

  test('that was deleted there does not exist', async () => {
    expect(await read({ id: 'cus_1', object: 'customer', deleted: true })).toBeUndefined();
  });
});

test('all that is sold is asked for at once: Stripe takes ten names', () => {
  expect(priceNames.length).toBeLessThanOrEqual(10);
});

test('what does not exist is undefined', async () => {
  const { reader } = reading({
    'GET /v1/invoices/x': gone,
    'GET /v1/subscriptions/x': gone,
    'GET /v1/checkout/sessions/x': gone,
    'GET /v1/customers/x': gone,
    'POST /v1/invoices/create_preview': errorAnswer(404, { code: 'invoice_upcoming_none' }),
  });
  expect(await reader.invoice('x')).toBeUndefined();
  expect(await reader.subscription('x')).toBeUndefined();
  expect(await reader.checkout('x')).toBeUndefined();
  expect(await reader.customer('x')).toBeUndefined();
  expect(await reader.preview('x')).toBeUndefined();
});

test('the next invoice is told with the day it is made', async () => {
  const next = fixture.invoice({ amount_due: 9_900, period_end: 1_775_001_600 });
  const { reader } = reading({ 'POST /v1/invoices/create_preview': next });
  expect(await reader.preview('sub_1')).toEqual({
    amountDue: 9_900,
    currency: 'eur',
    at: '2026-04-01T00:00:00.000Z',
  });
});

describe('a promotion code', () => {
  test('is found when it is active, and only by its whole text', async () => {
    const { reader, seen } = reading({ 'GET /v1/promotion_codes': listOf({ id: 'promo_1' }) });
    expect(await reader.findPromotion('SPRING')).toEqual({ promotionId: 'promo_1' });
    expect(seen[0]?.given).toMatchObject({ code: 'SPRING', active: 'true' });
    expect(await reader.findPromotion(' ')).toBeUndefined();
    expect(seen).toHaveLength(1);
  });

  test('is undefined when there is none', async () => {
    const { reader } = reading({ 'GET /v1/promotion_codes': listOf() });
    expect(await reader.findPromotion('SPRING')).toBeUndefined();
  });
});

describe('the invoice of an attempt whose answer was lost', () => {
  const looking = (...invoices: Stripe.Invoice[]) =>
    reading({ 'GET /v1/invoices': listOf(...invoices) }).reader.findRechargeInvoice('cus_1', 'attempt-1');

  test('is found among the latest of the customer', async () => {
    const ours = fixture.invoice({ id: 'in_2', metadata: { attempt: 'attempt-1' } });
    expect(await looking(fixture.invoice(), ours)).toMatchObject({ invoiceId: 'in_2' });
    expect(await looking(fixture.invoice())).toBeUndefined();
  });

  test('counts for nothing while its pack is not on it: it would be free', async () => {
    const empty = fixture.invoice({ lines: listOf(), metadata: { attempt: 'attempt-1' } });
    expect(await looking(empty)).toBeUndefined();
  });
});
