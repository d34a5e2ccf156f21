import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { Problem } from '../problem.ts';
import type { Organization } from '../records.ts';
import type { Subscriber } from './event-records.ts';

/** The most webhooks, and the most integrations, of an organization. */
const mostSubscribers = 20;

/** The subscribers of the organization changed since they were read. */
export class SubscribersConflict extends Conflict {
  constructor() {
    super('the subscribers changed since they were read');
  }
}

type Listener = Pick<Subscriber, 'types' | 'disabled' | 'removedAt'>;

/** The types and patterns that enabled subscribers ask for, each once. */
export const subscribedTypes = (subscribers: readonly Listener[]): string[] => {
  const enabled = subscribers.filter(({ disabled, removedAt }) => !disabled && removedAt === undefined);
  return [...new Set(enabled.flatMap(({ types }) => types))].toSorted();
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

interface Counted {
  field: CountedField;
  step: 1 | -1;
}

/**
 * The change of the organization that joins every change of its subscribers, so that no event is missed from then on. Of two
 * concurrent changes the version refuses one.
 * @param after the subscribers as they are then. @throws Problem limit_reached
 */
export const listenFor = (
  organization: Pick<Organization, 'organizationId' | 'subscribersVersion' | 'webhooks' | 'integrations'>,
  after: readonly Listener[],
  counted?: Counted,
): Change<'organization'> => {
  const { organizationId, subscribersVersion: version } = organization;
  const number = counted && Math.max(0, (organization[counted.field] ?? 0) + counted.step);
  if (counted?.step === 1 && (number ?? 0) > mostSubscribers) throw limitReached(counted.field);
  return {
    change: 'update',
    record: 'organization',
    id: { organizationId },
    set: {
      listens: subscribedTypes(after),
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
