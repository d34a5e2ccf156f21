import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { stripeEventReader } from '#adapters/stripe/verify-event.ts';
import { Problem } from '@scangate/domain/problem';

const secret = 'whsec_of_the_test';
/** A day that is not today, so that only the given clock counts. */
const now = new Date('2031-05-06T07:08:09.000Z');
const seconds = now.getTime() / 1000;

const bodyOf = (type: string, object: object, previous?: object): string =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type,
    created: seconds,
    data: { object, ...(previous && { previous_attributes: previous }) },
  });

const signed = (payload: string, at = seconds, by = secret): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp: at });

const read = (body: string, signature: string | undefined = signed(body)) =>
  stripeEventReader(secret).read(body, signature, now);

const problemOf = (reading: Promise<unknown>): Promise<Problem> =>
  reading.then(
    () => expect.fail('it was taken'),
    (error: unknown) => error as Problem,
  );

test('an event names its type, time and object', async () => {
  expect(await read(bodyOf('invoice.paid', { id: 'in_1', object: 'invoice' }))).toEqual({
    eventId: 'evt_1',
    type: 'invoice.paid',
    at: '2031-05-06T07:08:09.000Z',
    object: 'invoice',
    objectId: 'in_1',
  });
});

describe('an event is refused', () => {
  const body = bodyOf('invoice.paid', { id: 'in_1', object: 'invoice' });

  test.each([
    ['without a signature', undefined],
    ['with an empty one', ''],
    ['with an invalid one', 'nonsense'],
    ['with a time and no signature', `t=${seconds}`],
    ['signed with another secret', signed(body, seconds, 'whsec_of_another')],
    ['signed over other bytes', signed(`${body} `)],
    ['signed too long ago', signed(body, seconds - 301)],
  ])('%s', async (_, signature) => {
    const error = await problemOf(stripeEventReader(secret).read(body, signature, now));
    expect(error).toBeInstanceOf(Problem);
    expect(error.code).toBe('unauthenticated');
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toMatch(/whsec_|in_1/);
  });

  test('an event of five minutes ago is accepted, by the given clock', async () => {
    expect(await read(body, signed(body, seconds - 300))).toMatchObject({ objectId: 'in_1' });
  });
});

const of = (object: string, more: object = {}) => ({ id: `${object}_1`, object, ...more });

test.each([
  ['invoice.payment_failed', of('invoice'), 'invoice', 'invoice_1'],
  ['invoice.upcoming', { object: 'invoice', subscription: 'sub_1' }, 'other', ''],
  ['invoice_payment.paid', of('invoice_payment', { invoice: 'in_1' }), 'invoice', 'in_1'],
  ['customer.subscription.updated', of('subscription'), 'subscription', 'subscription_1'],
  [
    'subscription_schedule.updated',
    of('subscription_schedule', { subscription: 'sub_1' }),
    'subscription',
    'sub_1',
  ],
  [
    'subscription_schedule.released',
    of('subscription_schedule', { subscription: null, released_subscription: 'sub_1' }),
    'subscription',
    'sub_1',
  ],
  ['subscription_schedule.created', of('subscription_schedule', { subscription: null }), 'other', ''],
  ['checkout.session.completed', of('checkout.session'), 'checkout', 'checkout.session_1'],
  ['customer.updated', of('customer'), 'customer', 'customer_1'],
  ['customer.source.updated', of('card', { customer: 'cus_1' }), 'customer', 'cus_1'],
  [
    'customer.discount.created',
    of('discount', { customer: 'cus_1', subscription: 'sub_1' }),
    'subscription',
    'sub_1',
  ],
  [
    'customer.discount.deleted',
    of('discount', { customer: 'cus_1', subscription: null }),
    'customer',
    'cus_1',
  ],
  ['payment_method.attached', of('payment_method', { customer: 'cus_1' }), 'customer', 'cus_1'],
  ['payment_method.attached', of('payment_method', { customer: { id: 'cus_1' } }), 'customer', 'cus_1'],
  ['charge.refunded', of('charge'), 'charge', 'charge_1'],
  ['charge.dispute.created', of('dispute', { charge: 'ch_1' }), 'charge', 'ch_1'],
  ['refund.created', of('refund', { charge: 'ch_1' }), 'charge', 'ch_1'],
  ['payment_intent.succeeded', of('payment_intent'), 'other', ''],
  ['something.new', of('something'), 'other', ''],
  ['invoice.paid', {}, 'other', ''],
])('%s of %j concerns the %s %s', async (type, stripeObject, object, objectId) => {
  expect(await read(bodyOf(type, stripeObject))).toMatchObject({ object, objectId });
});

test('a detached payment method names its former customer', async () => {
  const detached = bodyOf('payment_method.detached', of('payment_method', { customer: null }), {
    customer: 'cus_1',
  });
  expect(await read(detached)).toMatchObject({ object: 'customer', objectId: 'cus_1' });
});
