import { describe, expect, test } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { acme, everySuccess, scriptedProvider } from './scripted-provider.ts';
import { listOf } from './scripted-stripe.ts';

const calls: Record<string, (provider: PaymentProvider) => Promise<unknown>> = {
  createCustomer: (provider) => provider.createCustomer('k', { accountId: 'acme', name: 'Acme' }),
  openPlanCheckout: (provider) =>
    provider.openPlanCheckout('k', { ...acme, plan: 'Team', interval: 'month', licenses: 7 }),
  openPackCheckout: (provider) => provider.openPackCheckout('k', { ...acme, pack: 'core-100' }),
  expireCheckout: (provider) => provider.expireCheckout('k', 'cs_1'),
  openPortal: (provider) => provider.openPortal('k', 'cus_1'),
  scheduleNext: (provider) => provider.scheduleNext('k', 'sub_1', { price: 'starter_month', quantity: 1 }),
  releaseSchedule: (provider) => provider.releaseSchedule('k', 'sub_sched_1'),
  cancelAtPeriodEnd: (provider) => provider.cancelAtPeriodEnd('k', 'sub_1', true),
  cancelNow: (provider) => provider.cancelNow('k', 'sub_1'),
  raiseQuantity: (provider) => provider.raiseQuantity('k', 'sub_1', 12),
  setNextQuantity: (provider) =>
    provider.setNextQuantity('k', 'sub_1', { price: 'sast_team_month', quantity: 6 }),
  startAddon: (provider) => provider.startAddon('k', { ...acme, price: 'sast_starter_month', quantity: 1 }),
  applyPromotion: (provider) => provider.applyPromotion('k', 'sub_1', 'promo_1'),
  adoptPaymentMethod: (provider) => provider.adoptPaymentMethod('k', 'cus_1', 'sub_1'),
  draftPackInvoice: (provider) =>
    provider.draftPackInvoice('k', { ...acme, pack: 'core-500', attempt: 'a1' }),
  finalizeInvoice: (provider) => provider.finalizeInvoice('k', 'in_1'),
  payInvoice: (provider) => provider.payInvoice('k', 'in_1'),
  voidInvoice: (provider) => provider.voidInvoice('k', 'in_1'),
};

describe.each(Object.entries(calls))('%s', (_, call) => {
  test('uses keys derived from its own, each once, and the same ones when it is repeated', async () => {
    const { provider, posts } = scriptedProvider(everySuccess);
    await call(provider);
    const keys = posts().map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(key).toMatch(/^k(?::|$)/);
    expect(new Set(keys).size).toBe(keys.length);
    const again = scriptedProvider(everySuccess);
    await call(again.provider);
    expect(again.posts()).toEqual(posts());
  });

  test('sends the same request under the same key after a lost answer', async () => {
    const whole = scriptedProvider(everySuccess);
    await call(whole.provider);
    for (let lost = 0; lost < whole.posts().length; lost++) {
      const interrupted = scriptedProvider(everySuccess, lost);
      await call(interrupted.provider).catch((error: unknown) => expect(error).toBeInstanceOf(Transient));
      expect(whole.posts()).toEqual(expect.arrayContaining(interrupted.posts()));
    }
  });
});

describe('half of a surrogate pair, which no request can contain, is sent as U+FFFD', () => {
  const script = {
    ...everySuccess,
    'GET /v1/customers/cus_1/tax_ids': listOf(),
    'GET /v1/tax_ids': listOf(),
    'GET /v1/promotion_codes': listOf(),
  };
  const half = 'Acme \ud800';
  const asked: Record<string, (provider: PaymentProvider) => Promise<unknown>> = {
    name: (provider) => provider.createCustomer('k', { accountId: 'acme', name: half }),
    'address[line1]': (provider) =>
      provider.setBillingDetails('k', 'cus_1', {
        name: 'Acme',
        email: 'billing@example.com',
        address: { line1: half, country: 'DE' },
      }),
    code: (provider) => provider.findPromotion(half),
  };

  test.each(Object.entries(asked))('in the field %s', async (field, call) => {
    const { provider, seen } = scriptedProvider(script);
    await call(provider);
    expect(seen.map(({ given }) => given[field]).filter((value) => value !== undefined)).toEqual([
      'Acme \ufffd',
    ]);
  });
});
