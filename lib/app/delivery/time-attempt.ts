import type { DeliveryAttempt } from '@scangate/domain/events/event-records';

/**
 * Begins an attempt to deliver.
 * @param elapsedMs a monotonic clock.
 * @returns says when it began and how long it has taken.
 */
export const timeAttempt = (
  at: Date,
  elapsedMs: () => number,
): (() => Pick<DeliveryAttempt, 'at' | 'milliseconds'>) => {
  const started = elapsedMs();
  return () => ({ at: at.toISOString(), milliseconds: Math.max(0, Math.round(elapsedMs() - started)) });
};
