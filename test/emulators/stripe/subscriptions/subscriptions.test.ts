import { afterEach, beforeEach, expect, test } from 'vitest';
import { customerWith, monthly, openTillBench, refusalOf, secondsOf, type TillBench } from '../workbench.ts';

let bench: TillBench;
beforeEach(async () => void (bench = await openTillBench()));
afterEach(() => bench.close());

const subscribed = async (unit = 5000, quantity = 1) => {
  const { client } = bench;
  const price = await monthly(client, unit);
  const customer = await customerWith(bench);
  const subscription = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, quantity }],
    expand: ['latest_invoice.payments'],
  });
  return { price, customer, subscription, item: subscription.items.data[0]?.id ?? '' };
};
const get = (id: string) => bench.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
const invoicesOf = async (subscription: string) =>
  (await bench.client.invoices.list({ subscription, limit: 100 })).data.toReversed();

test('a subscription is active once its first invoice is paid, and its items carry the period', async () => {
  const { subscription } = await subscribed(5000, 3);
  expect(subscription).toMatchObject({
    status: 'active',
    billing_mode: { type: 'flexible' },
    livemode: false,
  });
  expect(subscription.items.data[0]).toMatchObject({
    quantity: 3,
    current_period_start: secondsOf('2026-03-10T12:00:00Z'),
    current_period_end: secondsOf('2026-04-10T12:00:00Z'),
  });
  expect(subscription.latest_invoice).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_create',
    amount_paid: 15_000,
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    payments: { data: [{ status: 'paid', payment: { type: 'payment_intent' } }] },
  });
  await bench.stripe.idle();
  expect(bench.told()).toEqual(
    expect.arrayContaining([
      'customer.subscription.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ]),
  );
});

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
  expect((await invoicesOf(subscription.id)).every(({ status }) => status === 'paid')).toBe(true);
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
  const starts = (await invoicesOf(id)).map(({ lines }) =>
    new Date((lines.data[0]?.period.start ?? 0) * 1000).toISOString().slice(0, 10),
  );
  expect(starts).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
});

test('more licences are charged to the second, less what was paid for the same time', async () => {
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

test('twice up and down again credits exactly what was debited', async () => {
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

test('a credit pays the next invoice before the card does', async () => {
  const { subscription, item } = await subscribed(10_000, 5);
  await bench.pass(10 * 86_400);
  await bench.client.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 1 }],
    proration_behavior: 'always_invoice',
  });
  await bench.to('2026-04-10T13:00:00Z');
  const [, , renewal] = await invoicesOf(subscription.id);
  const credit = Math.round((50_000 * 21) / 31) - Math.round((10_000 * 21) / 31);
  expect(renewal).toMatchObject({
    total: 10_000,
    starting_balance: -credit,
    ending_balance: 10_000 - credit,
    amount_due: 0,
    status: 'paid',
  });
});

test('prorations that are not billed at once come with the renewal', async () => {
  const { subscription, item } = await subscribed(10_000, 5);
  await bench.to('2026-03-26T00:00:00Z');
  await bench.client.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 6 }] });
  expect(await invoicesOf(subscription.id)).toHaveLength(1);
  const waiting = await bench.client.invoiceItems.list({
    customer: subscription.customer as string,
    pending: true,
  });
  expect(waiting.data.map(({ proration }) => proration)).toEqual([true, true]);
  await bench.to('2026-04-10T13:00:00Z');
  const [, renewal] = await invoicesOf(subscription.id);
  expect(renewal?.lines.data).toHaveLength(3);
  const left = 15.5 * 86_400;
  const proration = Math.round((60_000 * left) / (31 * 86_400)) - Math.round((50_000 * left) / (31 * 86_400));
  expect(renewal?.amount_paid).toBe(60_000 + proration);
});

test('without prorations a change only counts from the renewal on', async () => {
  const { subscription, item } = await subscribed(10_000, 5);
  await bench.pass(86_400);
  const changed = await bench.client.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 2 }],
    proration_behavior: 'none',
  });
  expect(changed.items.data[0]?.quantity).toBe(2);
  await bench.to('2026-04-10T13:00:00Z');
  expect((await invoicesOf(subscription.id)).map(({ amount_paid }) => amount_paid)).toEqual([50_000, 20_000]);
});

test('from monthly to yearly a new cycle begins now, with credit for the unused month', async () => {
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

test('told to end with its period a subscription ends then, and can go on until then', async () => {
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
  expect(await invoicesOf(subscription.id)).toHaveLength(2);
  expect(bench.told().filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1);
});

test('an ended subscription is listed only when asked for, and cannot be changed', async () => {
  const { subscription, customer, item } = await subscribed();
  await bench.client.subscriptions.cancel(subscription.id);
  const list = async (status?: 'all' | 'canceled') =>
    (await bench.client.subscriptions.list({ customer: customer.id, ...(status && { status }) })).data.length;
  expect([await list(), await list('all'), await list('canceled')]).toEqual([0, 1, 1]);
  const change = bench.client.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 2 }] });
  expect(await refusalOf(change)).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('canceled'),
  });
  await bench.client.subscriptions.update(subscription.id, { metadata: { note: 'x' } });
  await bench.to('2026-06-10T12:00:00Z');
  expect(await invoicesOf(subscription.id)).toHaveLength(1);
});

test('an anchor of its own makes the first period a part of one', async () => {
  const price = await monthly(bench.client, 31_000);
  const customer = await customerWith(bench);
  const subscription = await bench.client.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    billing_cycle_anchor: secondsOf('2026-04-01T00:00:00Z'),
    expand: ['latest_invoice'],
  });
  const part = (21.5 / 31) * 31_000;
  expect(subscription.latest_invoice).toMatchObject({ amount_paid: Math.round(part) });
  await bench.to('2026-04-01T01:00:00Z');
  expect((await get(subscription.id)).latest_invoice).toMatchObject({ amount_paid: 31_000 });
});

test('a preview is what is then billed, and changes nothing', async () => {
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
  expect(await refusalOf(none)).toMatchObject({ code: 'invoice_upcoming_none' });
});

test('a discount that lasts counts on prorations too: credit for what was paid, charge for what will be', async () => {
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

test('a customer’s own discount counts where the subscription has none', async () => {
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

test('an injected decline meets the next charge, also of a renewal, and nothing else', async () => {
  const { subscription } = await subscribed();
  bench.stripe.faults.inject({ service: 'stripe', kind: 'decline', times: 1 });
  await bench.client.customers.create();
  await bench.to('2026-04-10T13:00:00Z');
  expect((await get(subscription.id)).status).toBe('past_due');
  await bench.to('2026-04-13T13:00:00Z');
  expect((await get(subscription.id)).status).toBe('active');
});

test('a card that is taken away is nobody’s default any longer', async () => {
  const { subscription, customer } = await subscribed();
  const { paymentMethods, customers } = bench.client;
  const [card] = (await paymentMethods.list({ customer: customer.id, type: 'card' })).data;
  await paymentMethods.detach(card?.id ?? '');
  expect(await customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  expect(await refusalOf(paymentMethods.attach(card?.id ?? '', { customer: customer.id }))).toMatchObject({
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
  expect(await refusalOf(customers.update(other.id, foreign))).toMatchObject({ statusCode: 400 });
});

test('with its customer a subscription is gone, and of the customer only the name is left', async () => {
  const { subscription, customer } = await subscribed();
  const { customers, invoices } = bench.client;
  expect(await customers.del(customer.id)).toEqual({ id: customer.id, object: 'customer', deleted: true });
  expect((await get(subscription.id)).status).toBe('canceled');
  expect(await customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  const [invoice] = (await invoices.list({ expand: ['data.customer'] })).data;
  expect(invoice?.customer).toMatchObject({ id: customer.id, deleted: true });
  expect(await refusalOf(customers.update(customer.id, { name: 'x' }))).toMatchObject({ statusCode: 404 });
  await bench.to('2026-05-10T12:00:00Z');
});
