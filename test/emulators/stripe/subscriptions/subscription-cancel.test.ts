import { afterEach, beforeEach, expect, test } from 'vitest';
import { invoicesOf, subscribeCustomer } from '../subscribe-customer.ts';
import { errorOf, openStripeWorkbench, secondsOf, type StripeWorkbench } from '../workbench.ts';

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const subscribed = (unitAmount?: number, quantity?: number) => subscribeCustomer(bench, unitAmount, quantity);
const get = (id: string) => bench.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] });

test('a subscription that is canceled at period end ends then, and can be resumed until then', async () => {
  const { subscription } = await subscribed();
  const ending = await bench.client.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({ cancel_at_period_end: true, cancel_at: secondsOf('2026-04-10T12:00:00Z') });
  await bench.client.subscriptions.update(subscription.id, { cancel_at_period_end: false });
  await bench.to('2026-04-11T00:00:00Z');
  expect((await get(subscription.id)).status).toBe('active');
  await bench.client.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await bench.to('2026-05-10T12:00:00Z');
  expect(await get(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: secondsOf('2026-05-10T12:00:00Z'),
  });
  expect(await invoicesOf(bench, subscription.id)).toHaveLength(2);
  expect(bench.eventTypes().filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1);
});

test('an ended subscription is listed only on request, and cannot be changed', async () => {
  const { subscription, customer, item } = await subscribed();
  await bench.client.subscriptions.cancel(subscription.id);
  const list = async (status?: 'all' | 'canceled') =>
    (await bench.client.subscriptions.list({ customer: customer.id, ...(status && { status }) })).data.length;
  expect([await list(), await list('all'), await list('canceled')]).toEqual([0, 1, 1]);
  const change = bench.client.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 2 }] });
  expect(await errorOf(change)).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('canceled'),
  });
  await bench.client.subscriptions.update(subscription.id, { metadata: { note: 'x' } });
  await bench.to('2026-06-10T12:00:00Z');
  expect(await invoicesOf(bench, subscription.id)).toHaveLength(1);
});

test('deleting a customer cancels the subscription and leaves a tombstone', async () => {
  const { subscription, customer } = await subscribed();
  const { customers, invoices } = bench.client;
  expect(await customers.del(customer.id)).toEqual({ id: customer.id, object: 'customer', deleted: true });
  expect((await get(subscription.id)).status).toBe('canceled');
  expect(await customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  const [invoice] = (await invoices.list({ expand: ['data.customer'] })).data;
  expect(invoice?.customer).toMatchObject({ id: customer.id, deleted: true });
  expect(await errorOf(customers.update(customer.id, { name: 'x' }))).toMatchObject({ statusCode: 404 });
  await bench.to('2026-05-10T12:00:00Z');
});
