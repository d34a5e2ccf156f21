import { webhookSender as senderOfWebhooks } from '#app/webhooks/webhook-sender.ts';
import type { EventSender } from '#ports/events/event-sender.ts';
import { elapsedMs } from '#runtime/clock.ts';
import type { SenderPorts } from '../senders.ts';

export const webhookSender = ({ outbound, subscriberSecrets }: SenderPorts): EventSender =>
  senderOfWebhooks({ outbound, subscriberSecrets, elapsedMs });
