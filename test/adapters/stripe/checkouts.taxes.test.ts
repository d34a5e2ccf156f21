import { describe, expect, test } from 'vitest';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import { details } from '#test/support/payments/billing-details.ts';
import { atStripe } from '#test/support/payments/payment-violations.ts';
import { openPaymentWorld } from '#test/support/payments/payment-world.ts';

const returnUrl = 'https://console.example.com/';

/** Opens the emulator with a customer. */
const open = async (automaticTax: boolean) => {
  const world = await openPaymentWorld();
  const provider = stripePaymentProvider(world.client, { returnUrl, automaticTax });
  const { accountId } = world;
  const { customerId } = await provider.createCustomer('customer', { accountId, name: 'Acme' });
  return { world, provider, buyer: { accountId, customerId } };
};

describe('with automatic tax', () => {
  test('a checkout computes taxes and collects address and tax id, also for a customer without an address', async () => {
    const { world, provider, buyer } = await open(true);
    await provider.openPlanCheckout('plan', { ...buyer, plan: 'Starter', interval: 'month' });
    await provider.openPackCheckout('pack', { ...buyer, pack: 'core-100' });
    const sessions = atStripe(world, 'checkout.session');
    expect(sessions).toHaveLength(2);
    for (const session of sessions)
      expect(session).toMatchObject({
        automatic_tax: { enabled: true },
        tax_id_collection: { enabled: true },
      });
  });

  test('an automatic recharge and the add-on compute taxes, and invoices show the billing details', async () => {
    const { world, provider, buyer } = await open(true);
    await provider.setBillingDetails('details', buyer.customerId, details);
    await provider.draftPackInvoice('draft', { ...buyer, pack: 'core-100', attempt: 'a-1' });
    world.stripe.control.setCard({ organizationId: buyer.accountId }, 'ok');
    await provider.startAddon('addon', { ...buyer, price: 'sast_starter_month', quantity: 1 });
    const recharge = atStripe(world, 'invoice').find(({ metadata }) => metadata?.['kind'] === 'recharge');
    expect(recharge).toMatchObject({
      automatic_tax: { enabled: true },
      customer_name: 'Acme GmbH',
      customer_email: 'billing@example.com',
      customer_address: { country: 'DE' },
      custom_fields: [{ name: 'PO number', value: '4711' }],
      customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    expect(atStripe(world, 'subscription')[0]).toMatchObject({ automatic_tax: { enabled: true } });
  });
});

test('without the setting nothing mentions taxes', async () => {
  const { world, provider, buyer } = await open(false);
  await provider.openPlanCheckout('plan', { ...buyer, plan: 'Starter', interval: 'month' });
  expect(atStripe(world, 'checkout.session')[0]).toMatchObject({
    automatic_tax: { enabled: false },
    tax_id_collection: { enabled: false },
  });
});
