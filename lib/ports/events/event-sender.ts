import type {
  Delivery,
  DeliveryAttempt,
  DisablingCause,
  StoredEvent,
  Subscriber,
} from '@scangate/domain/events/event-records';
import type { Instant } from '@scangate/domain/records';

export interface Sending {
  subscriber: Subscriber;
  event: StoredEvent;
  delivery: Delivery;
  now: Date;
}

/** What became of an attempt. */
export type SendOutcome =
  | { kind: 'delivered'; attempt: DeliveryAttempt }
  | { kind: 'failed'; attempt: DeliveryAttempt; retryAfterSeconds?: number }
  /** The receiver wants nothing any more, or refuses the credential: the subscriber is disabled. */
  | { kind: 'stop'; attempt: DeliveryAttempt; cause: Extract<DisablingCause, 'gone' | 'credential_refused'> }
  /** Nothing was tried: it waits for a digest, or for the next hour. */
  | { kind: 'later'; at: Instant };

/** Delivers to the subscribers of one kind. It does not throw for what a receiver does. */
export interface EventSender {
  send(sending: Sending): Promise<SendOutcome>;
}
