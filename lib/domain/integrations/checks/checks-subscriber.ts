import type { Change } from '@scangate/domain/record-changes';
import { enabledAgain, noDeliveries } from '@scangate/domain/delivery/delivery-state';
import type { EventType } from '@scangate/domain/events/event-types';
import { listenFor, SubscribersConflict } from '@scangate/domain/event-subscribers/listening';
import {
  otherSubscribers,
  type OrganizationSubscribers,
} from '@scangate/domain/event-subscribers/subscriber-changes';
import type { Instant, Subscriber } from '@scangate/domain/records';

/** The one subscriber of an organization that writes results at the hosts of its repositories. */
export const checksSubscriberId = 'checks';

/** The events of ended scans, each of which has a result. */
const checksTypes: readonly EventType[] = ['scan.completed', 'scan.failed', 'scan.cancelled'];

const newSubscriber = (organizationId: string, createdBy: string, now: Instant): Subscriber => ({
  organizationId,
  subscriberId: checksSubscriberId,
  kind: 'checks',
  name: 'Repository checks',
  types: [...checksTypes],
  createdAt: now,
  createdBy,
  version: 1,
  ...noDeliveries,
});

/**
 * Subscribes the organization to the events of ended scans, in the transaction that turns checks on. If it is
 * already subscribed, only the version of its subscribers grows, so that a concurrent request that turns off the last
 * checks conflicts and decides again.
 * @param subscribers all of the organization.
 */
export const listenForChecks = (
  { organization, subscribers }: OrganizationSubscribers,
  personId: string,
  now: Instant,
): Change<'organization' | 'subscriber'>[] => {
  const { organizationId } = organization;
  const stored = subscribers.find(({ subscriberId }) => subscriberId === checksSubscriberId);
  if (stored && !stored.disabled) return [listenFor(organization, subscribers, { at: now })];
  const item = stored
    ? { ...stored, types: [...checksTypes], version: stored.version + 1 }
    : newSubscriber(organizationId, personId, now);
  const others = subscribers.filter(({ subscriberId }) => subscriberId !== checksSubscriberId);
  const onConflict = () => new SubscribersConflict();
  const again = enabledAgain(organization, now);
  const subscriber: Change<'subscriber'> = stored
    ? {
        change: 'update',
        record: 'subscriber',
        id: { organizationId, subscriberId: checksSubscriberId },
        set: { ...again.set, types: item.types, version: item.version },
        unset: [...again.unset],
        when: [{ field: 'version', is: 'equal', value: stored.version }],
        onConflict,
      }
    : { change: 'insert', record: 'subscriber', item, onConflict };
  const { disabled: _disabled, ...enabled } = item;
  return [subscriber, listenFor(organization, [...others, enabled], { at: now })];
};

/** Ends the subscription for checks, in the transaction that turns off those of the last repository. */
export const endChecks = (
  { organization, subscribers }: OrganizationSubscribers,
  { hasOthers, at }: { hasOthers: boolean; at: Instant },
): Change<'organization' | 'subscriber'>[] => {
  const stored = subscribers.find(({ subscriberId }) => subscriberId === checksSubscriberId);
  if (!stored || stored.disabled) return [];
  if (hasOthers) return [listenFor(organization, subscribers, { at })];
  const { organizationId, subscriberId, version } = stored;
  const subscriber: Change<'subscriber'> = {
    change: 'update',
    record: 'subscriber',
    id: { organizationId, subscriberId },
    set: { disabled: { at, cause: 'person' }, version: version + 1 },
    unset: ['dueQueue', 'dueAt'],
    when: [{ field: 'version', is: 'equal', value: version }],
    onConflict: () => new SubscribersConflict(),
  };
  return [subscriber, listenFor(organization, otherSubscribers(subscribers, stored), { at })];
};
