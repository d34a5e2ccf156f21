import { afterEach, beforeEach, expect, test } from 'vitest';
import { subscribeCustomer } from '../subscribe-customer.ts';
import { errorOf, openStripeWorkbench, type StripeWorkbench } from '../workbench.ts';

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const subscribed = (unitAmount?: number, quantity?: number) => subscribeCustomer(bench, unitAmount, quantity);
const get = (id: string) => bench.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] });

test('a detached card is removed from all defaults', async () => {
  const { subscription, customer } = await subscribed();
  const { paymentMethods, customers } = bench.client;
  const [card] = (await paymentMethods.list({ customer: customer.id, type: 'card' })).data;
  await paymentMethods.detach(card?.id ?? '');
  expect(await customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  expect(await errorOf(paymentMethods.attach(card?.id ?? '', { customer: customer.id }))).toMatchObject({
    message: expect.stringContaining('may not be used again'),
  });
  await bench.to('2026-04-10T13:00:00Z');
  expect((await get(subscription.id)).status).toBe('past_due');
  const visa = await paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await customers.update(customer.id, { invoice_settings: { default_payment_method: visa.id } });
  await bench.to('2026-04-13T13:00:00Z');
  expect((await get(subscription.id)).status).toBe('active');
  const other = await customers.create();
  const foreign = { invoice_settings: { default_payment_method: visa.id } };
  expect(await errorOf(customers.update(other.id, foreign))).toMatchObject({ statusCode: 400 });
});
