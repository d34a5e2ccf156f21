import type { Actor } from '../audit/audit-event.ts';
import { noDeliveries } from '../delivery/delivery-state.ts';
import type { EventFilter, SigningSecret } from '../events/event-records.ts';
import type { Instant } from '../records.ts';
import {
  changeSubscriber,
  createSubscriber,
  editedSubscriber,
  removeSubscriber,
  type Changing,
  type SubscriberChange,
  type SubscriberEdit,
  type SubscriberSort,
} from '../event-subscribers/manage-subscriber.ts';
import {
  subscriberAuditEvent,
  updateSubscriber,
  type OrganizationSubscribers,
} from '../event-subscribers/subscriber-changes.ts';
import { auditedView, type Webhook } from './webhook-view.ts';

const webhooks: SubscriberSort<Webhook> = { noun: 'webhook', auditedView };

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

/** Makes a webhook without any deliveries so far. */
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
  { webhook, ...loaded }: OrganizationSubscribers & { webhook: Webhook },
): SubscriberChange[] => createSubscriber(caller, { ...loaded, subscriber: webhook }, webhooks);

/** A requested change of a webhook; absent fields are kept. */
export interface WebhookEdit extends SubscriberEdit {
  url?: string | undefined;
}

/**
 * Changes a webhook. A request that changes nothing gives no change. A webhook that is enabled, or moved to another
 * URL, restarts.
 */
export const changeWebhook = (
  caller: Actor,
  loaded: Changing<Webhook>,
  { edit, at }: { edit: WebhookEdit; at: Instant },
): { webhook: Webhook; changes: SubscriberChange[] } => {
  const { before } = loaded;
  const url = edit.url ?? before.url;
  const after: Webhook = { ...editedSubscriber(before, edit, at), url };
  const asked = { ...loaded, after, hasNewReceiver: url !== before.url, at };
  const { subscriber: webhook, changes } = changeSubscriber(caller, asked, webhooks);
  return { webhook, changes };
};

/** Gives a webhook another secret. */
export const rotateSecret = (
  caller: Actor,
  { before, secrets }: { before: Webhook; secrets: SigningSecret[] },
  { overlapHours, at }: { overlapHours: number; at: Instant },
): { webhook: Webhook; changes: SubscriberChange[] } => {
  const webhook: Webhook = { ...before, secrets, version: before.version + 1 };
  return {
    webhook,
    changes: [
      updateSubscriber(before, { set: { secrets, version: webhook.version } }, 'webhook'),
      subscriberAuditEvent(caller, webhook, {
        noun: 'webhook',
        action: 'webhook.secret_rotated',
        at,
        after: { overlapHours },
      }),
    ],
  };
};

/** Removes a webhook: its secrets are deleted at once, and waiting deliveries are not sent. */
export const removeWebhook = (
  caller: Actor,
  loaded: OrganizationSubscribers & { before: Webhook },
  at: Instant,
): SubscriberChange[] => removeSubscriber(caller, { ...loaded, at }, webhooks);
