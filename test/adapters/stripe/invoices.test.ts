import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { priceNameKey } from '#adapters/stripe/prices.ts';
import * as fixture from './fixtures.ts';
import { gone, scriptedReader } from './scripted-reader.ts';
import { listOf } from './scripted-stripe.ts';

const readInvoice = async (invoice: Stripe.Invoice, intent?: Stripe.PaymentIntent) => {
  const withPayments = { ...invoice, payments: listOf(...(intent ? [fixture.paymentOf(intent)] : [])) };
  const { reader } = scriptedReader({
    'GET /v1/invoices/in_1': withPayments,
    'GET /v1/payment_intents/pi_1': intent ?? gone,
  });
  return reader.invoice('in_1');
};

describe('an invoice', () => {
  test('is read with all its fields', async () => {
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

  test('without account, lines, payments and number is read too', async () => {
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
  ])('with %s has the reason %s', async (billing_reason, reason) => {
    expect(await readInvoice(fixture.invoice({ billing_reason }))).toMatchObject({ reason });
  });

  test('of prorations alone is an update; one with a whole period starts a cycle', async () => {
    const update = { billing_reason: 'subscription_update' };
    const seats = fixture.invoice({ ...update, lines: listOf(fixture.proration(), fixture.proration()) });
    expect(await readInvoice(seats)).toMatchObject({ reason: 'update', lines: [{ proration: true }, {}] });
    const yearly = fixture.invoice({ ...update, lines: listOf(fixture.proration(), fixture.line()) });
    expect(await readInvoice(yearly)).toMatchObject({ reason: 'cycle' });
  });

  test('with more lines than one page of Stripe is read to the end', async () => {
    const first = { ...listOf(fixture.line()), has_more: true };
    const { reader } = scriptedReader({
      'GET /v1/invoices/in_1': fixture.invoice({ lines: first }),
      'GET /v1/invoices/in_1/lines': listOf(...Array.from({ length: 30 }, () => fixture.line())),
    });
    expect((await reader.invoice('in_1'))?.lines).toHaveLength(30);
  });

  test('finds the name of its price in the metadata after the lookup key has moved', async () => {
    const older = fixture.price({ lookup_key: null, metadata: { [priceNameKey]: 'team_month' } });
    const { reader } = scriptedReader({
      'GET /v1/prices/price_team': older,
      'GET /v1/invoices/in_1': fixture.invoice(),
    });
    expect(await reader.invoice('in_1')).toMatchObject({ lines: [{ price: 'team_month' }] });
  });

  test.each([fixture.price({ lookup_key: 'somebody_elses' }), gone])(
    'with a foreign price has no price name',
    async (price) => {
      const { reader } = scriptedReader({
        'GET /v1/prices/price_team': price,
        'GET /v1/invoices/in_1': fixture.invoice(),
      });
      expect((await reader.invoice('in_1'))?.lines[0]).not.toHaveProperty('price');
    },
  );

  test('reads a price once', async () => {
    const lines = listOf(fixture.line(), fixture.line());
    const { reader, seen } = scriptedReader({ 'GET /v1/invoices/in_1': fixture.invoice({ lines }) });
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

  test('failed when its last charge failed', async () => {
    expect(await failedAt(tried, declined)).toBe('2026-03-01T21:20:00.000Z');
  });

  test('that needs authentication failed when the invoice was due', async () => {
    const waiting = fixture.intent({ status: 'requires_action' });
    expect(await failedAt(tried, waiting)).toBe('2026-03-01T01:00:00.000Z');
  });

  test('that was never attempted has not failed', async () => {
    expect(await failedAt({})).toBeUndefined();
    expect(await failedAt({ attempted: true })).toBeUndefined();
  });

  test.each(['paid', 'void', 'draft'])('of an invoice that is %s has no failure', async (status) => {
    expect(await failedAt({ ...tried, status }, declined)).toBeUndefined();
  });

  test.each(['processing', 'succeeded'])('that is %s has not failed', async (status) => {
    const earlier = fixture.intent({ status, latest_charge: fixture.charge() });
    expect(await failedAt(tried, earlier)).toBeUndefined();
  });

  test('has the time of the latest of several', async () => {
    const older = fixture.paymentOf(fixture.intent({ id: 'pi_0' }), 1);
    const newer = fixture.paymentOf(declined, 2);
    const { reader } = scriptedReader({
      'GET /v1/invoices/in_1': { ...fixture.invoice(tried), payments: listOf(older, newer) },
      'GET /v1/payment_intents/pi_1': declined,
    });
    expect((await reader.invoice('in_1'))?.failedAt).toBe('2026-03-01T21:20:00.000Z');
  });
});
