import { actorOf, auditEvent, diffFields, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { noDeliveries, enabledAgain } from '../delivery/delivery-state.ts';
import type { EventFilter, SigningSecret, Subscriber } from '../events/event-records.ts';
import { listenFor } from '../events/listening.ts';
import { Problem } from '../problem.ts';
import type { Instant, Organization } from '../records.ts';
import { auditedView, type Webhook } from './webhook-view.ts';

type WebhookChange = Change<'subscriber' | 'organization' | 'auditEvent'>;

export const webhookEtag = ({ version }: Pick<Subscriber, 'version'>): string => `"${version}"`;

const etagMismatch = (): Problem =>
  new Problem('etag_mismatch', { detail: 'The webhook changed since it was read. Read it again.' });

/** @throws Problem precondition_required or etag_mismatch */
export const requireCurrentWebhook = (webhook: Webhook, ifMatch: string | undefined): void => {
  if (ifMatch === undefined)
    throw new Problem('precondition_required', { detail: 'Send the ETag of the webhook as If-Match.' });
  if (ifMatch !== '*' && ifMatch !== webhookEtag(webhook)) throw etagMismatch();
};

/** Records an act on a webhook. It never holds a secret. */
export const webhookEvent = (
  caller: Actor,
  { organizationId, subscriberId, version }: Subscriber,
  event: Pick<Parameters<typeof auditEvent>[0], 'action' | 'at' | 'before' | 'after'> & { cause?: string },
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    actor: actorOf(caller),
    target: subscriberId,
    onConflict: etagMismatch,
    ...event,
    cause: event.cause ?? `${subscriberId}#${version}`,
  });

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

interface Subscribers {
  organization: Organization;
  /** All of the organization, removed ones included. */
  subscribers: readonly Subscriber[];
}

/** Creates a webhook. @throws Problem limit_reached */
export const createWebhook = (
  caller: Actor,
  { webhook, organization, subscribers }: Subscribers & { webhook: Webhook },
): WebhookChange[] => [
  { change: 'insert', record: 'subscriber', item: webhook },
  listenFor(organization, [...subscribers, webhook], { field: 'webhooks', step: 1 }),
  webhookEvent(caller, webhook, {
    action: 'webhook.created',
    at: webhook.createdAt,
    after: auditedView(webhook),
  }),
];

const others = (subscribers: readonly Subscriber[], { subscriberId }: Subscriber): Subscriber[] =>
  subscribers.filter((one) => one.subscriberId !== subscriberId);

const asRead = ({ version }: Subscriber) =>
  ({
    when: [
      { field: 'version', is: 'equal', value: version },
      { field: 'removedAt', is: 'absent' },
    ],
    onConflict: etagMismatch,
  }) satisfies Partial<Change<'subscriber'>>;

const idOf = ({ organizationId, subscriberId }: Subscriber) => ({ organizationId, subscriberId });

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

/** The state of a webhook that was enabled again, as it is stored. */
const begunAnew = ({ failingSince: _since, warnedAt: _warned, ...webhook }: Webhook): Webhook => ({
  ...webhook,
  failures: 0,
});

/** Changes a webhook. Nothing changed gives no change. What was disabled begins anew when it is enabled. */
export const changeWebhook = (
  caller: Actor,
  { before, organization, subscribers }: Subscribers & { before: Webhook },
  { edit, at }: { edit: WebhookEdit; at: Instant },
): { webhook: Webhook; changes: WebhookChange[] } => {
  const after = edited(before, edit, at);
  const changed = diffFields(auditedView(before), auditedView(after));
  if (Object.keys({ ...changed.before, ...changed.after }).length === 0)
    return { webhook: before, changes: [] };
  const again = before.disabled && !after.disabled ? enabledAgain(before, at) : undefined;
  const unset = [...(again?.unset ?? []), ...(before.filter && !after.filter ? (['filter'] as const) : [])];
  const { name, url, types, filter, disabled, version } = after;
  return {
    webhook: again ? begunAnew(after) : after,
    changes: [
      {
        change: 'update',
        record: 'subscriber',
        id: idOf(before),
        set: {
          name,
          url,
          types,
          version,
          ...(filter && { filter }),
          ...(disabled && { disabled }),
          ...again?.set,
        },
        ...(unset.length > 0 && { unset }),
        ...asRead(before),
      },
      listenFor(organization, [...others(subscribers, before), after]),
      webhookEvent(caller, after, { action: 'webhook.changed', at, ...changed }),
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
      {
        change: 'update',
        record: 'subscriber',
        id: idOf(before),
        set: { secrets, version: webhook.version },
        ...asRead(before),
      },
      webhookEvent(caller, webhook, { action: 'webhook.secret_rotated', at, after: { overlapHours } }),
    ],
  };
};

/** Removes a webhook: its secrets are gone at once, and what waited is not sent. */
export const removeWebhook = (
  caller: Actor,
  { before, organization, subscribers }: Subscribers & { before: Webhook },
  at: Instant,
): WebhookChange[] => {
  const { secrets: _secrets, dueQueue: _queue, dueAt: _due, ...kept } = before;
  const after: Webhook = { ...kept, removedAt: at, version: before.version + 1 };
  return [
    {
      change: 'update',
      record: 'subscriber',
      id: idOf(before),
      set: { removedAt: at, version: after.version },
      unset: ['secrets', 'dueQueue', 'dueAt'],
      ...asRead(before),
    },
    listenFor(organization, [...others(subscribers, before), after], { field: 'webhooks', step: -1 }),
    webhookEvent(caller, after, { action: 'webhook.removed', at, before: auditedView(before) }),
  ];
};
