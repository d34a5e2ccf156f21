import { diffFields, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { dueAtOnce } from '../delivery/replay.ts';
import { begunAnew, enabledAgain, noDeliveries } from '../delivery/delivery-state.ts';
import type { Delivery, EventFilter, SigningSecret } from '../events/event-records.ts';
import { listenFor } from '../subscribers/listening.ts';
import {
  othersOf,
  removedFields,
  subscriberAct,
  updateSubscriber,
  type OrganizationSubscribers,
} from '../subscribers/subscriber-changes.ts';
import type { Instant } from '../records.ts';
import { auditedView, type Webhook } from './webhook-view.ts';

type WebhookChange = Change<'subscriber' | 'delivery' | 'organization' | 'auditEvent'>;

export interface NewWebhook {
  organizationId: string;
  subscriberId: string;
  name: string;
  url: string;
  types: string[];
  filter?: EventFilter | undefined;
  sealedSecret: string;
  createdAt: Instant;
  createdBy: string;
}

export const newWebhook = ({ filter, sealedSecret, ...given }: NewWebhook): Webhook => ({
  ...given,
  kind: 'webhook',
  ...(filter && { filter }),
  secrets: [{ sealed: sealedSecret }],
  version: 1,
  ...noDeliveries,
});

/** Creates a webhook. @throws Problem limit_reached */
export const createWebhook = (
  caller: Actor,
  { webhook, organization, subscribers }: OrganizationSubscribers & { webhook: Webhook },
): WebhookChange[] => [
  { change: 'insert', record: 'subscriber', item: webhook },
  listenFor(organization, [...subscribers, webhook], {
    at: webhook.createdAt,
    counted: { field: 'webhooks', step: 1 },
  }),
  subscriberAct(caller, webhook, {
    noun: 'webhook',
    action: 'webhook.created',
    at: webhook.createdAt,
    after: auditedView(webhook),
  }),
];

/** A change of a webhook as the request has it; what is absent stays. */
export interface WebhookEdit {
  name?: string | undefined;
  url?: string | undefined;
  types?: string[] | undefined;
  /** `null` removes it. */
  filter?: EventFilter | null | undefined;
  enabled?: boolean | undefined;
}

const edited = ({ filter, disabled, ...before }: Webhook, edit: WebhookEdit, at: Instant): Webhook => {
  const wanted = edit.filter === undefined ? filter : (edit.filter ?? undefined);
  const isOn = edit.enabled ?? disabled === undefined;
  return {
    ...before,
    name: edit.name ?? before.name,
    url: edit.url ?? before.url,
    types: edit.types ?? before.types,
    ...(wanted && { filter: wanted }),
    ...(!isOn && { disabled: disabled ?? { at, cause: 'person' as const } }),
    version: before.version + 1,
  };
};

/**
 * Changes a webhook. Nothing changed gives no change. One that is enabled, or moved to another URL, begins anew: it does not
 * fail, and what waits is due.
 */
export const changeWebhook = (
  caller: Actor,
  {
    before,
    delayed,
    organization,
    subscribers,
  }: OrganizationSubscribers & { before: Webhook; delayed: readonly Delivery[] },
  { edit, at }: { edit: WebhookEdit; at: Instant },
): { webhook: Webhook; changes: WebhookChange[] } => {
  const after = edited(before, edit, at);
  const changed = diffFields(auditedView(before), auditedView(after));
  if (Object.keys({ ...changed.before, ...changed.after }).length === 0)
    return { webhook: before, changes: [] };
  const isAnew = !after.disabled && (before.disabled !== undefined || before.url !== after.url);
  const again = isAnew ? enabledAgain(before, at) : undefined;
  const unset = [...(again?.unset ?? []), ...(before.filter && !after.filter ? (['filter'] as const) : [])];
  const { name, url, types, filter, disabled, version } = after;
  const optional = { ...(filter && { filter }), ...(disabled && { disabled }) };
  const set = { name, url, types, version, ...optional, ...again?.set };
  return {
    webhook: again ? begunAnew(after, at) : after,
    changes: [
      updateSubscriber(before, { set, ...(unset.length > 0 && { unset }) }, 'webhook'),
      ...(isAnew ? delayed.map((one) => dueAtOnce(one, at)) : []),
      listenFor(organization, [...othersOf(subscribers, before), after], { at }),
      subscriberAct(caller, after, { noun: 'webhook', action: 'webhook.changed', at, ...changed }),
    ],
  };
};

/** Gives a webhook another secret. */
export const rotateSecret = (
  caller: Actor,
  { before, secrets }: { before: Webhook; secrets: SigningSecret[] },
  { overlapHours, at }: { overlapHours: number; at: Instant },
): { webhook: Webhook; changes: WebhookChange[] } => {
  const webhook: Webhook = { ...before, secrets, version: before.version + 1 };
  return {
    webhook,
    changes: [
      updateSubscriber(before, { set: { secrets, version: webhook.version } }, 'webhook'),
      subscriberAct(caller, webhook, {
        noun: 'webhook',
        action: 'webhook.secret_rotated',
        at,
        after: { overlapHours },
      }),
    ],
  };
};

/** Removes a webhook: its secrets are gone at once, and what waited is not sent. */
export const removeWebhook = (
  caller: Actor,
  { before, organization, subscribers }: OrganizationSubscribers & { before: Webhook },
  at: Instant,
): WebhookChange[] => {
  const { secrets: _secrets, dueQueue: _queue, dueAt: _due, ...kept } = before;
  const after: Webhook = { ...kept, ...removedFields(at), version: before.version + 1 };
  return [
    updateSubscriber(
      before,
      { set: { ...removedFields(at), version: after.version }, unset: ['secrets', 'dueQueue', 'dueAt'] },
      'webhook',
    ),
    listenFor(organization, [...othersOf(subscribers, before), after], {
      at,
      counted: { field: 'webhooks', step: -1 },
    }),
    subscriberAct(caller, after, {
      noun: 'webhook',
      action: 'webhook.removed',
      at,
      before: auditedView(before),
    }),
  ];
};
