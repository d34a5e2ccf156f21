import { agreeWithTill } from '../../functions/billing/till/agree-with-till.ts';
import { settleCheckout } from '../../functions/billing/till/settle-checkout.ts';
import { settleCustomer } from '../../functions/billing/till/settle-customer.ts';
import { settleRecharge } from '../../functions/billing/till/settle-recharge.ts';
import { settleWithTill, type Settled } from '../../functions/billing/till/settle-subscription.ts';
import { stripeMessages } from '../../lib/adapters/stripe/messages.ts';
import type { MemoryStore } from '../../lib/adapters/memory/store.ts';
import type { Sent } from '../../lib/local/stripe/webhooks.ts';
import { CardDeclined, TillRefused, type Till, type TillEvent } from '../../lib/ports/till.ts';
import { webhookSecret, type TillWorld } from './till-world.ts';

interface Ears {
  store: MemoryStore;
  till: Till;
}

const settle = async (
  { object, objectId }: TillEvent,
  ports: Ears,
  now: Date,
): Promise<Settled | undefined> => {
  const { till, store } = ports;
  if (object === 'subscription') return settleWithTill(objectId, ports, now);
  if (object === 'checkout') return settleCheckout(objectId, ports, now);
  if (object === 'customer') return void (await settleCustomer(objectId, ports, now));
  if (object !== 'invoice') return undefined;
  const invoice = await till.invoice(objectId);
  if (invoice?.subscriptionId !== undefined) return settleWithTill(invoice.subscriptionId, ports, now);
  return invoice && void (await settleRecharge(invoice, store, now));
};

/** A message as the webhook takes it: the object is fetched, settled, and what follows at the till is done. */
export const hearEvent = async (event: TillEvent, ports: Ears, now: Date): Promise<void> => {
  const settled = await settle(event, ports, now);
  if (settled?.till?.dueAt === undefined || settled.till.dueAt > now.toISOString()) return;
  await agreeWithTill(settled.accountId, ports, now).catch((error: unknown) => {
    if (!(error instanceof CardDeclined || error instanceof TillRefused)) throw error;
  });
};

/** What a message says, once its signature was checked over the bytes as they came. */
export const readSent = ({ headers, body, event }: Sent): Promise<TillEvent> =>
  stripeMessages(webhookSecret).read(body, headers['stripe-signature'], new Date(event.created * 1000));

/** The messages that were sent since somebody asked last. */
export const takeMessages = async (world: TillWorld): Promise<TillEvent[]> => {
  await world.stripe.idle();
  return Promise.all(world.sent.splice(0).map(readSent));
};

/** Hears everything that was sent, and what that sets off, in its order. */
export const hearAll = async (world: TillWorld): Promise<void> => {
  for (let events = await takeMessages(world); events.length > 0; events = await takeMessages(world))
    for (const event of events) await hearEvent(event, world, world.now());
};
