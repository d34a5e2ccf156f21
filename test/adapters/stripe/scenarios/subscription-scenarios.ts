import { describe, expect, test } from 'vitest';
import { CardDeclined } from '#ports/payment-provider.ts';
import type { ScenarioContext } from './scenario-context.ts';

/** Plans, licenses and the add-on. */
export const subscriptionScenarios = (context: ScenarioContext): void => {
  const { key, newCustomer, giveCard, subscribe, read } = context;

  describe('a subscription', () => {
    test('is read with its invoice', async () => {
      const [id, customerId] = await subscribe('team_month', 6);
      const subscription = await read(id);
      expect(subscription).toMatchObject({
        accountId: context.run,
        customerId,
        price: 'team_month',
        quantity: 6,
        status: 'active',
        cancelsAtPeriodEnd: false,
      });
      const [invoice, ...more] = await context.provider.invoices(id);
      expect(more).toEqual([]);
      expect(invoice).toMatchObject({
        accountId: context.run,
        subscriptionId: id,
        reason: 'create',
        status: 'paid',
        lines: [{ price: 'team_month', quantity: 6, proration: false, endAt: subscription.periodEndAt }],
      });
      expect(await context.provider.subscriptions(customerId)).toEqual([subscription]);
      expect(await context.provider.preview(id)).toMatchObject({
        amountDue: 6 * 2_900,
        currency: 'eur',
        at: subscription.periodEndAt,
      });
    });

    test('changes at the end of its period, as scheduled last', async () => {
      const [id] = await subscribe('team_month', 6);
      const { periodEndAt } = await read(id);
      const arranged = key();
      const next = { price: 'starter_month', quantity: 1 } as const;
      await context.provider.scheduleNext(arranged, id, next);
      await context.provider.scheduleNext(arranged, id, next);
      expect((await read(id)).schedule?.next).toEqual({ ...next, startAt: periodEndAt });
      await context.provider.scheduleNext(key(), id, { price: 'team_year', quantity: 5 });
      const { schedule, price, quantity } = await read(id);
      expect(schedule?.next).toEqual({ price: 'team_year', quantity: 5, startAt: periodEndAt });
      expect([price, quantity]).toEqual(['team_month', 6]);
      const scheduleId = schedule?.scheduleId ?? '';
      await context.provider.releaseSchedule(key(), scheduleId);
      await context.provider.releaseSchedule(key(), scheduleId);
      expect((await read(id)).schedule).toBeUndefined();
      await context.provider.scheduleNext(arranged, id, next);
      expect((await read(id)).schedule?.next).toMatchObject(next);
      expect(await context.provider.invoices(id)).toHaveLength(1);
    });

    test('ends with its period despite a schedule, and continues when the cancellation is undone', async () => {
      const [id] = await subscribe('starter_month', 1);
      await context.provider.scheduleNext(key(), id, { price: 'starter_year', quantity: 1 });
      await context.provider.cancelAtPeriodEnd(key(), id, true);
      expect(await read(id)).toMatchObject({ cancelsAtPeriodEnd: true, status: 'active' });
      expect((await read(id)).schedule).toBeUndefined();
      expect(await context.provider.preview(id)).toBeUndefined();
      await context.provider.cancelAtPeriodEnd(key(), id, false);
      expect(await read(id)).toMatchObject({ cancelsAtPeriodEnd: false });
    });

    test('ends at once for good and leaves nothing to pay', async () => {
      const [id, customerId] = await subscribe('starter_month', 1);
      await context.provider.cancelNow(key(), id);
      await context.provider.cancelNow(key(), id);
      expect((await read(id)).status).toBe('ended');
      expect((await read(id)).endedAt).toBeDefined();
      expect(await context.provider.subscriptions(customerId)).toEqual([]);
    });

    test('moves its card to the customer', async () => {
      const [id, customerId] = await subscribe('starter_month', 1);
      const { id: own } = await context.stripe.paymentMethods.attach('pm_card_visa', {
        customer: customerId,
      });
      await context.stripe.subscriptions.update(id, { default_payment_method: own });
      await context.provider.adoptPaymentMethod(key(), customerId, id);
      await context.provider.adoptPaymentMethod(key(), customerId, id);
      expect((await context.provider.customer(customerId))?.paymentMethodId).toBe(own);
      expect((await context.stripe.subscriptions.retrieve(id)).default_payment_method).toBeNull();
    });

    test('keeps a discount in its schedule', async () => {
      const [id] = await subscribe('team_month', 10);
      const { id: coupon } = await context.stripe.coupons.create({ percent_off: 50, duration: 'forever' });
      const code = `HALF${context.run.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()}`;
      await context.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code });
      const { promotionId = '' } = (await context.provider.findPromotion(code)) ?? {};
      await context.provider.scheduleNext(key(), id, { price: 'team_month', quantity: 6 });
      await context.provider.applyPromotion(key(), id, promotionId);
      await context.provider.applyPromotion(key(), id, promotionId);
      expect(await context.provider.preview(id)).toMatchObject({ amountDue: (6 * 2_900) / 2 });
      expect((await context.stripe.coupons.retrieve(coupon)).times_redeemed).toBe(1);
      expect(await context.provider.findPromotion(`NO${code}`)).toBeUndefined();
    });
  });

  describe('more licenses', () => {
    test('are charged and count at once, and once however often the call is repeated', async () => {
      const [id] = await subscribe('team_month', 6);
      const raised = key();
      const { invoiceId = '' } = await context.provider.raiseQuantity(raised, id, 10);
      expect(await context.provider.raiseQuantity(raised, id, 10)).toEqual({ invoiceId });
      expect((await read(id)).quantity).toBe(10);
      const invoice = await context.provider.invoice(invoiceId);
      expect(invoice).toMatchObject({ reason: 'update', status: 'paid', accountId: context.run });
      expect(invoice?.lines.every(({ proration }) => proration)).toBe(true);
      expect(await context.provider.invoices(id)).toHaveLength(2);
    });

    test('that the card declines do not count and leave nothing to pay', async () => {
      const [id, customerId] = await subscribe('team_month', 6);
      await giveCard(customerId, 'pm_card_chargeCustomerFail');
      const raised = key();
      await expect(context.provider.raiseQuantity(raised, id, 10)).rejects.toThrow(CardDeclined);
      await expect(context.provider.raiseQuantity(raised, id, 10)).rejects.toThrow(CardDeclined);
      const subscription = await read(id);
      expect([subscription.quantity, subscription.pendingUpdate, subscription.status]).toEqual([
        6,
        undefined,
        'active',
      ]);
      const statuses = (await context.provider.invoices(id)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual(['paid', 'void']);
    });
  });

  describe('the add-on', () => {
    const order = (customerId: string) =>
      ({ accountId: context.run, customerId, price: 'sast_team_month', quantity: 6 }) as const;

    test('starts with its payment and follows the licenses without an invoice', async () => {
      const [, customerId] = await subscribe('team_month', 6);
      const { subscriptionId } = await context.provider.startAddon(key(), order(customerId));
      await context.provider.setNextQuantity(key(), subscriptionId, {
        price: 'sast_starter_month',
        quantity: 1,
      });
      expect(await read(subscriptionId)).toMatchObject({
        price: 'sast_starter_month',
        quantity: 1,
        status: 'active',
      });
      expect(await context.provider.invoices(subscriptionId)).toHaveLength(1);
    });

    test('that the card declines does not exist', async () => {
      const customerId = await newCustomer();
      await giveCard(customerId, 'pm_card_chargeCustomerFail');
      await expect(context.provider.startAddon(key(), order(customerId))).rejects.toThrow(CardDeclined);
      expect(await context.provider.subscriptions(customerId)).toEqual([]);
    });

    test('of a customer without a card is declined', async () => {
      await expect(context.provider.startAddon(key(), order(await newCustomer()))).rejects.toThrow(
        CardDeclined,
      );
    });
  });
};
