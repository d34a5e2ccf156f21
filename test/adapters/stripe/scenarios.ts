import type { Stripe } from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpStripe } from '#adapters/stripe/setup.ts';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import type { PriceName } from '@scangate/domain/plans/prices';
import { CardDeclined, PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';

/** Stripe's names of cards for its test mode. */
type Card = 'pm_card_visa' | 'pm_card_chargeCustomerFail';

/**
 * What the service needs of Stripe, done against whatever is behind the client: the stand-in with every test, the real
 * test mode when somebody asks for it. Nothing here waits for time to pass.
 * @param run makes keys and names that no other run has used.
 */
export const scenarios = (open: () => Promise<{ stripe: Stripe; run: string }>): void => {
  let stripe: Stripe;
  let till: PaymentProvider;
  let run: string;
  let keys = 0;
  const key = () => `${run}-${(keys += 1)}`;

  beforeAll(async () => {
    ({ stripe, run } = await open());
    await setUpStripe(stripe, { currency: 'eur' });
    till = stripePaymentProvider(stripe, { returnUrl: 'https://console.example.com/billing' });
  });

  const newCustomer = async (): Promise<string> => {
    const { customerId } = await till.createCustomer(key(), { accountId: run, name: 'Acme' });
    return customerId;
  };

  const giveCard = async (customer: string, card: Card): Promise<string> => {
    const { id } = await stripe.paymentMethods.attach(card, { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
    return id;
  };

  const priceOf = async (name: PriceName): Promise<string> => {
    const { data } = await stripe.prices.list({ lookup_keys: [name], active: true });
    return data[0]?.id ?? expect.fail(`no price ${name}`);
  };

  /** As a checkout makes it. */
  const subscribed = async (name: PriceName, quantity: number): Promise<[string, string]> => {
    const customer = await newCustomer();
    await giveCard(customer, 'pm_card_visa');
    const items = [{ price: await priceOf(name), quantity }];
    const metadata = { accountId: run, kind: 'plan' };
    const { id } = await stripe.subscriptions.create({ customer, items, metadata });
    return [id, customer];
  };

  const read = async (id: string) => (await till.subscription(id)) ?? expect.fail('no subscription');

  test('setting up again does nothing, and a price that changes keeps the name of the older one', async () => {
    expect(await setUpStripe(stripe, { currency: 'eur' })).toEqual({ done: [] });
    const older = await priceOf('sast_team_month');
    const dearer = { currency: 'eur', amounts: { sast_team_month: 1_234 } };
    expect((await setUpStripe(stripe, dearer)).done).toEqual(['price sast_team_month: 1234 eur']);
    expect(await priceOf('sast_team_month')).not.toBe(older);
    expect((await stripe.prices.retrieve(older)).metadata).toEqual({ scangate_price: 'sast_team_month' });
    expect((await setUpStripe(stripe, { currency: 'eur' })).done).toHaveLength(1);
  });

  test('the webhook is made once, and its secret is told then', async () => {
    const order = { currency: 'eur', webhookUrl: `https://api.example.com/webhooks/${run}` };
    const { done, webhookSecret } = await setUpStripe(stripe, order);
    expect(done).toEqual([`webhook ${order.webhookUrl}`]);
    expect(webhookSecret).toMatch(/^whsec_/);
    expect(await setUpStripe(stripe, order)).toEqual({ done: [] });
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    const made = data.find(({ url }) => url === order.webhookUrl);
    expect(made?.enabled_events).toContain('invoice.paid');
    await stripe.webhookEndpoints.del(made?.id ?? '');
  });

  describe('a customer', () => {
    test('is made once under a key, and has a way to pay once there is a card', async () => {
      const made = key();
      const order = { accountId: run, name: 'Acme' };
      const { customerId } = await till.createCustomer(made, order);
      expect(await till.createCustomer(made, order)).toMatchObject({ customerId });
      expect(await till.customer(customerId)).toEqual({ customerId, accountId: run });
      const paymentMethodId = await giveCard(customerId, 'pm_card_visa');
      expect(await till.customer(customerId)).toMatchObject({ paymentMethodId });
    });

    test('can be sent to the portal', async () => {
      expect((await till.openPortal(key(), await newCustomer())).url).toMatch(/^https?:/);
    });
  });

  describe('a checkout', () => {
    test('of a plan is open until it is asked to expire', async () => {
      const order = {
        accountId: run,
        customerId: await newCustomer(),
        plan: 'Team',
        interval: 'year',
        licenses: 7,
      } as const;
      const made = key();
      const { sessionId, url } = await till.openPlanCheckout(made, order);
      expect(url).toMatch(/^https?:/);
      expect(await till.openPlanCheckout(made, order)).toMatchObject({ sessionId });
      expect(await till.checkout(sessionId)).toMatchObject({ status: 'open', paid: false, accountId: run });
      await till.expireCheckout(key(), sessionId);
      await till.expireCheckout(key(), sessionId);
      expect(await till.checkout(sessionId)).toMatchObject({ status: 'expired', paid: false });
    });

    test('of a pack names it', async () => {
      const order = { accountId: run, customerId: await newCustomer(), pack: 'core-500' } as const;
      const { metadata } = await till.openPackCheckout(key(), order);
      expect(metadata).toMatchObject({ accountId: run, kind: 'pack', pack: 'core-500' });
    });
  });

  describe('a subscription', () => {
    test('is told, with its invoice', async () => {
      const [id, customerId] = await subscribed('team_month', 6);
      const told = await read(id);
      expect(told).toMatchObject({
        accountId: run,
        customerId,
        price: 'team_month',
        quantity: 6,
        status: 'active',
        cancelsAtPeriodEnd: false,
      });
      const [invoice, ...more] = await till.invoices(id);
      expect(more).toEqual([]);
      expect(invoice).toMatchObject({
        accountId: run,
        subscriptionId: id,
        reason: 'create',
        status: 'paid',
        lines: [{ price: 'team_month', quantity: 6, proration: false, endAt: told.periodEndAt }],
      });
      expect(await till.subscriptions(customerId)).toEqual([told]);
      expect(await till.preview(id)).toMatchObject({
        amountDue: 6 * 2_900,
        currency: 'eur',
        at: told.periodEndAt,
      });
    });

    test('is changed at its period’s end, as often as that is decided anew, or not at all', async () => {
      const [id] = await subscribed('team_month', 6);
      const { periodEndAt } = await read(id);
      const arranged = key();
      const next = { price: 'starter_month', quantity: 1 } as const;
      await till.scheduleNext(arranged, id, next);
      await till.scheduleNext(arranged, id, next);
      expect((await read(id)).schedule?.next).toEqual({ ...next, startAt: periodEndAt });
      await till.scheduleNext(key(), id, { price: 'team_year', quantity: 5 });
      const { schedule, price, quantity } = await read(id);
      expect(schedule?.next).toEqual({ price: 'team_year', quantity: 5, startAt: periodEndAt });
      expect([price, quantity]).toEqual(['team_month', 6]);
      const scheduleId = schedule?.scheduleId ?? '';
      await till.releaseSchedule(key(), scheduleId);
      await till.releaseSchedule(key(), scheduleId);
      expect((await read(id)).schedule).toBeUndefined();
      await till.scheduleNext(arranged, id, next);
      expect((await read(id)).schedule?.next).toMatchObject(next);
      expect(await till.invoices(id)).toHaveLength(1);
    });

    test('ends with its period, whatever was arranged, and goes on when that is undone', async () => {
      const [id] = await subscribed('starter_month', 1);
      await till.scheduleNext(key(), id, { price: 'starter_year', quantity: 1 });
      await till.cancelAtPeriodEnd(key(), id, true);
      expect(await read(id)).toMatchObject({ cancelsAtPeriodEnd: true, status: 'active' });
      expect((await read(id)).schedule).toBeUndefined();
      expect(await till.preview(id)).toBeUndefined();
      await till.cancelAtPeriodEnd(key(), id, false);
      expect(await read(id)).toMatchObject({ cancelsAtPeriodEnd: false });
    });

    test('ends now, for good, and leaves nothing to pay', async () => {
      const [id, customerId] = await subscribed('starter_month', 1);
      await till.cancelNow(key(), id);
      await till.cancelNow(key(), id);
      expect((await read(id)).status).toBe('ended');
      expect((await read(id)).endedAt).toBeDefined();
      expect(await till.subscriptions(customerId)).toEqual([]);
    });

    test('gives its own card to the customer', async () => {
      const [id, customerId] = await subscribed('starter_month', 1);
      const { id: own } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
      await stripe.subscriptions.update(id, { default_payment_method: own });
      await till.adoptPaymentMethod(key(), customerId, id);
      await till.adoptPaymentMethod(key(), customerId, id);
      expect((await till.customer(customerId))?.paymentMethodId).toBe(own);
      expect((await stripe.subscriptions.retrieve(id)).default_payment_method).toBeNull();
    });

    test('keeps a discount also in what is arranged', async () => {
      const [id] = await subscribed('team_month', 10);
      const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
      const code = `HALF${run.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()}`;
      await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code });
      const { promotionId = '' } = (await till.findPromotion(code)) ?? {};
      await till.scheduleNext(key(), id, { price: 'team_month', quantity: 6 });
      await till.applyPromotion(key(), id, promotionId);
      await till.applyPromotion(key(), id, promotionId);
      expect(await till.preview(id)).toMatchObject({ amountDue: (6 * 2_900) / 2 });
      expect((await stripe.coupons.retrieve(coupon)).times_redeemed).toBe(1);
      expect(await till.findPromotion(`NO${code}`)).toBeUndefined();
    });
  });

  describe('more licences', () => {
    test('are charged at once and in force, once however often the call is made', async () => {
      const [id] = await subscribed('team_month', 6);
      const raised = key();
      const { invoiceId = '' } = await till.raiseQuantity(raised, id, 10);
      expect(await till.raiseQuantity(raised, id, 10)).toEqual({ invoiceId });
      expect((await read(id)).quantity).toBe(10);
      const invoice = await till.invoice(invoiceId);
      expect(invoice).toMatchObject({ reason: 'update', status: 'paid', accountId: run });
      expect(invoice?.lines.every(({ proration }) => proration)).toBe(true);
      expect(await till.invoices(id)).toHaveLength(2);
    });

    test('that the card declines are not in force, and nothing stays to be paid', async () => {
      const [id, customerId] = await subscribed('team_month', 6);
      await giveCard(customerId, 'pm_card_chargeCustomerFail');
      const raised = key();
      await expect(till.raiseQuantity(raised, id, 10)).rejects.toThrow(CardDeclined);
      await expect(till.raiseQuantity(raised, id, 10)).rejects.toThrow(CardDeclined);
      const told = await read(id);
      expect([told.quantity, told.pendingUpdate, told.status]).toEqual([6, undefined, 'active']);
      const statuses = (await till.invoices(id)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual(['paid', 'void']);
    });
  });

  describe('the add-on', () => {
    const order = (customerId: string) =>
      ({ accountId: run, customerId, price: 'sast_team_month', quantity: 6 }) as const;

    test('begins with its payment, and follows the licences without an invoice', async () => {
      const [, customerId] = await subscribed('team_month', 6);
      const { subscriptionId } = await till.startAddon(key(), order(customerId));
      await till.setNextQuantity(key(), subscriptionId, { price: 'sast_starter_month', quantity: 1 });
      expect(await read(subscriptionId)).toMatchObject({
        price: 'sast_starter_month',
        quantity: 1,
        status: 'active',
      });
      expect(await till.invoices(subscriptionId)).toHaveLength(1);
    });

    test('that the card declines is not there', async () => {
      const customerId = await newCustomer();
      await giveCard(customerId, 'pm_card_chargeCustomerFail');
      await expect(till.startAddon(key(), order(customerId))).rejects.toThrow(CardDeclined);
      expect(await till.subscriptions(customerId)).toEqual([]);
    });

    test('of a customer without a card is declined', async () => {
      await expect(till.startAddon(key(), order(await newCustomer()))).rejects.toThrow(CardDeclined);
    });
  });

  describe('a recharge', () => {
    const order = (customerId: string, attempt: string) =>
      ({ accountId: run, customerId, pack: 'core-100', attempt }) as const;

    test('is charged once, however often each call is made', async () => {
      const customerId = await newCustomer();
      await giveCard(customerId, 'pm_card_visa');
      const [drafted, finalized, paid, attempt] = [key(), key(), key(), key()];
      const { invoiceId } = await till.draftPackInvoice(drafted, order(customerId, attempt));
      const again = await till.draftPackInvoice(drafted, order(customerId, attempt));
      expect(again).toMatchObject({ invoiceId, status: 'draft', amountDue: 1_500, accountId: run });
      expect(again.lines).toMatchObject([{ price: 'pack_core-100', quantity: 1 }]);
      expect(await till.findRechargeInvoice(customerId, attempt)).toMatchObject({ invoiceId });
      for (let i = 0; i < 2; i++) {
        expect(await till.finalizeInvoice(finalized, invoiceId)).toMatchObject({ status: 'open' });
      }
      expect(await till.finalizeInvoice(key(), invoiceId)).toMatchObject({ status: 'open' });
      expect(await till.payInvoice(paid, invoiceId)).toEqual({ outcome: 'paid' });
      expect(await till.payInvoice(paid, invoiceId)).toEqual({ outcome: 'paid' });
      expect(await till.payInvoice(key(), invoiceId)).toEqual({ outcome: 'paid' });
      expect(await till.invoice(invoiceId)).toMatchObject({
        status: 'paid',
        amountPaid: 1_500,
        reason: 'other',
        metadata: { attempt, kind: 'recharge', pack: 'core-100' },
      });
      await expect(till.voidInvoice(key(), invoiceId)).rejects.toThrow(PaymentProviderRefused);
    });

    test('takes nothing else along: no discount of the customer, nothing that is pending', async () => {
      const customer = await newCustomer();
      await giveCard(customer, 'pm_card_visa');
      await stripe.invoiceItems.create({ customer, amount: 999, currency: 'eur', description: 'pending' });
      const { amountDue, lines } = await till.draftPackInvoice(key(), order(customer, key()));
      expect([amountDue, lines.length]).toEqual([1_500, 1]);
    });

    test('that is declined can be voided, tells when it failed, and does not stand in the way of the next', async () => {
      const customerId = await newCustomer();
      await giveCard(customerId, 'pm_card_chargeCustomerFail');
      const { invoiceId } = await till.draftPackInvoice(key(), order(customerId, key()));
      await till.finalizeInvoice(key(), invoiceId);
      const paid = key();
      expect(await till.payInvoice(paid, invoiceId)).toMatchObject({ outcome: 'declined' });
      expect(await till.payInvoice(paid, invoiceId)).toMatchObject({ outcome: 'declined' });
      const failed = await till.invoice(invoiceId);
      expect(failed?.failedAt).toBeDefined();
      await till.voidInvoice(key(), invoiceId);
      await till.voidInvoice(key(), invoiceId);
      expect(await till.invoice(invoiceId)).toMatchObject({ status: 'void' });
      await giveCard(customerId, 'pm_card_visa');
      const next = await till.draftPackInvoice(key(), order(customerId, key()));
      await till.finalizeInvoice(key(), next.invoiceId);
      expect(await till.payInvoice(key(), next.invoiceId)).toEqual({ outcome: 'paid' });
    });

    test('without a card is declined', async () => {
      const { invoiceId } = await till.draftPackInvoice(key(), order(await newCustomer(), key()));
      await till.finalizeInvoice(key(), invoiceId);
      expect(await till.payInvoice(key(), invoiceId)).toEqual({
        outcome: 'declined',
        code: 'no_payment_method',
      });
    });

    test('that was given up as a draft is gone', async () => {
      const { invoiceId } = await till.draftPackInvoice(key(), order(await newCustomer(), key()));
      await till.voidInvoice(key(), invoiceId);
      expect(await till.invoice(invoiceId)).toBeUndefined();
    });
  });

  test('one key for two different calls is refused', async () => {
    const made = key();
    await till.createCustomer(made, { accountId: run, name: 'Acme' });
    await expect(till.createCustomer(made, { accountId: run, name: 'Other' })).rejects.toMatchObject({
      name: 'PaymentProviderRefused',
      code: 'idempotency_error',
    });
  });

  test('what does not exist is undefined', async () => {
    expect(await till.invoice('in_missing')).toBeUndefined();
    expect(await till.subscription('sub_missing')).toBeUndefined();
    expect(await till.customer('cus_missing')).toBeUndefined();
    expect(await till.checkout('cs_test_missing')).toBeUndefined();
  });
};
