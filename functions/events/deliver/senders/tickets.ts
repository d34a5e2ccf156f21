import { ticketSender } from '#app/integrations/tickets/ticket-sender.ts';
import type { EventSender } from '#ports/events/event-sender.ts';
import { elapsedMs } from '#runtime/clock.ts';
import { log } from '#runtime/log.ts';
import { wireTracker } from '#runtime/wire/providers.ts';
import type { SenderPorts } from '../senders.ts';

export const ticketsSender = async (
  { store, subscriberSecrets }: SenderPorts,
  kind: Parameters<typeof wireTracker>[0],
): Promise<EventSender> =>
  ticketSender(await wireTracker(kind), { store, subscriberSecrets, elapsedMs, log });
