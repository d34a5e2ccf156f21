import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { etagMismatch } from '../etag.ts';
import type { Subscriber } from '../events/event-records.ts';
import type { Organization } from '../records.ts';

/** An organization with its subscribers, as they were read together. */
export interface OrganizationSubscribers {
  organization: Organization;
  /** All of the organization, removed ones included. */
  subscribers: readonly Subscriber[];
}

/** The word for a subscriber in messages. */
export type SubscriberNoun = 'webhook' | 'integration';

/** The other subscribers of the organization. */
export const otherSubscribers = (
  subscribers: readonly Subscriber[],
  { subscriberId }: Subscriber,
): Subscriber[] => subscribers.filter((one) => one.subscriberId !== subscriberId);

/** Updates a subscriber, on the condition that it has not changed since it was read. */
export const updateSubscriber = (
  { organizationId, subscriberId, version }: Subscriber,
  fields: Pick<Extract<Change<'subscriber'>, { change: 'update' }>, 'set' | 'unset'>,
  noun: SubscriberNoun,
): Change<'subscriber'> => ({
  change: 'update',
  record: 'subscriber',
  id: { organizationId, subscriberId },
  ...fields,
  when: [
    { field: 'version', is: 'equal', value: version },
    { field: 'removedAt', is: 'absent' },
  ],
  onConflict: () => etagMismatch(noun),
});

type AuditedChange = Pick<Parameters<typeof auditEvent>[0], 'action' | 'at' | 'before' | 'after'> & {
  cause?: string;
};

/** Records what a person did with a subscriber. It never holds a secret. */
export const subscriberAuditEvent = (
  caller: Actor,
  { organizationId, subscriberId, version }: Subscriber,
  { noun, cause = `${subscriberId}#${version}`, ...act }: AuditedChange & { noun: SubscriberNoun },
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    actor: actorOf(caller),
    target: subscriberId,
    onConflict: () => etagMismatch(noun),
    ...act,
    cause,
  });
