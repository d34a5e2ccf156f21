import type { SendOutcome } from '@scangate/domain/delivery/send-outcome';
import type { Delivery, StoredEvent, Subscriber } from '@scangate/domain/events/event-records';

export type { SendOutcome } from '@scangate/domain/delivery/send-outcome';

export interface Sending {
  subscriber: Subscriber;
  event: StoredEvent;
  delivery: Delivery;
  now: Date;
}

/** Delivers to the subscribers of one kind. It does not throw when a receiver fails. */
export interface EventSender {
  send(sending: Sending): Promise<SendOutcome>;
}
