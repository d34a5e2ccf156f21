import { describe, expect, test } from 'vitest';
import * as fixture from './fixtures.ts';
import {
  acme,
  allPrices,
  everySuccess,
  inSequence,
  onlyRequest,
  postsOf,
  returnUrl,
  scriptedProvider,
} from './scripted-provider.ts';
import { errorAnswer, listOf } from './scripted-stripe.ts';

describe('a checkout', () => {
  test('of a plan names the account everywhere, accepts cards only and no code but the given one', async () => {
    const order = { ...acme, plan: 'Team', interval: 'year', licenses: 7, promotionId: 'promo_1' } as const;
    const given = onlyRequest(await postsOf({}, (provider) => provider.openPlanCheckout('k', order)));
    expect(given).toMatchObject({
      mode: 'subscription',
      customer: 'cus_1',
      'line_items[0][price]': 'price_of_team_year',
      'line_items[0][quantity]': '7',
      'discounts[0][promotion_code]': 'promo_1',
      'metadata[accountId]': 'acme',
      'subscription_data[metadata][accountId]': 'acme',
      'allowed_payment_method_types[0]': 'card',
      success_url: 'https://console.example.com/billing?tab=plan&checkout=success',
      cancel_url: 'https://console.example.com/billing?tab=plan&checkout=cancelled',
    });
    expect(given).not.toHaveProperty('allow_promotion_codes');
  });

  test('of a pack has an invoice and accepts no codes', async () => {
    const given = onlyRequest(
      await postsOf({}, (provider) => provider.openPackCheckout('k', { ...acme, pack: 'sast-25' })),
    );
    expect(given).toMatchObject({
      mode: 'payment',
      'line_items[0][price]': 'price_of_pack_sast-25',
      'metadata[pack]': 'sast-25',
      'invoice_creation[enabled]': 'true',
      'invoice_creation[invoice_data][metadata][accountId]': 'acme',
    });
    expect(Object.keys(given).filter((name) => /discount|promotion/.test(name))).toEqual([]);
  });

  test('that has expired can expire again; one that was paid cannot', async () => {
    const expire = errorAnswer(400, {});
    const asked = (status: string) =>
      postsOf(
        {
          'POST /v1/checkout/sessions/cs_1/expire': expire,
          'GET /v1/checkout/sessions/cs_1': fixture.session({ status }),
        },
        (provider) => provider.expireCheckout('k', 'cs_1'),
      );
    await asked('expired');
    await expect(asked('complete')).rejects.toMatchObject({
      name: 'PaymentProviderRefused',
      code: 'checkout_complete',
    });
  });

  test('is refused when a price is missing, and works once it is set up', async () => {
    const { provider } = scriptedProvider({
      ...everySuccess,
      'GET /v1/prices': inSequence(listOf(), allPrices),
    });
    const buy = () => provider.openPackCheckout('k', { ...acme, pack: 'core-100' });
    await expect(buy()).rejects.toMatchObject({ code: 'price_missing' });
    expect(await buy()).toMatchObject({ sessionId: 'cs_1' });
  });
});

test('the portal configuration is the one that only changes cards', async () => {
  const given = onlyRequest(await postsOf({}, (provider) => provider.openPortal('k', 'cus_1')));
  expect(given).toMatchObject({ customer: 'cus_1', configuration: 'bpc_1', return_url: returnUrl });
  const without = { 'GET /v1/billing_portal/configurations': listOf({ id: 'bpc_0', metadata: null }) };
  await expect(postsOf(without, (provider) => provider.openPortal('k', 'cus_1'))).rejects.toMatchObject({
    code: 'portal_missing',
  });
});
