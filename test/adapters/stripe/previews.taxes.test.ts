import { expect, test, vi } from 'vitest';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import { details } from '#test/support/payments/billing-details.ts';
import { atStripe } from '#test/support/payments/payment-violations.ts';
import { openPaymentWorld, subscribe } from '#test/support/payments/payment-world.ts';

/** Previews a first plan, a change, a renewal and a pack. @returns what Stripe was asked, and its answers. */
const previews = async (automaticTax: boolean) => {
  const world = await openPaymentWorld();
  const provider = stripePaymentProvider(world.client, {
    returnUrl: 'https://console.example.com/',
    automaticTax,
  });
  await subscribe(world, { plan: 'Starter', interval: 'month' });
  const { id: subscriptionId, customer } = atStripe(world, 'subscription')[0]!;
  const customerId = String(customer);
  await provider.setBillingDetails('details', customerId, details);
  const asked = vi.spyOn(world.client.invoices, 'createPreview');
  const order = { quantity: 1, bills: 'now' as const, customerId };
  await provider.previewOrder({ ...order, price: 'starter_year' });
  await provider.previewOrder({ ...order, price: 'team_month', quantity: 5, subscriptionId });
  await provider.preview(subscriptionId);
  await provider.previewOrder({ ...order, price: 'pack_core-100' });
  const answers = await Promise.all(asked.mock.results.map(({ value }) => value));
  return {
    asked: asked.mock.calls.map(([params]) => params),
    status: answers.map(({ automatic_tax }) => automatic_tax.status),
  };
};

test('with automatic tax every preview is taxed, and a pack by the address and tax ids of its buyer', async () => {
  const { asked, status } = await previews(true);
  for (const params of asked) expect(params).toMatchObject({ automatic_tax: { enabled: true } });
  expect(asked.at(-1)).toMatchObject({
    customer_details: {
      address: { line1: 'Main Street 1', country: 'DE' },
      tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
    },
  });
  expect(status).toEqual(['complete', 'complete', 'complete', 'complete']);
});

test('without automatic tax no preview mentions taxes', async () => {
  const { asked, status } = await previews(false);
  for (const params of asked) {
    expect(params).not.toHaveProperty('automatic_tax');
    expect(params).not.toHaveProperty('customer_details');
  }
  expect(status).toEqual([null, null, null, null]);
});
