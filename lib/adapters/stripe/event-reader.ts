import { Stripe } from 'stripe';
import { Problem } from '@scangate/domain/problem';
import type { PaymentEvent, PaymentEventReader } from '#ports/payment-provider.ts';
import { toInstant } from './instants.ts';

/** Older ones were recorded and are sent again by somebody else. */
const toleranceSeconds = 300;

type Thing = Readonly<Record<string, unknown>>;
type Subject = Pick<PaymentEvent, 'object' | 'objectId'>;

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null;

/** The id in a place where an id or the object itself may stand. */
const idIn = (thing: Thing | undefined, field: string): string | undefined => {
  const value = thing?.[field];
  if (typeof value === 'string') return value;
  return isThing(value) && typeof value['id'] === 'string' ? value['id'] : undefined;
};

type Find = (thing: Thing, previous: Thing | undefined) => [PaymentEvent['object'], string | undefined];

/** Which of our objects a kind of event is about; the first that fits. */
const subjects: readonly [start: string, find: Find][] = [
  // What is to come has no id yet.
  ['invoice.upcoming', () => ['other', undefined]],
  ['invoice.', (thing) => ['invoice', idIn(thing, 'id')]],
  ['invoice_payment.', (thing) => ['invoice', idIn(thing, 'invoice')]],
  ['customer.subscription.', (thing) => ['subscription', idIn(thing, 'id')]],
  [
    'subscription_schedule.',
    (thing) => ['subscription', idIn(thing, 'subscription') ?? idIn(thing, 'released_subscription')],
  ],
  ['checkout.session.', (thing) => ['checkout', idIn(thing, 'id')]],
  [
    'customer.discount.',
    (thing) => {
      const subscription = idIn(thing, 'subscription');
      return subscription ? ['subscription', subscription] : ['customer', idIn(thing, 'customer')];
    },
  ],
  [
    'customer.',
    (thing) => ['customer', thing['object'] === 'customer' ? idIn(thing, 'id') : idIn(thing, 'customer')],
  ],
  // One that was detached tells only here whose it was.
  [
    'payment_method.',
    (thing, previous) => ['customer', idIn(thing, 'customer') ?? idIn(previous, 'customer')],
  ],
  [
    'charge.',
    (thing) => ['charge', thing['object'] === 'charge' ? idIn(thing, 'id') : idIn(thing, 'charge')],
  ],
  ['refund.', (thing) => ['charge', idIn(thing, 'charge')]],
];

const subjectOf = (type: string, thing: Thing, previous: Thing | undefined): Subject => {
  const [object, objectId] = subjects.find(([start]) => type.startsWith(start))?.[1](thing, previous) ?? [];
  return object && objectId !== undefined ? { object, objectId } : { object: 'other', objectId: '' };
};

const unsigned = () => new Problem('unauthenticated', { detail: 'The message was not signed by the till.' });

const verified = (body: string, signature: string, secret: string, now: Date): Stripe.Event => {
  try {
    return Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    );
  } catch {
    // The error holds the message and its signature.
    throw unsigned();
  }
};

export const stripeEventReader = (secret: string): PaymentEventReader => ({
  async read(rawBody, signature, now) {
    if (!signature) throw unsigned();
    const { id, type, created, data } = verified(rawBody, signature, secret, now);
    const previous: unknown = data.previous_attributes;
    const thing: unknown = data.object;
    const subject = subjectOf(type, isThing(thing) ? thing : {}, isThing(previous) ? previous : undefined);
    return { eventId: id, type, at: toInstant(created), ...subject };
  },
});
