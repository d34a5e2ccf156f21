import type { PaymentEvent } from '#ports/payment-provider.ts';
import { deliverEvent } from './deliver-events.ts';
import { copyOfWorld, type PaymentWorld } from './payment-world.ts';
import { worldFingerprint } from './payment-view.ts';

/** Where hearing leads: the worlds in which every message was heard at least once. */
export interface DeliveryOrders {
  ends: PaymentWorld[];
  /** Hearings that were played. */
  deliveries: number;
  /** Orders of the messages, each told twice, that were looked at by it. */
  orders: bigint;
}

const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));

/** In how many orders things come of which each is there twice. */
const ordersOfTwice = (n: number): bigint => factorial(2 * n) / 2n ** BigInt(n);

/** Only what is fetched counts: messages that lead to one object are one message told again. */
const targetsOf = async (
  { paymentProvider: till }: PaymentWorld,
  events: readonly PaymentEvent[],
): Promise<PaymentEvent[]> => {
  const targets = new Map<string, PaymentEvent>();
  for (const event of events) {
    const { object, objectId } = event;
    const of = object === 'invoice' ? (await till.invoice(objectId))?.subscriptionId : undefined;
    targets.set(of ?? objectId, event);
  }
  return [...targets.values()];
};

/**
 * Hears messages in every order, each as often as one likes. What hearing one does depends on the world alone, so orders
 * that lead to one world are followed once: all of them are covered, whatever their number.
 */
export const everyDeliveryOrder = async (
  base: PaymentWorld,
  events: readonly PaymentEvent[],
): Promise<DeliveryOrders> => {
  const told = [...new Map(events.map((event) => [`${event.type} ${event.objectId}`, event])).values()];
  const targets = await targetsOf(base, told);
  const all = 2 ** targets.length - 1;
  const first = { world: await copyOfWorld(base), heard: 0 };
  const nodes = new Map([[`${worldFingerprint(first.world)} 0`, first]]);
  let heard = 0;
  for (const { world, heard: before } of nodes.values()) {
    for (const [place, event] of targets.entries()) {
      const next = await copyOfWorld(world);
      await deliverEvent(event, next, next.now());
      await next.stripe.idle();
      heard++;
      const after = before | (1 << place);
      const key = `${worldFingerprint(next)} ${after}`;
      if (!nodes.has(key)) nodes.set(key, { world: next, heard: after });
    }
    if (nodes.size > 2_000) throw new Error('there is no end of worlds');
  }
  const ends = [...nodes.values()].filter((node) => node.heard === all).map(({ world }) => world);
  return { ends, deliveries: heard, orders: ordersOfTwice(told.length) };
};
