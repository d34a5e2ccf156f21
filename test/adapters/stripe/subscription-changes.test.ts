import { describe, expect, test } from 'vitest';
import { CardDeclined, type PaymentProvider } from '#ports/payment-provider.ts';
import * as fixture from './fixtures.ts';
import {
  acme,
  declinedCard,
  declinedInvoice,
  everySuccess,
  inSequence,
  onlyRequest,
  openInvoice,
  paidInvoice,
  postsOf,
  scriptedProvider,
  unpaidChange,
} from './scripted-provider.ts';
import { errorAnswer, listOf } from './scripted-stripe.ts';

describe('more licenses', () => {
  const raise = (provider: PaymentProvider) => provider.raiseQuantity('k', 'sub_1', 12);

  test('are invoiced at once and count once paid', async () => {
    const { provider, posts } = scriptedProvider(everySuccess);
    expect(await raise(provider)).toEqual({ invoiceId: 'in_1' });
    expect(onlyRequest(posts())).toEqual({
      'items[0][id]': 'si_1',
      'items[0][quantity]': '12',
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
  });

  test('that could not be paid are dropped with their invoice', async () => {
    const { provider, posts } = scriptedProvider({
      ...everySuccess,
      'POST /v1/subscriptions/sub_1': unpaidChange,
      'GET /v1/invoices/in_1': declinedInvoice,
    });
    await expect(raise(provider)).rejects.toEqual(new CardDeclined('expired_card'));
    expect(posts().map(({ path, key }) => [path, key])).toEqual([
      ['/v1/subscriptions/sub_1', 'k'],
      ['/v1/invoices/in_1/void', 'k:void'],
    ]);
  });

  test('that were paid after all count, however late that is known', async () => {
    const late = { ...everySuccess, 'POST /v1/subscriptions/sub_1': unpaidChange };
    const before = scriptedProvider({ ...late, 'GET /v1/invoices/in_1': paidInvoice });
    expect(await raise(before.provider)).toEqual({ invoiceId: 'in_1' });
    const meanwhile = scriptedProvider({
      ...late,
      'GET /v1/invoices/in_1': inSequence(openInvoice, openInvoice, paidInvoice),
      'POST /v1/invoices/in_1/void': errorAnswer(400, {}),
    });
    expect(await raise(meanwhile.provider)).toEqual({ invoiceId: 'in_1' });
  });

  test('that were dropped stay declined when the call is repeated', async () => {
    const { provider, posts } = scriptedProvider({
      ...everySuccess,
      'POST /v1/subscriptions/sub_1': unpaidChange,
      'GET /v1/invoices/in_1': { ...declinedInvoice, status: 'void' },
    });
    await expect(raise(provider)).rejects.toEqual(new CardDeclined('expired_card'));
    expect(posts()).toHaveLength(1);
  });
});

describe('a subscription', () => {
  test('gets its next price and quantity without an invoice', async () => {
    const given = onlyRequest(
      await postsOf({}, (provider) =>
        provider.setNextQuantity('k', 'sub_1', { price: 'sast_team_month', quantity: 6 }),
      ),
    );
    expect(given).toEqual({
      'items[0][id]': 'si_1',
      'items[0][price]': 'price_of_sast_team_month',
      'items[0][quantity]': '6',
      proration_behavior: 'none',
    });
  });

  test('of an add-on starts only with its payment', async () => {
    const start = (provider: PaymentProvider) =>
      provider.startAddon('k', { ...acme, price: 'sast_starter_month', quantity: 1 });
    const given = onlyRequest(await postsOf({}, start));
    expect(given).toMatchObject({
      payment_behavior: 'error_if_incomplete',
      off_session: 'true',
      'metadata[accountId]': 'acme',
      'metadata[kind]': 'addon',
    });
    await expect(postsOf({ 'POST /v1/subscriptions': declinedCard }, start)).rejects.toEqual(
      new CardDeclined('insufficient_funds'),
    );
  });

  test('that is canceled leaves nothing to pay, even if it had ended before', async () => {
    const over = {
      'DELETE /v1/subscriptions/sub_1': errorAnswer(404, { code: 'resource_missing', param: 'id' }),
    };
    const { provider, seen } = scriptedProvider({ ...everySuccess, ...over });
    await provider.cancelNow('k', 'sub_1');
    const [cancel] = seen;
    expect(cancel).toMatchObject({ method: 'DELETE', given: { invoice_now: 'false', prorate: 'false' } });
    expect(seen.map(({ given }) => given['status']).filter(Boolean)).toEqual(['open', 'uncollectible']);
    expect(seen.filter(({ path }) => path.endsWith('/void'))[0]?.key).toBe('k:void:in_1');
  });

  test('gets a promotion code once', async () => {
    const has = fixture.subscription({ discounts: [{ id: 'di_1', promotion_code: 'promo_1' } as never] });
    const apply = (provider: PaymentProvider) => provider.applyPromotion('k', 'sub_1', 'promo_1');
    expect(onlyRequest(await postsOf({}, apply))).toEqual({ 'discounts[0][promotion_code]': 'promo_1' });
    expect(await postsOf({ 'GET /v1/subscriptions/sub_1': has }, apply)).toEqual([]);
  });

  test('passes a promotion code on to its schedule', async () => {
    const after = fixture.phase({ start_date: 1_775_001_600 });
    const schedule = fixture.schedule({ phases: [fixture.phase(), after] });
    const promoted = { id: 'di_2', promotion_code: 'promo_1' } as never;
    const script = {
      'GET /v1/subscriptions/sub_1': inSequence(
        fixture.subscription({ schedule }),
        fixture.subscription({ schedule, discounts: [promoted] }),
      ),
      'GET /v1/prices': listOf(fixture.price()),
    };
    const posts = await postsOf(script, (provider) => provider.applyPromotion('k', 'sub_1', 'promo_1'));
    expect(posts.map(({ key }) => key)).toEqual(['k', 'k:phases:sub_sched_1']);
    expect(posts[1]?.given).toMatchObject({ 'phases[1][discounts][0][discount]': 'di_2' });
  });

  test('moves its card to the customer first and then removes it', async () => {
    const posts = await postsOf({}, (provider) => provider.adoptPaymentMethod('k', 'cus_1', 'sub_1'));
    expect(posts.map(({ path, given }) => [path, given])).toEqual([
      ['/v1/customers/cus_1', { 'invoice_settings[default_payment_method]': 'pm_1' }],
      ['/v1/subscriptions/sub_1', { default_payment_method: '' }],
    ]);
    const none = { 'GET /v1/subscriptions/sub_1': fixture.subscription() };
    expect(await postsOf(none, (provider) => provider.adoptPaymentMethod('k', 'cus_1', 'sub_1'))).toEqual([]);
  });
});
