import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { Problem } from '../problem.ts';
import type { Organization } from '../records.ts';
import type { Subscriber } from './event-records.ts';

/** The most webhooks, and the most integrations, of an organization. */
export const mostSubscribers = 20;

/** The subscribers of the organization changed since they were read. */
export class SubscribersConflict extends Conflict {
  constructor() {
    super('the subscribers changed since they were read');
  }
}

type Listener = Pick<Subscriber, 'types' | 'disabled' | 'removedAt'>;

/** The types and patterns that enabled subscribers want, each once. */
export const wantedTypes = (subscribers: readonly Listener[]): string[] => {
  const enabled = subscribers.filter(({ disabled, removedAt }) => !disabled && removedAt === undefined);
  return [...new Set(enabled.flatMap(({ types }) => types))].toSorted();
};

interface Counted {
  field: 'webhooks' | 'integrations';
  step: 1 | -1;
}

/**
 * The change of the organization that joins every change of its subscribers, so that no event is missed from then on. Two
 * changes at once meet at the version.
 * @param after the subscribers as they are then. @throws Problem limit_reached
 */
export const listenFor = (
  organization: Pick<Organization, 'organizationId' | 'subscribersVersion' | 'webhooks' | 'integrations'>,
  after: readonly Listener[],
  counted?: Counted,
): Change<'organization'> => {
  const { organizationId, subscribersVersion: version } = organization;
  const number = counted && Math.max(0, (organization[counted.field] ?? 0) + counted.step);
  if (counted?.step === 1 && (number ?? 0) > mostSubscribers)
    throw new Problem('limit_reached', {
      detail: `The organization has ${mostSubscribers} ${counted.field}.`,
      limit: mostSubscribers,
    });
  return {
    change: 'update',
    record: 'organization',
    id: { organizationId },
    set: {
      listens: wantedTypes(after),
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
