import type { Delivery } from '@scangate/domain/events/event-records';
import { addMs, hourMs, minuteMs } from '@scangate/domain/instant';
import type { Instant } from '@scangate/domain/records';

/** Returns when a host that does not respond is tried again, with growing delays; the delivery ends at its deadline. */
export const unavailableUntil = ({ createdAt }: Pick<Delivery, 'createdAt'>, now: Date): Instant => {
  const ageMs = now.getTime() - Date.parse(createdAt);
  return addMs(now, Math.min(2 * hourMs, Math.max(minuteMs, ageMs / 2)));
};

/** Returns when a host that limits requests is tried again: when it says, or after at most an hour. */
export const limitedUntil = (retryAfterSeconds: number | undefined, now: Date): Instant =>
  addMs(now, Math.min(hourMs, (retryAfterSeconds ?? 60) * 1000));
