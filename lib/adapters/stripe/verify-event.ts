import { Stripe } from 'stripe';
import { Problem } from '@scangate/domain/problem';
import type { PaymentEvent, PaymentEventReader } from '#ports/payment-provider.ts';
import { toInstant } from './instants.ts';

/** An older signature may be the replay of a recorded request. */
const toleranceSeconds = 300;

type StripeObject = Readonly<Record<string, unknown>>;
type EventTarget = Pick<PaymentEvent, 'object' | 'objectId'>;

const isObject = (value: unknown): value is StripeObject => typeof value === 'object' && value !== null;

/** Returns the id in a field that holds an id or the object itself. */
const idIn = (object: StripeObject | undefined, field: string): string | undefined => {
  const value = object?.[field];
  if (typeof value === 'string') return value;
  return isObject(value) && typeof value['id'] === 'string' ? value['id'] : undefined;
};

type FindTarget = (
  object: StripeObject,
  previous: StripeObject | undefined,
) => [PaymentEvent['object'], string | undefined];

/** Finds the object of an event by the start of its type; the first row that matches counts. */
const targets: readonly [start: string, find: FindTarget][] = [
  // An upcoming invoice has no id yet.
  ['invoice.upcoming', () => ['other', undefined]],
  ['invoice.', (object) => ['invoice', idIn(object, 'id')]],
  ['invoice_payment.', (object) => ['invoice', idIn(object, 'invoice')]],
  ['customer.subscription.', (object) => ['subscription', idIn(object, 'id')]],
  [
    'subscription_schedule.',
    (object) => ['subscription', idIn(object, 'subscription') ?? idIn(object, 'released_subscription')],
  ],
  ['checkout.session.', (object) => ['checkout', idIn(object, 'id')]],
  [
    'customer.discount.',
    (object) => {
      const subscription = idIn(object, 'subscription');
      return subscription ? ['subscription', subscription] : ['customer', idIn(object, 'customer')];
    },
  ],
  [
    'customer.',
    (object) => ['customer', object['object'] === 'customer' ? idIn(object, 'id') : idIn(object, 'customer')],
  ],
  // A detached payment method names its customer only in the previous attributes.
  [
    'payment_method.',
    (object, previous) => ['customer', idIn(object, 'customer') ?? idIn(previous, 'customer')],
  ],
  [
    'charge.',
    (object) => ['charge', object['object'] === 'charge' ? idIn(object, 'id') : idIn(object, 'charge')],
  ],
  ['refund.', (object) => ['charge', idIn(object, 'charge')]],
];

const targetOf = (
  type: string,
  stripeObject: StripeObject,
  previous: StripeObject | undefined,
): EventTarget => {
  const [object, objectId] =
    targets.find(([start]) => type.startsWith(start))?.[1](stripeObject, previous) ?? [];
  return object && objectId !== undefined ? { object, objectId } : { object: 'other', objectId: '' };
};

const unsigned = () =>
  new Problem('unauthenticated', { detail: 'The event was not signed by the payment provider.' });

interface SignedEvent {
  body: string;
  signature: string;
  now: Date;
}

const verify = ({ body, signature, now }: SignedEvent, secret: string): Stripe.Event => {
  const { webhooks } = Stripe;
  try {
    return webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime());
  } catch {
    // Stripe's error contains the event and its signature.
    throw unsigned();
  }
};

export const stripeEventReader = (secret: string): PaymentEventReader => ({
  async read(rawBody, signature, now) {
    if (!signature) throw unsigned();
    const { id, type, created, data } = verify({ body: rawBody, signature, now }, secret);
    const previous: unknown = data.previous_attributes;
    const object: unknown = data.object;
    const target = targetOf(type, isObject(object) ? object : {}, isObject(previous) ? previous : undefined);
    return { eventId: id, type, at: toInstant(created), ...target };
  },
});
