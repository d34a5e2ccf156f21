import { describe, expect, test } from 'vitest';
import { setUpStripe } from '#adapters/stripe/setup.ts';
import type { ScenarioContext } from './scenario-context.ts';

/** Setup, customers and checkouts. */
export const checkoutScenarios = (context: ScenarioContext): void => {
  const { key, newCustomer, giveCard, priceOf } = context;

  test('a second setup changes nothing, and a changed price leaves its name on the old one', async () => {
    expect(await setUpStripe(context.stripe, { currency: 'eur' })).toEqual({ done: [] });
    const older = await priceOf('sast_team_month');
    const dearer = { currency: 'eur', amounts: { sast_team_month: 1_234 } };
    expect((await setUpStripe(context.stripe, dearer)).done).toEqual(['price sast_team_month: 1234 eur']);
    expect(await priceOf('sast_team_month')).not.toBe(older);
    expect((await context.stripe.prices.retrieve(older)).metadata).toEqual({
      scangate_price: 'sast_team_month',
    });
    expect((await setUpStripe(context.stripe, { currency: 'eur' })).done).toHaveLength(1);
  });

  test('the webhook endpoint is created once, and its secret is returned only then', async () => {
    const order = { currency: 'eur', webhookUrl: `https://api.example.com/webhooks/${context.run}` };
    const { done, webhookSecret } = await setUpStripe(context.stripe, order);
    expect(done).toEqual([`webhook ${order.webhookUrl}`]);
    expect(webhookSecret).toMatch(/^whsec_/);
    expect(await setUpStripe(context.stripe, order)).toEqual({ done: [] });
    const { data } = await context.stripe.webhookEndpoints.list({ limit: 100 });
    const made = data.find(({ url }) => url === order.webhookUrl);
    expect(made?.enabled_events).toContain('invoice.paid');
    await context.stripe.webhookEndpoints.del(made?.id ?? '');
  });

  describe('a customer', () => {
    test('is created once under a key, and has a payment method once it has a card', async () => {
      const made = key();
      const order = { accountId: context.run, name: 'Acme' };
      const { customerId } = await context.provider.createCustomer(made, order);
      expect(await context.provider.createCustomer(made, order)).toMatchObject({ customerId });
      expect(await context.provider.customer(customerId)).toEqual({ customerId, accountId: context.run });
      const paymentMethodId = await giveCard(customerId, 'pm_card_visa');
      expect(await context.provider.customer(customerId)).toMatchObject({ paymentMethodId });
    });

    test('can be sent to the portal', async () => {
      expect((await context.provider.openPortal(key(), await newCustomer())).url).toMatch(/^https?:/);
    });
  });

  describe('a checkout', () => {
    test('of a plan is open until it expires', async () => {
      const order = {
        accountId: context.run,
        customerId: await newCustomer(),
        plan: 'Team',
        interval: 'year',
        licenses: 7,
      } as const;
      const made = key();
      const { sessionId, url } = await context.provider.openPlanCheckout(made, order);
      expect(url).toMatch(/^https?:/);
      expect(await context.provider.openPlanCheckout(made, order)).toMatchObject({ sessionId });
      expect(await context.provider.checkout(sessionId)).toMatchObject({
        status: 'open',
        paid: false,
        accountId: context.run,
      });
      await context.provider.expireCheckout(key(), sessionId);
      await context.provider.expireCheckout(key(), sessionId);
      expect(await context.provider.checkout(sessionId)).toMatchObject({ status: 'expired', paid: false });
    });

    test('of a pack names the pack', async () => {
      const order = { accountId: context.run, customerId: await newCustomer(), pack: 'core-500' } as const;
      const { metadata } = await context.provider.openPackCheckout(key(), order);
      expect(metadata).toMatchObject({ accountId: context.run, kind: 'pack', pack: 'core-500' });
    });
  });

  test('one key for two different calls is refused', async () => {
    const made = key();
    await context.provider.createCustomer(made, { accountId: context.run, name: 'Acme' });
    await expect(
      context.provider.createCustomer(made, { accountId: context.run, name: 'Other' }),
    ).rejects.toMatchObject({
      name: 'PaymentProviderRefused',
      code: 'idempotency_error',
    });
  });

  test('a missing object is undefined', async () => {
    expect(await context.provider.invoice('in_missing')).toBeUndefined();
    expect(await context.provider.subscription('sub_missing')).toBeUndefined();
    expect(await context.provider.customer('cus_missing')).toBeUndefined();
    expect(await context.provider.checkout('cs_test_missing')).toBeUndefined();
  });
};
