import type { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { customerWith, openStripeWorkbench, errorOf, secondsOf, type StripeWorkbench } from '../workbench.ts';

let bench: StripeWorkbench;
beforeEach(async () => void (bench = await openStripeWorkbench()));
afterEach(() => bench.close());

const pack = () =>
  bench.client.prices.create({ currency: 'usd', unit_amount: 4900, product_data: { name: 'Pack' } });

/** Creates a draft with a pack, as an auto-recharge does; no other item may be added to it. */
const draft = async (
  customer: string,
  more: Partial<Stripe.InvoiceCreateParams> = {},
  discountable = false,
) => {
  const { invoices, invoiceItems } = bench.client;
  const { id: price } = await pack();
  const invoice = await invoices.create({
    customer,
    currency: 'usd',
    auto_advance: false,
    pending_invoice_items_behavior: 'exclude',
    discounts: '',
    metadata: { attempt: 'a-1' },
    ...more,
  });
  await invoiceItems.create({ customer, invoice: invoice.id, pricing: { price }, quantity: 1, discountable });
  return invoice.id;
};

test('a single invoice is drafted, finalized, and paid with the default card', async () => {
  const { invoices, invoicePayments, paymentIntents } = bench.client;
  const { id: customer } = await customerWith(bench);
  const id = await draft(customer);
  const open = await invoices.finalizeInvoice(id);
  expect(open).toMatchObject({
    status: 'open',
    billing_reason: 'manual',
    number: expect.stringMatching(/^\w+-0001$/),
    amount_due: 4900,
    amount_remaining: 4900,
    hosted_invoice_url: expect.stringContaining('/_local/stripe/invoices/'),
    parent: null,
    status_transitions: { finalized_at: secondsOf('2026-03-10T12:00:00Z') },
  });
  expect(await errorOf(invoices.finalizeInvoice(id))).toMatchObject({ statusCode: 400 });
  const paid = await invoices.pay(id, { off_session: true });
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 4900, amount_remaining: 0, attempt_count: 1 });
  const [payment] = (await invoicePayments.list({ invoice: id })).data;
  const intent = await paymentIntents.retrieve(payment?.payment.payment_intent as string, {
    expand: ['latest_charge'],
  });
  expect(intent).toMatchObject({ status: 'succeeded', latest_charge: { paid: true, amount: 4900 } });
  expect(await errorOf(invoices.pay(id))).toMatchObject({
    statusCode: 400,
    message: 'Invoice is already paid',
  });
});

test('the pack keeps its price whatever discounts the customer has, and pending items stay pending', async () => {
  const { coupons, invoiceItems, invoices } = bench.client;
  const { id: customer } = await customerWith(bench);
  await coupons.create({ id: 'ALL', percent_off: 100, duration: 'forever' });
  bench.stripe.control.setDiscount({ customer }, 'ALL');
  await invoiceItems.create({ customer, amount: 700, currency: 'usd', description: 'waits' });
  const id = await draft(customer);
  expect(await invoices.finalizeInvoice(id)).toMatchObject({ total: 4900, discounts: [] });
  expect((await invoiceItems.list({ customer, pending: true })).data).toHaveLength(1);
  // An emulator that applied these discounts would make the pack free.
  const careless = await draft(
    customer,
    { discounts: undefined, pending_invoice_items_behavior: 'include' },
    true,
  );
  expect(await invoices.retrieve(careless)).toMatchObject({ subtotal: 5600, total: 0 });
});

test('with nothing due an invoice is paid at finalization, and paying it then is refused', async () => {
  const { coupons, invoices, invoicePayments } = bench.client;
  const { id: customer } = await customerWith(bench);
  await coupons.create({ id: 'ALL', percent_off: 100, duration: 'forever' });
  const id = await draft(customer, { discounts: [{ coupon: 'ALL' }] }, true);
  const paid = await invoices.finalizeInvoice(id);
  expect(paid).toMatchObject({ status: 'paid', total: 0, amount_due: 0, attempt_count: 0 });
  expect((await invoicePayments.list({ invoice: id })).data).toEqual([]);
  expect(await errorOf(invoices.pay(id))).toMatchObject({
    statusCode: 400,
    message: 'Invoice is already paid',
  });
});

test('a declined card is a 402, leaves the invoice open, and the charge recorded', async () => {
  const { invoices } = bench.client;
  const { id: customer } = await customerWith(bench, 'declined');
  const id = await draft(customer);
  expect(await errorOf(invoices.pay(id, { off_session: true }))).toMatchObject({
    statusCode: 402,
    rawType: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
  });
  const open = await invoices.retrieve(id, { expand: ['payments.data.payment.payment_intent'] });
  expect(open).toMatchObject({
    status: 'open',
    attempted: true,
    attempt_count: 1,
    next_payment_attempt: null,
  });
  const intent = open.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  });
  expect((await bench.client.charges.retrieve(intent.latest_charge as string)).status).toBe('failed');
  await bench.stripe.idle();
  expect(bench.eventTypes()).toEqual(expect.arrayContaining(['charge.failed', 'invoice.payment_failed']));
  bench.stripe.control.setCard({ customer }, 'ok');
  expect((await invoices.retrieve(id)).status).toBe('open');
  expect((await invoices.pay(id)).status).toBe('paid');
});

test('a card that requires authentication is refused off session, and pays on the invoice page', async () => {
  const { invoices } = bench.client;
  const { id: customer } = await customerWith(bench, 'authentication_required');
  const id = await draft(customer);
  expect(await errorOf(invoices.pay(id, { off_session: true }))).toMatchObject({
    statusCode: 402,
    code: 'invoice_payment_intent_requires_action',
  });
  await bench.stripe.idle();
  expect(bench.eventTypes()).toEqual(
    expect.arrayContaining(['invoice.payment_action_required', 'invoice.payment_failed']),
  );
  expect(bench.stripe.control.payInvoice(id, 'authentication_required').status).toBe('paid');
});

test('without a card the payment is refused, and no attempt is counted', async () => {
  const { customers, invoices } = bench.client;
  const { id: customer } = await customers.create();
  const id = await draft(customer);
  expect(await errorOf(invoices.pay(id))).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: undefined,
  });
  expect((await invoices.retrieve(id)).attempt_count).toBe(0);
});

test('an invoice without auto_advance is not retried', async () => {
  const { invoices } = bench.client;
  const { id: customer } = await customerWith(bench, 'declined');
  const id = await draft(customer);
  await errorOf(invoices.pay(id));
  await bench.pass(30 * 86_400);
  expect(await invoices.retrieve(id)).toMatchObject({ status: 'open', attempt_count: 1 });
});

test('an invoice with auto_advance is finalized after an hour, then retried after 3, 5 and 7 days', async () => {
  const { invoices } = bench.client;
  const { id: customer } = await customerWith(bench, 'declined');
  const id = await draft(customer, { auto_advance: true });
  const attempts: [string, number][] = [];
  for (const at of [
    '03-10T12:59',
    '03-10T13:00',
    '03-13T13:00',
    '03-18T13:00',
    '03-25T13:00',
    '04-25T13:00',
  ]) {
    await bench.to(`2026-${at}:00Z`);
    attempts.push([at, (await invoices.retrieve(id)).attempt_count]);
  }
  expect(attempts.map(([, count]) => count)).toEqual([0, 1, 2, 3, 4, 4]);
  expect((await invoices.retrieve(id)).next_payment_attempt).toBeNull();
});

test('a voided or uncollectible invoice is not collected, and a draft can be deleted', async () => {
  const { invoices } = bench.client;
  const { id: customer } = await customerWith(bench);
  const [voided, written, deleted] = [await draft(customer), await draft(customer), await draft(customer)];
  expect(await errorOf(invoices.voidInvoice(voided))).toMatchObject({ statusCode: 400 });
  await invoices.finalizeInvoice(voided);
  expect((await invoices.voidInvoice(voided)).status).toBe('void');
  expect(await errorOf(invoices.pay(voided))).toMatchObject({ statusCode: 400 });
  await invoices.finalizeInvoice(written);
  expect((await invoices.markUncollectible(written)).status).toBe('uncollectible');
  expect((await invoices.pay(written)).status).toBe('paid');
  await invoices.del(deleted);
  expect(await errorOf(invoices.retrieve(deleted))).toMatchObject({ statusCode: 404 });
  expect(await errorOf(invoices.del(voided))).toMatchObject({ statusCode: 400 });
});

test('a voided invoice returns the balance that it used', async () => {
  const { customers, invoices } = bench.client;
  const { id: customer } = await customerWith(bench, 'declined');
  await customers.update(customer, { balance: -900 });
  const id = await draft(customer);
  expect(await invoices.finalizeInvoice(id)).toMatchObject({ amount_due: 4000, ending_balance: 0 });
  const balance = async () => ((await customers.retrieve(customer)) as Stripe.Customer).balance;
  expect(await balance()).toBe(0);
  await invoices.voidInvoice(id);
  expect(await balance()).toBe(-900);
});

test('a final invoice takes no further items and no discounts', async () => {
  const { coupons, invoices, invoiceItems } = bench.client;
  const { id: customer } = await customerWith(bench);
  const id = await draft(customer);
  await invoices.finalizeInvoice(id);
  const item = { customer, invoice: id, amount: 1, currency: 'usd' };
  expect(await errorOf(invoiceItems.create(item))).toMatchObject({ statusCode: 400, param: 'invoice' });
  await coupons.create({ id: 'HALF', percent_off: 50 });
  const discounts = [{ coupon: 'HALF' }];
  expect(await errorOf(invoices.update(id, { discounts }))).toMatchObject({ code: 'invoice_not_editable' });
  expect((await invoices.update(id, { metadata: { seen: 'yes' } })).metadata).toEqual({
    attempt: 'a-1',
    seen: 'yes',
  });
});

test('discounts apply in order, to the cent, and never below zero', async () => {
  const { coupons, invoices, invoiceItems } = bench.client;
  const { id: customer } = await customerWith(bench);
  await coupons.create({ id: 'THIRD', percent_off: 33.33 });
  await coupons.create({ id: 'TEN', amount_off: 1000, currency: 'usd' });
  const discounts = [{ coupon: 'THIRD' }, { coupon: 'TEN' }];
  const { id } = await invoices.create({ customer, discounts });
  for (const amount of [1001, 999, 1])
    await invoiceItems.create({ customer, invoice: id, amount, currency: 'usd' });
  const invoice = await invoices.retrieve(id);
  const taken = (invoice.total_discount_amounts ?? []).map(({ amount }) => amount);
  expect(taken).toEqual([667, 1000]);
  expect([invoice.subtotal, invoice.total]).toEqual([2001, 334]);
  const perLine = invoice.lines.data.flatMap(({ discount_amounts }) => discount_amounts ?? []);
  expect(perLine.reduce((sum, { amount }) => sum + amount, 0)).toBe(1667);
});

test('a charge is refunded once, in parts or whole', async () => {
  const { charges, invoices, paymentIntents, refunds } = bench.client;
  const { id: customer } = await customerWith(bench);
  const id = await draft(customer);
  await invoices.pay(id);
  const { payments } = await invoices.retrieve(id, { expand: ['payments'] });
  const payment_intent = payments?.data[0]?.payment.payment_intent as string;
  const charge = (await paymentIntents.retrieve(payment_intent)).latest_charge as string;
  await refunds.create({ charge, amount: 900 });
  expect(await errorOf(refunds.create({ charge, amount: 4001 }))).toMatchObject({ param: 'amount' });
  await refunds.create({ payment_intent });
  expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 4900, refunded: true });
  expect(await errorOf(refunds.create({ charge }))).toMatchObject({ code: 'charge_already_refunded' });
  expect(bench.stripe.control.dispute(charge)).toMatchObject({ charge, status: 'needs_response' });
  expect(bench.stripe.control.closeDispute(charge, 'lost').status).toBe('lost');
  expect((await bench.client.disputes.list({ charge })).data).toMatchObject([
    { status: 'lost', amount: 4900 },
  ]);
  await bench.stripe.idle();
  expect(bench.eventTypes().filter((type) => /^charge\.(?:refunded|dispute)/.test(type))).toEqual([
    'charge.refunded',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.closed',
  ]);
});

test('an invoice shows its first ten lines, and a list has all of them', async () => {
  const { invoices, invoiceItems } = bench.client;
  const { id: customer } = await customerWith(bench);
  const { id } = await invoices.create({ customer });
  for (let n = 1; n <= 12; n += 1) {
    await invoiceItems.create({ customer, invoice: id, amount: 100 + n, currency: 'usd' });
  }
  const { lines } = await invoices.retrieve(id);
  expect([lines.data.length, lines.has_more]).toEqual([10, true]);
  expect((await invoices.listLineItems(id, { limit: 100 })).data).toHaveLength(12);
});
