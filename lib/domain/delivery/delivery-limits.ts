import { dayOf, addMs, dayMs } from '../instant.ts';
import type { Instant, Subscriber } from '../records.ts';

/** The limit of deliveries to a subscriber in a day (UTC); the next one waits for the next day. */
export const deliveriesPerDay = 10_000;
/** The shortest time between two requests to one receiver: ten in a second. */
const betweenSendsMs = 100;
/** After this many failures in a row, one delivery is sent alone. */
const probingFailures = 3;
/** The number of deliveries that are sent at once. */
export const sentAtOnce = 4;

/** The number of deliveries that were sent on the day of an instant. */
const sentOnDay = ({ sentOn }: Pick<Subscriber, 'sentOn'>, now: Instant): number =>
  sentOn?.day === dayOf(now) ? sentOn.count : 0;

/** Counts a delivery; further attempts of the same delivery do not count. */
export const countSent = (subscriber: Pick<Subscriber, 'sentOn'>, now: Instant) => ({
  day: dayOf(now),
  count: sentOnDay(subscriber, now) + 1,
});

/** Returns whether the deliveries of the day are used up. */
export const isDayUsedUp = (subscriber: Pick<Subscriber, 'sentOn'>, now: Instant, underway = 0): boolean =>
  sentOnDay(subscriber, now) + underway >= deliveriesPerDay;

/** The beginning of the next day. */
export const nextDayAt = (now: Instant): Instant => addMs(`${dayOf(now)}T00:00:00.000Z`, dayMs);

/** No request waits longer than this for the rate limit, whatever a clock says. */
const longestWaitMs = 10 * betweenSendsMs;

/** The milliseconds to wait before the next request. */
export const waitBeforeSendMs = (lastSentAt: Instant | undefined, now: Instant): number =>
  lastSentAt === undefined
    ? 0
    : Math.min(longestWaitMs, Math.max(0, Date.parse(lastSentAt) + betweenSendsMs - Date.parse(now)));

/** Returns whether the receiver looks dead, so that only the oldest delivery tests whether it is back. */
export const isProbing = ({ failures }: Pick<Subscriber, 'failures'>): boolean => failures >= probingFailures;
