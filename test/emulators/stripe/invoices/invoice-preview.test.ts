import { afterEach, beforeEach, expect, test } from 'vitest';
import { subscribeCustomer } from '../subscribe-customer.ts';
import { errorOf, openStripeWorkbench, secondsOf, type StripeWorkbench } from '../workbench.ts';

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const subscribed = (unitAmount?: number, quantity?: number) => subscribeCustomer(bench, unitAmount, quantity);

test('a preview shows what is billed later, and changes nothing', async () => {
  const { subscription, item } = await subscribed(9700, 5);
  const { invoices } = bench.client;
  await bench.to('2026-03-21T05:06:07Z');
  const before = JSON.stringify(bench.stripe.control.state());
  const changes = { items: [{ id: item, quantity: 7 }], proration_behavior: 'always_invoice' as const };
  const seen = await invoices.createPreview({ subscription: subscription.id, subscription_details: changes });
  const renewal = await invoices.createPreview({ subscription: subscription.id });
  expect(JSON.stringify(bench.stripe.control.state())).toBe(before);
  expect(seen).toMatchObject({ id: expect.stringMatching(/^upcoming_in_/), status: 'draft' });
  const changed = await bench.client.subscriptions.update(subscription.id, {
    ...changes,
    expand: ['latest_invoice'],
  });
  expect(changed.latest_invoice).toMatchObject({ total: seen.total, amount_paid: seen.amount_due });
  expect(renewal).toMatchObject({ total: 48_500, period_end: secondsOf('2026-04-10T12:00:00Z') });
  await bench.client.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  const none = invoices.createPreview({ subscription: subscription.id });
  expect(await errorOf(none)).toMatchObject({ code: 'invoice_upcoming_none' });
});
