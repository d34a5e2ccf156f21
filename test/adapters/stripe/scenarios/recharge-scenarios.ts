import { describe, expect, test } from 'vitest';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import type { ScenarioContext } from './scenario-context.ts';

/** Invoices of automatic recharges. */
export const rechargeScenarios = (context: ScenarioContext): void => {
  const { key, newCustomer, giveCard } = context;

  describe('a recharge', () => {
    const order = (customerId: string, attempt: string) =>
      ({ accountId: context.run, customerId, pack: 'core-100', attempt }) as const;

    test('is charged once, however often each call is repeated', async () => {
      const customerId = await newCustomer();
      await giveCard(customerId, 'pm_card_visa');
      const [drafted, finalized, paid, attempt] = [key(), key(), key(), key()];
      const { invoiceId } = await context.provider.draftPackInvoice(drafted, order(customerId, attempt));
      const again = await context.provider.draftPackInvoice(drafted, order(customerId, attempt));
      expect(again).toMatchObject({ invoiceId, status: 'draft', amountDue: 1_500, accountId: context.run });
      expect(again.lines).toMatchObject([{ price: 'pack_core-100', quantity: 1 }]);
      expect(await context.provider.findRechargeInvoice(customerId, attempt)).toMatchObject({ invoiceId });
      for (let i = 0; i < 2; i++) {
        expect(await context.provider.finalizeInvoice(finalized, invoiceId)).toMatchObject({
          status: 'open',
        });
      }
      expect(await context.provider.finalizeInvoice(key(), invoiceId)).toMatchObject({ status: 'open' });
      expect(await context.provider.payInvoice(paid, invoiceId)).toEqual({ outcome: 'paid' });
      expect(await context.provider.payInvoice(paid, invoiceId)).toEqual({ outcome: 'paid' });
      expect(await context.provider.payInvoice(key(), invoiceId)).toEqual({ outcome: 'paid' });
      expect(await context.provider.invoice(invoiceId)).toMatchObject({
        status: 'paid',
        amountPaid: 1_500,
        reason: 'other',
        metadata: { attempt, kind: 'recharge', pack: 'core-100' },
      });
      await expect(context.provider.voidInvoice(key(), invoiceId)).rejects.toThrow(PaymentProviderRefused);
    });

    test('contains neither a discount of the customer nor a pending item', async () => {
      const customer = await newCustomer();
      await giveCard(customer, 'pm_card_visa');
      await context.stripe.invoiceItems.create({
        customer,
        amount: 999,
        currency: 'eur',
        description: 'pending',
      });
      const { amountDue, lines } = await context.provider.draftPackInvoice(key(), order(customer, key()));
      expect([amountDue, lines.length]).toEqual([1_500, 1]);
    });

    test('that is declined has the time of its failure, can be voided, and does not block the next one', async () => {
      const customerId = await newCustomer();
      await giveCard(customerId, 'pm_card_chargeCustomerFail');
      const { invoiceId } = await context.provider.draftPackInvoice(key(), order(customerId, key()));
      await context.provider.finalizeInvoice(key(), invoiceId);
      const paid = key();
      expect(await context.provider.payInvoice(paid, invoiceId)).toMatchObject({ outcome: 'declined' });
      expect(await context.provider.payInvoice(paid, invoiceId)).toMatchObject({ outcome: 'declined' });
      const failed = await context.provider.invoice(invoiceId);
      expect(failed?.failedAt).toBeDefined();
      await context.provider.voidInvoice(key(), invoiceId);
      await context.provider.voidInvoice(key(), invoiceId);
      expect(await context.provider.invoice(invoiceId)).toMatchObject({ status: 'void' });
      await giveCard(customerId, 'pm_card_visa');
      const next = await context.provider.draftPackInvoice(key(), order(customerId, key()));
      await context.provider.finalizeInvoice(key(), next.invoiceId);
      expect(await context.provider.payInvoice(key(), next.invoiceId)).toEqual({ outcome: 'paid' });
    });

    test('without a card is declined', async () => {
      const { invoiceId } = await context.provider.draftPackInvoice(key(), order(await newCustomer(), key()));
      await context.provider.finalizeInvoice(key(), invoiceId);
      expect(await context.provider.payInvoice(key(), invoiceId)).toEqual({
        outcome: 'declined',
        code: 'no_payment_method',
      });
    });

    test('that is voided as a draft is deleted', async () => {
      const { invoiceId } = await context.provider.draftPackInvoice(key(), order(await newCustomer(), key()));
      await context.provider.voidInvoice(key(), invoiceId);
      expect(await context.provider.invoice(invoiceId)).toBeUndefined();
    });
  });
};
