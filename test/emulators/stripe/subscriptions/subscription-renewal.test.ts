import { afterEach, beforeEach, expect, test } from 'vitest';
import { invoicesOf, subscribeCustomer } from '../subscribe-customer.ts';
import { customerWith, monthly, openStripeWorkbench, secondsOf, type StripeWorkbench } from '../workbench.ts';

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const subscribed = (unitAmount?: number, quantity?: number) => subscribeCustomer(bench, unitAmount, quantity);
const get = (id: string) => bench.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] });

test('a renewal is a draft for an hour, then finalized and paid', async () => {
  const { subscription } = await subscribed();
  await bench.to('2026-04-10T12:00:00Z');
  const renewed = await get(subscription.id);
  expect(renewed.latest_invoice).toMatchObject({
    status: 'draft',
    billing_reason: 'subscription_cycle',
    period_start: secondsOf('2026-03-10T12:00:00Z'),
    period_end: secondsOf('2026-04-10T12:00:00Z'),
    lines: {
      data: [
        { period: { start: secondsOf('2026-04-10T12:00:00Z'), end: secondsOf('2026-05-10T12:00:00Z') } },
      ],
    },
  });
  expect(renewed.items.data[0]?.current_period_end).toBe(secondsOf('2026-05-10T12:00:00Z'));
  await bench.to('2026-04-10T12:59:59Z');
  expect((await get(subscription.id)).latest_invoice).toMatchObject({ status: 'draft' });
  await bench.to('2026-04-10T13:00:00Z');
  expect((await get(subscription.id)).latest_invoice).toMatchObject({ status: 'paid', amount_paid: 5000 });
});

test('month ends are clamped, and counted from the anchor', async () => {
  await bench.to('2027-01-31T09:00:00Z');
  const { subscription } = await subscribed();
  const ends: string[] = [];
  for (let month = 0; month < 5; month += 1) {
    const end = (await get(subscription.id)).items.data[0]?.current_period_end ?? 0;
    ends.push(new Date(end * 1000).toISOString().slice(0, 10));
    await bench.to(end + 3600);
  }
  expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30']);
  expect((await invoicesOf(bench, subscription.id)).every(({ status }) => status === 'paid')).toBe(true);
});

test('a yearly subscription of 29 February renews on the 28th, and in a leap year on the 29th', async () => {
  await bench.to('2028-02-29T00:00:00Z');
  const price = await monthly(bench.client, 100_000, { recurring: { interval: 'year' } });
  const customer = await customerWith(bench);
  const { id } = await bench.client.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
  });
  await bench.to('2032-02-29T02:00:00Z');
  const starts = (await invoicesOf(bench, id)).map(({ lines }) =>
    new Date((lines.data[0]?.period.start ?? 0) * 1000).toISOString().slice(0, 10),
  );
  expect(starts).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
});

test('an injected decline affects the next charge only, even that of a renewal', async () => {
  const { subscription } = await subscribed();
  bench.stripe.faults.inject({ service: 'stripe', kind: 'decline', times: 1 });
  await bench.client.customers.create();
  await bench.to('2026-04-10T13:00:00Z');
  expect((await get(subscription.id)).status).toBe('past_due');
  await bench.to('2026-04-13T13:00:00Z');
  expect((await get(subscription.id)).status).toBe('active');
});
