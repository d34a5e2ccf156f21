import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { priceNames } from '@scangate/domain/plans/price-names';
import * as fixture from './fixtures.ts';
import { gone, scriptedReader } from './scripted-reader.ts';
import { errorAnswer, listOf } from './scripted-stripe.ts';

test('all prices are read in one request, within Stripe’s limit of ten lookup keys', () => {
  expect(priceNames.length).toBeLessThanOrEqual(10);
});

test('the current prices are read each time, without prices in fractions of the smallest unit', async () => {
  const sold = (lookup_key: string, unit_amount: number | null) =>
    ({ ...fixture.price(), lookup_key, unit_amount }) as Stripe.Price;
  const { reader, seen } = scriptedReader({
    'GET /v1/prices': listOf(sold('team_month', 2_900), sold('team_year', null), sold('of_somebody', 1)),
  });
  const prices = [{ price: 'team_month', amount: 2_900, currency: 'eur' }];
  expect([await reader.currentPrices(), await reader.currentPrices()]).toEqual([prices, prices]);
  expect(seen).toHaveLength(2);
});

test('a missing object is undefined', async () => {
  const { reader } = scriptedReader({
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

test('the preview has the date of the next invoice', async () => {
  const lines = listOf({ description: '5 licenses', amount: 9_900 } as Stripe.InvoiceLineItem);
  const next = fixture.invoice({ amount_due: 9_900, total: 9_900, lines, period_end: 1_775_001_600 });
  const { reader } = scriptedReader({ 'POST /v1/invoices/create_preview': next });
  expect(await reader.preview('sub_1')).toEqual({
    amountDue: 9_900,
    currency: 'eur',
    lines: [{ description: '5 licenses', amount: 9_900 }],
    at: '2026-04-01T00:00:00.000Z',
  });
});

describe('a promotion code', () => {
  test('is found by its exact text when it is active', async () => {
    const { reader, seen } = scriptedReader({ 'GET /v1/promotion_codes': listOf({ id: 'promo_1' }) });
    expect(await reader.findPromotion('SPRING')).toEqual({ promotionId: 'promo_1' });
    expect(seen[0]?.given).toMatchObject({ code: 'SPRING', active: 'true' });
    expect(await reader.findPromotion(' ')).toBeUndefined();
    expect(seen).toHaveLength(1);
  });

  test('is undefined when there is none', async () => {
    const { reader } = scriptedReader({ 'GET /v1/promotion_codes': listOf() });
    expect(await reader.findPromotion('SPRING')).toBeUndefined();
  });
});

describe('the invoice of an attempt with a lost answer', () => {
  const looking = (...invoices: Stripe.Invoice[]) =>
    scriptedReader({ 'GET /v1/invoices': listOf(...invoices) }).reader.findRechargeInvoice(
      'cus_1',
      'attempt-1',
    );

  test('is found among the latest invoices of the customer', async () => {
    const ours = fixture.invoice({ id: 'in_2', metadata: { attempt: 'attempt-1' } });
    expect(await looking(fixture.invoice(), ours)).toMatchObject({ invoiceId: 'in_2' });
    expect(await looking(fixture.invoice())).toBeUndefined();
  });

  test('does not count without its pack, because it would be free', async () => {
    const empty = fixture.invoice({ lines: listOf(), metadata: { attempt: 'attempt-1' } });
    expect(await looking(empty)).toBeUndefined();
  });
});
