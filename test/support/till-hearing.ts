import { hearTill } from '../../functions/billing/till/hear-till.ts';
import { stripeMessages } from '../../lib/adapters/stripe/messages.ts';
import type { MemoryStore } from '../../lib/adapters/memory/store.ts';
import type { Sent } from '../../lib/local/stripe/webhooks.ts';
import type { Till, TillEvent } from '../../lib/ports/till.ts';
import { webhookSecret, type TillWorld } from './till-world.ts';

/** A message as the webhook hears it; a recharge that it would start is another story. */
export const hearEvent = async (
  event: TillEvent,
  { store, till }: { store: MemoryStore; till: Till },
  now: Date,
): Promise<void> => {
  await hearTill(event, { store, till, recharge: { start: async () => {} } }, now);
};

/** What a message says, once its signature was checked over the bytes as they came. */
const readSent = ({ headers, body, event }: Sent): Promise<TillEvent> =>
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
