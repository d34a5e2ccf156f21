import { bySeverity } from '@scangate/engines/model/severity';
import type { EventAbout, EventFilter, StoredEvent, Subscriber } from '../events/event-records.ts';
import { matchesType } from '../events/event-types.ts';
import { isListening } from '../event-subscribers/listening.ts';

const isOneOf = <T>(wanted: readonly T[] | undefined, told: T | undefined): boolean =>
  wanted === undefined || told === undefined || wanted.includes(told);

/** Whether an event passes a filter. An event that lacks the filtered fact passes. */
const passes = (
  { repositoryIds, branches, verdicts, minimumSeverity }: EventFilter,
  { repositoryId, branch, verdict, severity }: EventAbout,
): boolean =>
  isOneOf(repositoryIds, repositoryId) &&
  isOneOf(branches, branch) &&
  isOneOf(verdicts, verdict) &&
  // An unknown severity may be any.
  (minimumSeverity === undefined ||
    severity === undefined ||
    severity === 'unknown' ||
    bySeverity(severity, minimumSeverity) <= 0);

/**
 * Returns whether an event is recorded for a subscriber. A test event is only for the subscriber that it names,
 * whatever the types and filter of that subscriber.
 */
export const matchesEvent = (
  subscriber: Subscriber,
  { at, type, about, onlyFor }: Pick<StoredEvent, 'at' | 'type' | 'about' | 'onlyFor'>,
): boolean => {
  const { subscriberId, types, filter } = subscriber;
  if (!isListening(subscriber, at)) return false;
  if (onlyFor !== undefined) return onlyFor === subscriberId;
  return matchesType(types, type) && passes(filter ?? {}, about ?? {});
};
