import type { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  customerWith,
  monthly,
  openStripeWorkbench,
  errorOf,
  secondsOf,
  type StripeWorkbench,
} from '../workbench.ts';

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const periodEnd = secondsOf('2026-04-10T12:00:00Z');

const scheduled = async (more: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const { client } = bench;
  const team = await monthly(client, 1000);
  const starter = await monthly(client, 300);
  const { id: customer } = await customerWith(bench);
  const { id } = await client.subscriptions.create({
    customer,
    items: [{ price: team.id, quantity: 9 }],
    ...more,
  });
  const schedule = await client.subscriptionSchedules.create({ from_subscription: id });
  const present = {
    start_date: schedule.phases[0]?.start_date,
    end_date: periodEnd,
    items: [{ price: team.id, quantity: 9 }],
  };
  return { id, customer, schedule, present, team: team.id, starter: starter.id };
};

const next = (price: string, quantity = 1): Stripe.SubscriptionScheduleUpdateParams.Phase => ({
  items: [{ price, quantity }],
  duration: { interval: 'month', interval_count: 1 },
});
const get = (id: string) => bench.client.subscriptions.retrieve(id);
const schedules = () => bench.client.subscriptionSchedules;

test('a schedule of a subscription begins with a phase of the current items to the end of the period', async () => {
  const { id, schedule, team } = await scheduled();
  expect(schedule).toMatchObject({
    status: 'active',
    end_behavior: 'release',
    subscription: id,
    current_phase: { end_date: periodEnd },
    phases: [{ items: [{ price: team, quantity: 9 }], end_date: periodEnd }],
  });
  expect((await get(id)).schedule).toBe(schedule.id);
  expect(await errorOf(schedules().create({ from_subscription: id }))).toMatchObject({
    param: 'from_subscription',
  });
  const odd = { from_subscription: id, end_behavior: 'cancel' } as const;
  expect(await errorOf(schedules().create(odd))).toMatchObject({ code: 'parameter_unknown' });
});

test('the next phase begins at the renewal, which bills it, and then the schedule releases the subscription', async () => {
  const { id, schedule, present, starter } = await scheduled();
  await schedules().update(schedule.id, { phases: [present, next(starter)], proration_behavior: 'none' });
  expect((await get(id)).items.data[0]?.quantity).toBe(9);
  const preview = await bench.client.invoices.createPreview({ subscription: id });
  expect([preview.amount_due, preview.period_end]).toEqual([300, periodEnd]);
  await bench.to('2026-04-10T13:00:00Z');
  const renewed = await bench.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(renewed.items.data).toMatchObject([{ price: { id: starter }, quantity: 1 }]);
  expect(renewed.latest_invoice).toMatchObject({
    billing_reason: 'subscription_cycle',
    amount_paid: 300,
    lines: { data: [{ amount: 300 }] },
  });
  expect((await schedules().retrieve(schedule.id)).status).toBe('active');
  await bench.to('2026-05-10T13:00:00Z');
  expect(await schedules().retrieve(schedule.id)).toMatchObject({
    status: 'released',
    released_subscription: id,
    subscription: null,
  });
  expect(await get(id)).toMatchObject({ schedule: null, status: 'active' });
  expect((await bench.client.invoices.list({ subscription: id })).data).toHaveLength(3);
});

test('a phase with another interval begins a new billing cycle', async () => {
  await bench.to('2026-03-31T08:00:00Z');
  const { id, schedule, present, team } = await scheduled();
  const end = secondsOf('2026-04-30T08:00:00Z');
  const { product } = await bench.client.prices.retrieve(team);
  const yearly = await monthly(bench.client, 9000, {
    recurring: { interval: 'year' },
    product: product as string,
    product_data: undefined,
  });
  const phase = {
    items: [{ price: yearly.id, quantity: 9 }],
    duration: { interval: 'year' as const, interval_count: 1 },
    billing_cycle_anchor: 'phase_start' as const,
  };
  await schedules().update(schedule.id, { phases: [{ ...present, end_date: end }, phase] });
  await bench.to('2026-04-30T09:00:00Z');
  const renewed = await bench.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(renewed).toMatchObject({
    billing_cycle_anchor: end,
    items: { data: [{ current_period_end: secondsOf('2027-04-30T08:00:00Z') }] },
    latest_invoice: { amount_paid: 81_000 },
  });
});

test('while a schedule manages a subscription, plan and cancellation change only through it', async () => {
  const { id, schedule, starter } = await scheduled();
  const { subscriptions } = bench.client;
  const item = (await get(id)).items.data[0]?.id ?? '';
  const managed = { statusCode: 400, message: expect.stringContaining(`schedule \`${schedule.id}\``) };
  expect(await errorOf(subscriptions.update(id, { cancel_at_period_end: true }))).toMatchObject(managed);
  expect(await errorOf(subscriptions.update(id, { items: [{ id: item, price: starter }] }))).toMatchObject(
    managed,
  );
  expect((await subscriptions.update(id, { metadata: { a: 'b' } })).metadata).toEqual({ a: 'b' });
  await schedules().release(schedule.id);
  expect((await subscriptions.update(id, { cancel_at_period_end: true })).cancel_at).toBe(periodEnd);
  expect(await errorOf(schedules().release(schedule.id))).toMatchObject({ statusCode: 400 });
  expect(await errorOf(schedules().update(schedule.id, {}))).toMatchObject({ statusCode: 400 });
});

test('with end_behavior cancel the subscription ends with the last phase', async () => {
  const { id, schedule } = await scheduled();
  await schedules().update(schedule.id, { end_behavior: 'cancel' });
  expect(await get(id)).toMatchObject({ cancel_at: periodEnd });
  await bench.to('2026-04-10T12:00:00Z');
  expect((await get(id)).status).toBe('canceled');
  expect(await schedules().retrieve(schedule.id)).toMatchObject({ status: 'completed' });
  expect((await bench.client.invoices.list({ subscription: id })).data).toHaveLength(1);
});

test('the current phase stays, phases have no gaps, and each has an end', async () => {
  const { schedule, present, starter } = await scheduled();
  const phases = async (given: Stripe.SubscriptionScheduleUpdateParams.Phase[]) =>
    (await errorOf(schedules().update(schedule.id, { phases: given }))).param;
  expect(await phases([next(starter)])).toBe('phases[0][start_date]');
  expect(await phases([present, { ...next(starter), start_date: periodEnd + 1 }])).toBe(
    'phases[1][start_date]',
  );
  expect(await phases([present, { items: [{ price: starter }] }])).toBe('phases[1][end_date]');
  expect(await phases([present, { ...next('price_none') }])).toBe('phases[1][items]');
});

test('a phase without discounts removes those of the subscription', async () => {
  await bench.client.coupons.create({ id: 'HALF', percent_off: 50, duration: 'forever' });
  const { id, schedule, present, team } = await scheduled({ discounts: [{ coupon: 'HALF' }] });
  const kept = schedule.phases[0]?.discounts.map(({ discount }) => ({ discount: discount as string })) ?? [];
  await schedules().update(schedule.id, {
    phases: [{ ...present, discounts: kept }, { ...next(team, 2), discounts: kept }, next(team, 2)],
  });
  const paid = async (at: string) => {
    await bench.to(at);
    return (await bench.client.invoices.list({ subscription: id, limit: 1 })).data[0]?.amount_paid;
  };
  expect(await paid('2026-04-10T13:00:00Z')).toBe(1000);
  expect(await paid('2026-05-10T13:00:00Z')).toBe(2000);
  expect((await bench.client.coupons.retrieve('HALF')).times_redeemed).toBe(1);
});

test('canceling a schedule ends the subscription at once, with credit for the unused time', async () => {
  const { id, schedule, customer } = await scheduled();
  await bench.to('2026-03-26T00:00:00Z');
  expect((await schedules().cancel(schedule.id)).status).toBe('canceled');
  expect((await get(id)).status).toBe('canceled');
  expect(await bench.client.customers.retrieve(customer)).toMatchObject({ balance: -4500 });
});
