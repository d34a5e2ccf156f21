import type { Delivery } from '@scangate/domain/events/event-records';
import { addMs, hourMs, minuteMs } from '@scangate/domain/instant';
import type { Instant } from '@scangate/domain/records';

/** A host that does not answer is asked again, less and less often; the delivery ends with its time. */
export const unavailableUntil = ({ createdAt }: Pick<Delivery, 'createdAt'>, now: Date): Instant => {
  const ageMs = now.getTime() - Date.parse(createdAt);
  return addMs(now, Math.min(2 * hourMs, Math.max(minuteMs, ageMs / 2)));
};

/** A host that limits its requests is asked again when it says, after an hour at most. */
export const limitedUntil = (retryAfterSeconds: number | undefined, now: Date): Instant =>
  addMs(now, Math.min(hourMs, (retryAfterSeconds ?? 60) * 1000));
