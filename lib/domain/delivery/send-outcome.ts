import type { DeliveryAttempt, DisablingCause } from '../events/event-records.ts';
import type { Instant } from '../records.ts';

/** The outcome of an attempt to deliver. */
export type SendOutcome =
  | { kind: 'delivered'; attempt: DeliveryAttempt }
  | { kind: 'failed'; attempt: DeliveryAttempt; retryAfterSeconds?: number }
  /** The receiver refuses further events or the credential: the subscriber is disabled. */
  | { kind: 'stop'; attempt: DeliveryAttempt; cause: Extract<DisablingCause, 'gone' | 'credential_refused'> }
  /** Nothing was attempted: the delivery waits for a digest, or for the next hour. */
  | { kind: 'later'; at: Instant };
