import type { PaymentEvent } from '#ports/payment-provider.ts';
import { deliverEvent } from './deliver-events.ts';
import { copyOfWorld, type PaymentWorld } from './payment-world.ts';
import { worldFingerprint } from './payment-view.ts';

/** The worlds in which every event was handled at least once. */
export interface DeliveryOrders {
  ends: PaymentWorld[];
  /** Deliveries that were played. */
  deliveries: number;
  /** Orders of the events, each sent twice, that these deliveries cover. */
  orders: bigint;
}

const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));

/** Counts the orders of n things that are each there twice. */
const ordersOfTwice = (n: number): bigint => factorial(2 * n) / 2n ** BigInt(n);

/** Only the fetched object counts, so events of one object are one event that is sent again. */
const targetsOf = async (
  { paymentProvider }: PaymentWorld,
  events: readonly PaymentEvent[],
): Promise<PaymentEvent[]> => {
  const targets = new Map<string, PaymentEvent>();
  for (const event of events) {
    const { object, objectId } = event;
    const subscriptionId =
      object === 'invoice' ? (await paymentProvider.invoice(objectId))?.subscriptionId : undefined;
    targets.set(subscriptionId ?? objectId, event);
  }
  return [...targets.values()];
};

/**
 * Delivers events in every order, each any number of times. A delivery depends on the world alone, so orders that lead to
 * the same world are followed once, and all of them are covered.
 */
export const everyDeliveryOrder = async (
  base: PaymentWorld,
  events: readonly PaymentEvent[],
): Promise<DeliveryOrders> => {
  const distinct = [...new Map(events.map((event) => [`${event.type} ${event.objectId}`, event])).values()];
  const targets = await targetsOf(base, distinct);
  const all = 2 ** targets.length - 1;
  const first = { world: await copyOfWorld(base), delivered: 0 };
  const nodes = new Map([[`${worldFingerprint(first.world)} 0`, first]]);
  let deliveries = 0;
  for (const { world, delivered: before } of nodes.values()) {
    for (const [place, event] of targets.entries()) {
      const next = await copyOfWorld(world);
      await deliverEvent(event, next, next.now());
      await next.stripe.idle();
      deliveries++;
      const after = before | (1 << place);
      const key = `${worldFingerprint(next)} ${after}`;
      if (!nodes.has(key)) nodes.set(key, { world: next, delivered: after });
    }
    if (nodes.size > 2_000) throw new Error('the number of worlds has no end');
  }
  const ends = [...nodes.values()].filter((node) => node.delivered === all).map(({ world }) => world);
  return { ends, deliveries, orders: ordersOfTwice(distinct.length) };
};
