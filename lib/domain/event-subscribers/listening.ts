import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { addMs, dayMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { Instant, Organization } from '../records.ts';
import { eventKeptDays, type Subscriber } from '../events/event-records.ts';

/** The limits of webhooks and of integrations of an organization. */
const mostSubscribers = 20;

/** Thrown when the subscribers of the organization changed since they were read. */
export class SubscribersConflict extends Conflict {
  constructor() {
    super('the subscribers changed since they were read');
  }
}

type Listener = Pick<Subscriber, 'kind' | 'types' | 'disabled' | 'removedAt'>;

/**
 * Returns until when events are recorded for a webhook that the service disabled because it failed, so that it
 * misses nothing when it is enabled again. For other disabled subscribers nothing is recorded: undefined.
 */
export const recordedUntil = ({ kind, disabled }: Pick<Listener, 'kind' | 'disabled'>): Instant | undefined =>
  kind === 'webhook' && disabled?.cause === 'failing' ? addMs(disabled.at, eventKeptDays * dayMs) : undefined;

/** Whether events of an instant are recorded for a subscriber. */
export const isListening = (subscriber: Omit<Listener, 'types'>, at: Instant): boolean => {
  const { disabled, removedAt } = subscriber;
  if (removedAt !== undefined) return false;
  return disabled === undefined || at < (recordedUntil(subscriber) ?? '');
};

/** The types and patterns that subscribers listen to, each once. */
export const subscribedTypes = (subscribers: readonly Listener[], at: Instant): string[] => {
  const listening = subscribers.filter((one) => isListening(one, at));
  return [...new Set(listening.flatMap(({ types }) => types))].toSorted();
};

type CountedField = 'webhooks' | 'integrations';

const limitReached = (field: CountedField): Problem =>
  new Problem('limit_reached', {
    detail: `The organization has ${mostSubscribers} ${field}.`,
    limit: mostSubscribers,
  });

/** Refuses another subscriber before its URL or credential is tried. @throws Problem limit_reached */
export const requireRoom = (organization: Pick<Organization, CountedField>, field: CountedField): void => {
  if ((organization[field] ?? 0) >= mostSubscribers) throw limitReached(field);
};

interface Listened {
  at: Instant;
  /** The change of the number of subscribers. */
  counted?: { field: CountedField; step: 1 | -1 };
}

/**
 * Makes the change of the organization that joins every change of its subscribers, so that no event is missed from
 * then on. Of two concurrent changes, the version refuses one.
 * @param after the subscribers after the change.
 * @throws Problem limit_reached
 */
export const listenFor = (
  organization: Pick<Organization, 'organizationId' | 'subscribersVersion' | 'webhooks' | 'integrations'>,
  after: readonly Listener[],
  { at, counted }: Listened,
): Change<'organization'> => {
  const { organizationId, subscribersVersion: version } = organization;
  const number = counted && Math.max(0, (organization[counted.field] ?? 0) + counted.step);
  if (counted?.step === 1 && (number ?? 0) > mostSubscribers) throw limitReached(counted.field);
  return {
    change: 'update',
    record: 'organization',
    id: { organizationId },
    set: {
      listens: subscribedTypes(after, at),
      subscribersVersion: (version ?? 0) + 1,
      ...(counted && { [counted.field]: number }),
    },
    when: [
      version === undefined
        ? { field: 'subscribersVersion', is: 'absent' }
        : { field: 'subscribersVersion', is: 'equal', value: version },
    ],
    onConflict: () => new SubscribersConflict(),
  };
};
