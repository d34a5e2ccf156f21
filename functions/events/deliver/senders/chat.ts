import { chatSender } from '#app/integrations/chat/send-chat.ts';
import type { EventSender } from '#ports/events/event-sender.ts';
import type { Chat } from '#ports/integrations/chat.ts';
import { elapsedMs } from '#runtime/clock.ts';
import { log } from '#runtime/log.ts';
import type { SenderPorts } from '../senders.ts';

/** The sender of a chat, for any provider. */
export const senderOfChat = (
  { store, subscriberSecrets, publicAddress }: SenderPorts,
  chat: Chat,
): EventSender => chatSender({ chat, store, subscriberSecrets, publicAddress, log, elapsedMs });
