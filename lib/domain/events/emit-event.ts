import { derivedId } from '@scangate/engines/model/digest';
import type { Change } from '../change.ts';
import { queueShard } from '../due-queue.ts';
import { addMs, dayMs } from '../instant.ts';
import type { Instant } from '../records.ts';
import type { EventData } from './catalog.ts';
import { eventKeptDays, type EventAbout } from './event-records.ts';
import { matchesType, type EventType } from './event-types.ts';
import { safeData } from './safe-data.ts';

/** An organization as far as its listeners go; a caller of the API is one, too. */
export interface Listening {
  organizationId: string;
  listens?: readonly string[] | undefined;
}

/** A change that is worth telling. */
export interface Emission<T extends EventType> {
  type: T;
  /** Names what happened. The same organization, type and cause give the same event id. */
  cause: string;
  at: Instant;
  data: EventData<T>;
  about?: EventAbout;
  /** The only subscriber that gets it, whatever it listens to. */
  onlyFor?: string;
}

/** Whether a subscriber wants the type, so that what it says is worth collecting. */
export const hasListener = ({ listens = [] }: Pick<Listening, 'listens'>, type: EventType): boolean =>
  matchesType(listens, type);

/**
 * The row that tells of a change. It joins the transaction of the change, so that a refused change is never told. Nobody
 * listening: no row (docs/adr/0081-event-catalog.md).
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
