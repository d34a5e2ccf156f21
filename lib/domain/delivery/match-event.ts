import { bySeverity } from '@scangate/engines/model/severity';
import type { EventAbout, EventFilter, StoredEvent, Subscriber } from '../events/event-records.ts';
import { matchesType } from '../events/event-types.ts';

const isOneOf = <T>(wanted: readonly T[] | undefined, told: T | undefined): boolean =>
  wanted === undefined || told === undefined || wanted.includes(told);

/** Whether a filter lets an event pass. It keeps out what tells of something else, not what does not say. */
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

/** Whether an enabled subscriber gets an event. A test event reaches the one subscriber that it names, whatever its types and filter. */
export const matchesEvent = (
  { subscriberId, types, filter, disabled, removedAt }: Subscriber,
  { type, about, onlyFor }: Pick<StoredEvent, 'type' | 'about' | 'onlyFor'>,
): boolean => {
  if (disabled || removedAt !== undefined) return false;
  if (onlyFor !== undefined) return onlyFor === subscriberId;
  return matchesType(types, type) && passes(filter ?? {}, about ?? {});
};
