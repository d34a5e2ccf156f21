import { derivedId } from '@scangate/engines/model/digest';
import type { Change } from '../record-changes.ts';
import { queueShard } from '../due-queue.ts';
import { addMs, dayMs } from '../instant.ts';
import type { Instant } from '../records.ts';
import type { EventData } from './catalog.ts';
import { eventKeptDays, type EventAbout } from './event-records.ts';
import { matchesType, type EventType } from './event-types.ts';
import { safeData } from './safe-data.ts';

/** The part of an organization that tells its listeners; callers of the API have it as well. */
export interface Listening {
  organizationId: string;
  listens?: readonly string[] | undefined;
}

/** A change that becomes an event. */
export interface Emission<T extends EventType> {
  type: T;
  /** Identifies the occurrence. The same organization, type and cause give the same event id. */
  cause: string;
  at: Instant;
  data: EventData<T>;
  about?: EventAbout;
  /** The only subscriber that gets it, whatever types it listens to. */
  onlyFor?: string;
}

/** Returns whether a subscriber wants the type, so that its data is worth collecting. */
export const hasListener = ({ listens = [] }: Pick<Listening, 'listens'>, type: EventType): boolean =>
  matchesType(listens, type);

/**
 * Makes the row of an event. It joins the transaction of the change, so that a refused change has no event. Without
 * a listener there is no row (docs/adr/0081-event-catalog.md).
 */
export const emitEvent = <T extends EventType>(
  organization: Listening,
  { type, cause, at, data, about, onlyFor }: Emission<T>,
): Change<'storedEvent'>[] => {
  if (onlyFor === undefined && !hasListener(organization, type)) return [];
  const { organizationId } = organization;
  const eventId = derivedId('event', organizationId, type, cause);
  const item = {
    organizationId,
    at,
    eventId,
    type,
    data: safeData(data),
    ...(about && { about: safeData(about) }),
    ...(onlyFor !== undefined && { onlyFor }),
    dueQueue: queueShard('storedEvent', eventId),
    dueAt: at,
    expiresAt: addMs(at, eventKeptDays * dayMs),
  };
  return [{ change: 'insert', record: 'storedEvent', item }];
};
