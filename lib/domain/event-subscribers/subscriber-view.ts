import type { Delivery, Subscriber } from '../events/event-records.ts';

/**
 * The state of a subscriber as the API shows it.
 * @param isPaused whether the plan does not include it.
 */
export const subscriberStateView = (
  { createdAt, disabled, failures, failingSince, lastDeliveredAt }: Subscriber,
  isPaused: boolean,
) => ({
  createdAt,
  enabled: disabled === undefined,
  ...(disabled && { disabled }),
  paused: isPaused,
  failures,
  ...(failingSince !== undefined && { failingSince }),
  ...(lastDeliveredAt !== undefined && { lastDeliveredAt }),
});

/** A delivery as the log shows it. */
export const deliveryView = ({ sequence, eventId, type, eventAt, state, ...rest }: Delivery) => ({
  sequence,
  eventId,
  type,
  eventAt,
  state,
  ...(rest.nextAttemptAt !== undefined && { nextAttemptAt: rest.nextAttemptAt }),
  replayed: rest.replayed ?? false,
  attempts: rest.attempts,
});
