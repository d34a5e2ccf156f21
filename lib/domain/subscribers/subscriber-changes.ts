import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { etagMismatch } from '../etag.ts';
import { addMs, dayMs } from '../instant.ts';
import type { Instant, Organization } from '../records.ts';
import { eventKeptDays, type Subscriber } from '../events/event-records.ts';

/** An organization with its subscribers, as they were read together. */
export interface OrganizationSubscribers {
  organization: Organization;
  /** All of the organization, removed ones included. */
  subscribers: readonly Subscriber[];
}

/** The word for a subscriber in messages. */
type SubscriberNoun = 'webhook' | 'integration';

/** The other subscribers of the organization. */
export const othersOf = (subscribers: readonly Subscriber[], { subscriberId }: Subscriber): Subscriber[] =>
  subscribers.filter((one) => one.subscriberId !== subscriberId);

/** Updates a subscriber as it was read by whoever changes it. */
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

/** The fields of a removed subscriber: its record expires when nothing can be delivered any more. */
export const removedFields = (at: Instant): Required<Pick<Subscriber, 'removedAt' | 'expiresAt'>> => ({
  removedAt: at,
  expiresAt: addMs(at, eventKeptDays * dayMs),
});

type Act = Pick<Parameters<typeof auditEvent>[0], 'action' | 'at' | 'before' | 'after'> & { cause?: string };

/** Records what a person did with a subscriber. It never holds a secret. */
export const subscriberAct = (
  caller: Actor,
  { organizationId, subscriberId, version }: Subscriber,
  { noun, cause = `${subscriberId}#${version}`, ...act }: Act & { noun: SubscriberNoun },
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    actor: actorOf(caller),
    target: subscriberId,
    onConflict: () => etagMismatch(noun),
    ...act,
    cause,
  });
