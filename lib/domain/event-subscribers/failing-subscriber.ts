import { auditEvent } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { addMs, dayMs } from '../instant.ts';
import { enqueueMail } from '../mail/notifications.ts';
import type { Instant, Organization } from '../records.ts';
import { subscriberQueue } from '../delivery/delivery-state.ts';
import { webhookDisabled } from '../events/emit/webhook.ts';
import type { DisablingCause, Subscriber } from '../events/event-records.ts';
import { listenFor, recordedUntil, subscribedTypes } from './listening.ts';
import { otherSubscribers } from './subscriber-changes.ts';

/** The time without success after which people are notified, and after which a subscriber is disabled. */
const warningMs = dayMs;
const disablingMs = 5 * dayMs;

/** Decides after a failure whether the time without success requires a notice. */
export const failingNotice = (
  { failingSince, warnedAt, disabled }: Pick<Subscriber, 'failingSince' | 'warnedAt' | 'disabled'>,
  now: Instant,
): 'none' | 'warn' | 'disable' => {
  if (failingSince === undefined || disabled) return 'none';
  const ms = Date.parse(now) - Date.parse(failingSince);
  if (ms >= disablingMs) return 'disable';
  return ms >= warningMs && warnedAt === undefined ? 'warn' : 'none';
};

/**
 * Returns when a failing subscriber gets its next notice, if nothing arrives before; undefined for one that does not
 * fail.
 */
export const nextNoticeAt = ({
  failingSince,
  warnedAt,
}: Pick<Subscriber, 'failingSince' | 'warnedAt'>): Instant | undefined =>
  failingSince === undefined
    ? undefined
    : addMs(failingSince, warnedAt === undefined ? warningMs : disablingMs);

const factsOf = ({ kind, name }: Pick<Subscriber, 'kind' | 'name'>) => ({
  what: kind === 'webhook' ? 'webhook' : 'integration',
  name,
});

/** Notifies the owners and admins that nothing arrives, once per outage. */
export const warnSubscriber = (subscriber: Subscriber, now: Instant): Change<'mail'>[] => {
  const { organizationId, subscriberId, failingSince: since = now } = subscriber;
  const facts = { ...factsOf(subscriber), since };
  return [
    enqueueMail(
      organizationId,
      { kind: 'subscriber_failing', cause: `${subscriberId}#${since}`, facts },
      now,
    ),
  ];
};

interface Disabling {
  organization: Pick<Organization, 'organizationId' | 'subscribersVersion' | 'webhooks' | 'integrations'>;
  /** All subscribers of the organization, as read. */
  subscribers: readonly Subscriber[];
  subscriber: Subscriber;
  cause: Exclude<DisablingCause, 'person'>;
}

interface Disabled {
  /** The subscriber after the notice; the caller who read it writes its own change. */
  subscriber: Subscriber;
  /** The changes that join the change of the subscriber. */
  changes: Change<'organization' | 'mail' | 'auditEvent' | 'storedEvent'>[];
}

/** A disabled subscriber, which stays in the due queue only until nothing more is recorded for it. */
const disabledSubscriber = (before: Subscriber, cause: DisablingCause, now: Instant): Subscriber => {
  const { probe: _probe, dueQueue: _queue, dueAt: _due, ...rest } = before;
  const after = { ...rest, disabled: { at: now, cause }, version: before.version + 1 };
  const dueAt = recordedUntil(after);
  if (dueAt === undefined) return after;
  return { ...after, dueQueue: subscriberQueue(before.organizationId), dueAt };
};

/** Disables a subscriber on behalf of the service: its events are no longer recorded, and owners and admins are notified. */
export const disableSubscriber = (
  { organization, subscribers, subscriber: before, cause }: Disabling,
  now: Instant,
): Disabled => {
  const { organizationId, subscriberId, kind, version, failingSince } = before;
  const subscriber = disabledSubscriber(before, cause, now);
  const after = [...otherSubscribers(subscribers, before), subscriber];
  const listened = { organizationId, listens: subscribedTypes(after, now) };
  const isWebhook = kind === 'webhook';
  const told = { cause, ...(failingSince !== undefined && { failingSince }) };
  const facts = { ...factsOf(subscriber), cause };
  const changes = [
    listenFor(organization, after, { at: now }),
    enqueueMail(
      organizationId,
      { kind: 'subscriber_disabled', cause: `${subscriberId}#${version}`, facts },
      now,
    ),
    auditEvent({
      organizationId,
      actor: { kind: 'system' },
      action: isWebhook ? 'webhook.disabled' : 'integration.disabled',
      cause: `${subscriberId}#${version}`,
      target: subscriberId,
      at: now,
      after: told,
    }),
    ...(isWebhook ? webhookDisabled(listened, before, { cause, at: now }) : []),
  ];
  return { subscriber, changes };
};
