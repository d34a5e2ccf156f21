import { afterEach, beforeEach, expect, test } from 'vitest';
import { invoicesOf, subscribeCustomer } from '../subscribe-customer.ts';
import { customerWith, monthly, openStripeWorkbench, secondsOf, type StripeWorkbench } from '../workbench.ts';

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const subscribed = (unitAmount?: number, quantity?: number) => subscribeCustomer(bench, unitAmount, quantity);

test('more licenses are charged to the second, less what was paid for the same time', async () => {
  const { subscription, item } = await subscribed(10_000, 5);
  await bench.to('2026-03-20T18:30:07Z');
  const left = secondsOf('2026-04-10T12:00:00Z') - secondsOf('2026-03-20T18:30:07Z');
  const whole = 31 * 86_400;
  const changed = await bench.client.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 8 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  });
  expect(changed.items.data[0]?.quantity).toBe(8);
  expect(changed.pending_update).toBeNull();
  const lines = [-Math.round((50_000 * left) / whole), Math.round((80_000 * left) / whole)];
  const due = (lines[0] ?? 0) + (lines[1] ?? 0);
  expect(changed.latest_invoice).toMatchObject({
    billing_reason: 'subscription_update',
    status: 'paid',
    amount_paid: due,
    lines: {
      data: lines.map((amount) => ({
        amount,
        discountable: false,
        parent: { type: 'subscription_item_details', subscription_item_details: { proration: true } },
      })),
    },
  });
});

test('raising and lowering a quantity twice credits exactly what was charged', async () => {
  const { subscription, item } = await subscribed(9999, 5);
  const change = async (quantity: number) => {
    const updated = await bench.client.subscriptions.update(subscription.id, {
      items: [{ id: item, quantity }],
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    return typeof updated.latest_invoice === 'object' ? (updated.latest_invoice?.total ?? 0) : 0;
  };
  await bench.pass(777_777);
  const up = await change(6);
  const down = await change(5);
  expect(up).toBeGreaterThan(0);
  expect(up + down).toBe(0);
  const customer = await bench.client.customers.retrieve(subscription.customer as string);
  expect(customer).toMatchObject({ balance: down });
});

test('a credit balance pays the next invoice before the card does', async () => {
  const { subscription, item } = await subscribed(10_000, 5);
  await bench.pass(10 * 86_400);
  await bench.client.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 1 }],
    proration_behavior: 'always_invoice',
  });
  await bench.to('2026-04-10T13:00:00Z');
  const [, , renewal] = await invoicesOf(bench, subscription.id);
  const credit = Math.round((50_000 * 21) / 31) - Math.round((10_000 * 21) / 31);
  expect(renewal).toMatchObject({
    total: 10_000,
    starting_balance: -credit,
    ending_balance: 10_000 - credit,
    amount_due: 0,
    status: 'paid',
  });
});

test('prorations that are not billed at once are billed with the renewal', async () => {
  const { subscription, item } = await subscribed(10_000, 5);
  await bench.to('2026-03-26T00:00:00Z');
  await bench.client.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 6 }] });
  expect(await invoicesOf(bench, subscription.id)).toHaveLength(1);
  const waiting = await bench.client.invoiceItems.list({
    customer: subscription.customer as string,
    pending: true,
  });
  expect(waiting.data.map(({ proration }) => proration)).toEqual([true, true]);
  await bench.to('2026-04-10T13:00:00Z');
  const [, renewal] = await invoicesOf(bench, subscription.id);
  expect(renewal?.lines.data).toHaveLength(3);
  const left = 15.5 * 86_400;
  const proration = Math.round((60_000 * left) / (31 * 86_400)) - Math.round((50_000 * left) / (31 * 86_400));
  expect(renewal?.amount_paid).toBe(60_000 + proration);
});

test('without prorations a change takes effect at the renewal', async () => {
  const { subscription, item } = await subscribed(10_000, 5);
  await bench.pass(86_400);
  const changed = await bench.client.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 2 }],
    proration_behavior: 'none',
  });
  expect(changed.items.data[0]?.quantity).toBe(2);
  await bench.to('2026-04-10T13:00:00Z');
  expect((await invoicesOf(bench, subscription.id)).map(({ amount_paid }) => amount_paid)).toEqual([
    50_000, 20_000,
  ]);
});

test('a change from monthly to yearly begins a new cycle at once, with credit for the unused month', async () => {
  const { subscription, item, price } = await subscribed(10_000, 1);
  const yearly = await monthly(bench.client, 100_000, {
    recurring: { interval: 'year' },
    product_data: undefined,
    product: price.product as string,
  });
  await bench.to('2026-03-20T12:00:00Z');
  const changed = await bench.client.subscriptions.update(subscription.id, {
    items: [{ id: item, price: yearly.id }],
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice'],
  });
  expect(changed.billing_cycle_anchor).toBe(secondsOf('2026-03-20T12:00:00Z'));
  expect(changed.items.data[0]).toMatchObject({ current_period_end: secondsOf('2027-03-20T12:00:00Z') });
  expect(changed.latest_invoice).toMatchObject({ amount_paid: 100_000 - Math.round((10_000 * 21) / 31) });
});

test('a lasting discount applies to prorations too', async () => {
  const { client } = bench;
  await client.coupons.create({ id: 'QUARTER', percent_off: 25, duration: 'forever' });
  const price = await monthly(client, 10_000);
  const customer = await customerWith(bench);
  const { id, items } = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, quantity: 4 }],
    discounts: [{ coupon: 'QUARTER' }],
  });
  await bench.to('2026-03-26T00:00:00Z');
  const { latest_invoice } = await client.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id, quantity: 6 }],
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice'],
  });
  expect(latest_invoice).toMatchObject({
    lines: { data: [{ amount: -15_000 }, { amount: 22_500 }] },
    amount_paid: 7500,
  });
});

test('the customer’s discount applies when the subscription has none', async () => {
  const { client, stripe } = bench;
  await client.coupons.create({ id: 'HALF', percent_off: 50, duration: 'forever' });
  await client.coupons.create({ id: 'TENTH', percent_off: 10, duration: 'forever' });
  const price = await monthly(client, 1000);
  const customer = await customerWith(bench);
  stripe.control.setDiscount({ organizationId: 'org-1' }, 'HALF');
  const order = { customer: customer.id, items: [{ price: price.id }], expand: ['latest_invoice'] };
  expect((await client.subscriptions.create(order)).latest_invoice).toMatchObject({ amount_paid: 500 });
  const own = await client.subscriptions.create({ ...order, discounts: [{ coupon: 'TENTH' }] });
  expect(own.latest_invoice).toMatchObject({ amount_paid: 900 });
});
