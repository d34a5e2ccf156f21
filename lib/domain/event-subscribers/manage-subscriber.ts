import { diffFields, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { restartedSubscriber, enabledAgain } from '../delivery/delivery-state.ts';
import { dueAtOnce } from '../delivery/requeue-delivery.ts';
import { eventKeptDays, type Delivery, type EventFilter, type Subscriber } from '../events/event-records.ts';
import { addMs, dayMs } from '../instant.ts';
import { updateFields } from '../record-difference.ts';
import type { Instant } from '../records.ts';
import { listenFor } from './listening.ts';
import {
  otherSubscribers,
  subscriberAuditEvent,
  updateSubscriber,
  type OrganizationSubscribers,
  type SubscriberNoun,
} from './subscriber-changes.ts';

/** The two sorts that people manage: webhooks and integrations. */
export interface SubscriberSort<S extends Subscriber> {
  noun: SubscriberNoun;
  /** The part that people set, as audit events show it: never a secret. */
  auditedView(subscriber: S): Record<string, unknown>;
}

export type SubscriberChange = Change<'subscriber' | 'delivery' | 'organization' | 'auditEvent'>;

/** Creates a subscriber. @throws Problem limit_reached */
export const createSubscriber = <S extends Subscriber>(
  caller: Actor,
  { subscriber, organization, subscribers }: OrganizationSubscribers & { subscriber: S },
  { noun, auditedView }: SubscriberSort<S>,
): SubscriberChange[] => {
  const at = subscriber.createdAt;
  return [
    { change: 'insert', record: 'subscriber', item: subscriber },
    listenFor(organization, [...subscribers, subscriber], { at, counted: { field: `${noun}s`, step: 1 } }),
    subscriberAuditEvent(caller, subscriber, {
      noun,
      action: `${noun}.created`,
      at,
      after: auditedView(subscriber),
    }),
  ];
};

/** A requested change of a subscriber; absent fields are kept. */
export interface SubscriberEdit {
  name?: string | undefined;
  types?: string[] | undefined;
  /** `null` removes it. */
  filter?: EventFilter | null | undefined;
  enabled?: boolean | undefined;
}

/** The subscriber after an edit. */
export const editedSubscriber = <S extends Subscriber>(
  { filter, disabled, ...before }: S,
  edit: SubscriberEdit,
  at: Instant,
): Omit<S, 'filter' | 'disabled'> & Pick<Subscriber, 'filter' | 'disabled'> => {
  const wanted = edit.filter === undefined ? filter : (edit.filter ?? undefined);
  const isOn = edit.enabled ?? disabled === undefined;
  return {
    ...before,
    name: edit.name ?? before.name,
    types: edit.types ?? before.types,
    ...(wanted && { filter: wanted }),
    ...(!isOn && { disabled: disabled ?? { at, cause: 'person' as const } }),
    version: before.version + 1,
  };
};

/** A subscriber that people change, with the records read together with it. */
export interface Changing<S extends Subscriber> extends OrganizationSubscribers {
  before: S;
  /** Its deliveries that were refused, and wait for their next attempt. */
  delayed: readonly Delivery[];
}

interface Asked<S extends Subscriber> {
  after: S;
  /** Set when it has another URL, or another credential. */
  hasNewReceiver: boolean;
  at: Instant;
  /** Further changes that the audit event names, without their values. */
  replaced?: Record<string, 'replaced'>;
}

/**
 * Changes a subscriber. A request that changes nothing gives no change. A subscriber that is enabled, or whose
 * receiver is replaced, restarts: its failures are reset, and waiting deliveries are due.
 */
export const changeSubscriber = <S extends Subscriber>(
  caller: Actor,
  { before, delayed, organization, subscribers, ...asked }: Changing<S> & Asked<S>,
  { noun, auditedView }: SubscriberSort<S>,
): { subscriber: S; changes: SubscriberChange[] } => {
  const { at, hasNewReceiver, replaced } = asked;
  const changed = diffFields(auditedView(before), auditedView(asked.after));
  if (Object.keys({ ...changed.before, ...changed.after, ...replaced }).length === 0)
    return { subscriber: before, changes: [] };
  const isRestarted = !asked.after.disabled && (before.disabled !== undefined || hasNewReceiver);
  const again = isRestarted ? enabledAgain(before, at) : undefined;
  const after = isRestarted ? restartedSubscriber(asked.after, at) : asked.after;
  // Only the differences are written, so that a delivery in progress is not undone; a restart applies whatever that
  // delivery wrote.
  const { set, unset = [] } = updateFields<Subscriber>(before, after);
  const removed = [...new Set([...unset, ...(again?.unset ?? [])])];
  const fields = { set: { ...set, ...again?.set }, ...(removed.length > 0 && { unset: removed }) };
  return {
    subscriber: after,
    changes: [
      updateSubscriber(before, fields, noun),
      ...(isRestarted ? delayed.map((one) => dueAtOnce(one, at)) : []),
      listenFor(organization, [...otherSubscribers(subscribers, before), after], { at }),
      subscriberAuditEvent(caller, after, {
        noun,
        action: `${noun}.changed`,
        at,
        before: changed.before,
        after: { ...changed.after, ...replaced },
      }),
    ],
  };
};

/**
 * Removes a subscriber: its secrets are deleted at once, and waiting deliveries are not sent. Its record expires
 * when nothing can be delivered any more.
 */
export const removeSubscriber = <S extends Subscriber>(
  caller: Actor,
  { before, organization, subscribers, at }: OrganizationSubscribers & { before: S; at: Instant },
  { noun, auditedView }: SubscriberSort<S>,
): SubscriberChange[] => {
  const version = before.version + 1;
  const set = { removedAt: at, expiresAt: addMs(at, eventKeptDays * dayMs), version };
  const counted = { field: `${noun}s`, step: -1 } as const;
  return [
    updateSubscriber(before, { set, unset: ['secrets', 'credential', 'dueQueue', 'dueAt'] }, noun),
    listenFor(organization, otherSubscribers(subscribers, before), { at, counted }),
    subscriberAuditEvent(
      caller,
      { ...before, version },
      { noun, action: `${noun}.removed`, at, before: auditedView(before) },
    ),
  ];
};
