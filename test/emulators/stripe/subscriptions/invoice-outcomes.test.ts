import type { Stripe } from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import type { StripeEmulatorOptions } from '@scangate/emulator-stripe/create-stripe-emulator';
import { customerWith, monthly, openTillBench, refusalOf, secondsOf, type TillBench } from '../workbench.ts';

let bench: TillBench;
afterEach(() => bench.close());

const subscribed = async (more: Partial<StripeEmulatorOptions> = {}) => {
  bench = await openTillBench(more);
  const { id: price } = await monthly(bench.client, 1000);
  const { id: customer } = await customerWith(bench);
  const { id, items } = await bench.client.subscriptions.create({
    customer,
    items: [{ price, quantity: 5 }],
  });
  return { customer, price, id, item: items.data[0]?.id ?? '' };
};
const get = (id: string) => bench.client.subscriptions.retrieve(id);
const latest = async (id: string) =>
  (await bench.client.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
    .latest_invoice as Stripe.Invoice;

describe('a renewal that is not paid', () => {
  test('makes the subscription past due, and is retried after 3, 5 and 7 days', async () => {
    const { id, customer } = await subscribed();
    bench.stripe.control.setCard({ customer }, 'declined');
    await bench.to('2026-04-10T12:59:59Z');
    expect((await get(id)).status).toBe('active');
    await bench.to('2026-04-10T13:00:00Z');
    expect((await get(id)).status).toBe('past_due');
    expect(await latest(id)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: secondsOf('2026-04-13T13:00:00Z'),
    });
    await bench.to('2026-04-18T13:00:00Z');
    expect(await latest(id)).toMatchObject({
      attempt_count: 3,
      next_payment_attempt: secondsOf('2026-04-25T13:00:00Z'),
    });
    bench.stripe.control.setCard({ customer }, 'ok');
    expect((await get(id)).status).toBe('past_due');
    await bench.to('2026-04-25T13:00:00Z');
    expect([(await get(id)).status, (await latest(id)).status]).toEqual(['active', 'paid']);
  });

  test('is settled by paying it, and a try by hand moves no retry', async () => {
    const { id, customer } = await subscribed();
    bench.stripe.control.setCard({ customer }, 'declined');
    await bench.to('2026-04-11T00:00:00Z');
    const { id: invoice } = await latest(id);
    expect(await refusalOf(bench.client.invoices.pay(invoice))).toMatchObject({ statusCode: 402 });
    expect(await latest(id)).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: secondsOf('2026-04-13T13:00:00Z'),
    });
    bench.stripe.control.setCard({ customer }, 'ok');
    await bench.client.invoices.pay(invoice);
    expect((await get(id)).status).toBe('active');
  });

  const ends = [
    ['cancel', 'canceled'],
    ['unpaid', 'unpaid'],
    ['past_due', 'past_due'],
  ] as const;
  test.each(ends)(
    'after the last retry, as set to %s, leaves the subscription %s',
    async (afterRetries, status) => {
      const { id, customer } = await subscribed({ afterRetries });
      bench.stripe.control.setCard({ customer }, 'declined');
      await bench.to('2026-04-25T13:00:00Z');
      expect(await get(id)).toMatchObject({
        status,
        cancellation_details: { reason: status === 'canceled' ? 'payment_failed' : null },
      });
      expect((await latest(id)).status).toBe('open');
      await bench.to('2026-06-10T14:00:00Z');
      const drafts = await bench.client.invoices.list({ subscription: id, status: 'draft' });
      expect(drafts.data).toHaveLength(status === 'unpaid' ? 2 : 0);
    },
  );

  test('holds the subscription back only while it is the newest one', async () => {
    const { id, customer } = await subscribed({ afterRetries: 'past_due' });
    bench.stripe.control.setCard({ customer }, 'declined');
    await bench.to('2026-05-10T14:00:00Z');
    const [newest, older] = (await bench.client.invoices.list({ subscription: id, status: 'open' })).data;
    bench.stripe.control.setCard({ customer }, 'ok');
    await bench.client.invoices.pay(older?.id ?? '');
    expect((await get(id)).status).toBe('past_due');
    await bench.client.invoices.pay(newest?.id ?? '');
    expect((await get(id)).status).toBe('active');
  });

  test('voided, it holds nothing back any longer', async () => {
    const { id, customer } = await subscribed();
    bench.stripe.control.setCard({ customer }, 'declined');
    await bench.to('2026-04-11T00:00:00Z');
    await bench.client.invoices.voidInvoice((await latest(id)).id);
    expect((await get(id)).status).toBe('active');
    await bench.to('2026-05-01T00:00:00Z');
    expect((await get(id)).status).toBe('active');
  });
});

describe('a first invoice that is not paid', () => {
  const first = async (payment_behavior?: Stripe.SubscriptionCreateParams.PaymentBehavior) => {
    bench = await openTillBench();
    const { id: price } = await monthly(bench.client, 1000);
    const { id: customer } = await customerWith(bench, 'declined');
    const order = { customer, items: [{ price }], ...(payment_behavior && { payment_behavior }) };
    return bench.client.subscriptions.create(order);
  };

  test('leaves the subscription incomplete, which ends after 23 hours', async () => {
    const { id, status } = await first();
    expect(status).toBe('incomplete');
    await bench.pass(23 * 3600 - 1);
    expect((await get(id)).status).toBe('incomplete');
    await bench.pass(1);
    expect([(await get(id)).status, (await latest(id)).status]).toEqual(['incomplete_expired', 'void']);
    expect((await bench.client.subscriptions.list({})).data).toEqual([]);
  });

  test('paid in time makes it active', async () => {
    const { id, customer } = await first();
    bench.stripe.control.setCard({ customer: customer as string }, 'ok');
    await bench.client.invoices.pay((await latest(id)).id);
    await bench.pass(24 * 3600);
    expect((await get(id)).status).toBe('active');
  });

  test('is not even tried where that is asked for', async () => {
    const { id, status } = await first('default_incomplete');
    expect([status, (await latest(id)).attempted]).toEqual(['incomplete', false]);
    const secret = await bench.client.invoices.retrieve((await latest(id)).id, {
      expand: ['confirmation_secret'],
    });
    expect(secret.confirmation_secret?.client_secret).toMatch(/^pi_\w+_secret_\w+$/);
  });

  test('makes nothing where an error is asked for', async () => {
    expect(await refusalOf(first('error_if_incomplete'))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
    expect((await bench.client.subscriptions.list({ status: 'all' })).data).toEqual([]);
    expect((await bench.client.invoices.list()).data).toEqual([]);
  });
});

describe('an update that waits for its payment', () => {
  const raised = async () => {
    const made = await subscribed();
    bench.stripe.control.setCard({ customer: made.customer }, 'declined');
    await bench.pass(86_400);
    const subscription = await bench.client.subscriptions.update(made.id, {
      items: [{ id: made.item, quantity: 8 }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    await bench.stripe.idle();
    return { ...made, subscription };
  };

  test('changes nothing yet, and shows what it is going to be', async () => {
    const { subscription, id } = await raised();
    expect(subscription).toMatchObject({
      status: 'active',
      items: { data: [{ quantity: 5 }] },
      pending_update: {
        expires_at: secondsOf('2026-03-12T11:00:00Z'),
        subscription_items: [{ quantity: 8 }],
      },
    });
    expect(await latest(id)).toMatchObject({ status: 'open', billing_reason: 'subscription_update' });
  });

  test('comes with the payment', async () => {
    const { id, customer } = await raised();
    bench.stripe.control.setCard({ customer }, 'ok');
    await bench.client.invoices.pay((await latest(id)).id);
    expect(await get(id)).toMatchObject({ pending_update: null, items: { data: [{ quantity: 8 }] } });
    await bench.stripe.idle();
    expect(bench.told()).toContain('customer.subscription.pending_update_applied');
    await bench.to('2026-04-10T13:00:00Z');
    expect(await latest(id)).toMatchObject({ amount_paid: 8000 });
  });

  test('is given up after 23 hours, with its invoice', async () => {
    const { id } = await raised();
    const { id: invoice } = await latest(id);
    await bench.pass(23 * 3600);
    expect(await get(id)).toMatchObject({ pending_update: null, items: { data: [{ quantity: 5 }] } });
    expect((await bench.client.invoices.retrieve(invoice)).status).toBe('void');
    expect(bench.told()).toContain('customer.subscription.pending_update_expired');
  });

  test('is given up when its invoice is voided, and when another one comes', async () => {
    const { id, item, customer } = await raised();
    const { id: first } = await latest(id);
    await bench.client.invoices.voidInvoice(first);
    expect((await get(id)).pending_update).toBeNull();
    const again = (quantity: number) =>
      bench.client.subscriptions.update(id, {
        items: [{ id: item, quantity }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
      });
    await again(9);
    const { id: second } = await latest(id);
    bench.stripe.control.setCard({ customer }, 'ok');
    expect((await again(10)).items.data[0]?.quantity).toBe(10);
    expect((await bench.client.invoices.retrieve(second)).status).toBe('void');
  });

  test('expires with the period, and the renewal is of what was', async () => {
    const { id, item, customer } = await subscribed();
    await bench.to('2026-04-10T11:00:00Z');
    bench.stripe.control.setCard({ customer }, 'declined');
    const { pending_update } = await bench.client.subscriptions.update(id, {
      items: [{ id: item, quantity: 800 }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    expect(pending_update?.expires_at).toBe(secondsOf('2026-04-10T12:00:00Z'));
    await bench.to('2026-04-10T12:30:00Z');
    expect(await latest(id)).toMatchObject({ billing_reason: 'subscription_cycle', total: 5000 });
    expect((await get(id)).pending_update).toBeNull();
  });

  test('of less than the smallest charge is made at once, and owed with the next invoice', async () => {
    const { id, item, customer } = await subscribed();
    await bench.to('2026-04-10T11:00:00Z');
    bench.stripe.control.setCard({ customer }, 'declined');
    const updated = await bench.client.subscriptions.update(id, {
      items: [{ id: item, quantity: 8 }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    expect(updated).toMatchObject({ pending_update: null, items: { data: [{ quantity: 8 }] } });
    const owed = Math.round(8000 / 744) - Math.round(5000 / 744);
    expect(await latest(id)).toMatchObject({ status: 'paid', total: owed, amount_due: 0 });
    bench.stripe.control.setCard({ customer }, 'ok');
    await bench.to('2026-04-10T13:00:00Z');
    expect(await latest(id)).toMatchObject({ total: 8000, amount_paid: 8000 + owed });
  });

  test('holds nothing but what can wait', async () => {
    const { id, item } = await subscribed();
    const update = { items: [{ id: item, quantity: 6 }], payment_behavior: 'pending_if_incomplete' as const };
    const refused = await refusalOf(
      bench.client.subscriptions.update(id, { ...update, metadata: { a: 'b' } }),
    );
    expect(refused).toMatchObject({ statusCode: 400, param: 'metadata' });
  });

  test('where an error is asked for instead, nothing happens', async () => {
    const { id, item, customer } = await subscribed();
    bench.stripe.control.setCard({ customer }, 'authentication_required');
    const refused = bench.client.subscriptions.update(id, {
      items: [{ id: item, quantity: 6 }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    });
    expect(await refusalOf(refused)).toMatchObject({
      statusCode: 402,
      code: 'subscription_payment_intent_requires_action',
    });
    expect((await get(id)).items.data[0]?.quantity).toBe(5);
    expect((await bench.client.invoices.list({ subscription: id })).data).toHaveLength(1);
  });
});
