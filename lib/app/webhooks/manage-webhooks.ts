import { etagOf, requireIfMatch } from '@scangate/domain/etag';
import type { EventFilter } from '@scangate/domain/events/event-records';
import { requireRoom } from '@scangate/domain/event-subscribers/listening';
import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import * as rules from '@scangate/domain/webhooks/webhook-rules';
import { formatSecret, rotateSecrets, secretBytes } from '@scangate/domain/webhooks/webhook-secrets';
import { requireWebhook, webhookView } from '@scangate/domain/webhooks/webhook-view';
import type { Ids } from '#ports/ids.ts';
import type { Outbound } from '#ports/outbound.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { SubscriberSecretContext, SecretEncrypter } from '#ports/secret-cipher.ts';
import { requireRepositories } from '../integrations/require-connected-repositories.ts';
import { findDelayed } from '../delivery/find-delayed.ts';
import { replayStoredResponse } from '../replay-stored-response.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { findSubscriber, loadSubscribers } from '../delivery/load-subscribers.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';
import { loadWebhook } from './load-webhook.ts';

type Reads = 'organization' | 'subscriber' | 'delivery' | 'repository' | 'idempotency';
type Writes = 'organization' | 'subscriber' | 'delivery' | 'auditEvent' | 'idempotency';

export interface WebhookPorts {
  store: Pick<Store<Reads, Writes>, 'get' | 'load' | 'list' | 'listDue' | 'commit'>;
  outbound: Pick<Outbound, 'check' | 'isPrivateHost'>;
  subscriberSecrets: SecretEncrypter<SubscriberSecretContext>;
  ids: Ids;
}

interface WebhookRequest {
  url: string;
  events: string[];
  name?: string | undefined;
  filter?: EventFilter | undefined;
}

interface Named {
  caller: Caller;
  webhookId: string;
}

/** Makes a secret, which cannot be read later. */
const newSecret = async (
  { subscriberSecrets, ids }: Pick<WebhookPorts, 'subscriberSecrets' | 'ids'>,
  context: SubscriberSecretContext,
): Promise<{ secret: string; sealed: string }> => {
  const secret = formatSecret(ids.bytes(secretBytes));
  return { secret, sealed: await subscriberSecrets.encrypt(secret, context) };
};

/**
 * Creates a webhook, and shows its secret this once.
 * @throws Replay, or Problem webhook_url_invalid, repository_not_found or limit_reached.
 */
export const createWebhook = async (
  ports: WebhookPorts,
  {
    caller,
    request,
    idempotency,
  }: { caller: Caller; request: WebhookRequest; idempotency: IdempotentRequest | undefined },
  now: Date,
) => {
  const { store, outbound, ids } = ports;
  const { organizationId, personId } = caller;
  const { events, filter } = request;
  await replayStoredResponse(idempotency, store, now);
  requireRoom((await loadSubscribers(store, organizationId)).organization, 'webhooks');
  const url = await checkWebhookUrl(request.url, outbound);
  await requireRepositories(store, organizationId, { filter });
  const subscriberId = ids.uuid();
  const { secret, sealed } = await newSecret(ports, {
    organization: organizationId,
    subscriber: subscriberId,
  });
  const name = request.name ?? new URL(url).host.slice(0, 100);
  const createdAt = now.toISOString();
  const given = { organizationId, subscriberId, name, url, filter, createdAt, createdBy: personId };
  const webhook = rules.newWebhook({ ...given, types: [...new Set(events)], sealedSecret: sealed });
  const headers = { ETag: etagOf(webhook), Location: `/v1/webhooks/${subscriberId}` };
  const answer = { status: 201 as const, headers, body: webhookView(webhook, caller.plan, createdAt) };
  return retryOnConflict(limits.changeSubscribers, async () => {
    const loaded = await loadSubscribers(store, organizationId);
    await commitOrThrow(store, [
      // The stored answer has no secret.
      ...rememberAnswer(idempotency, answer, now),
      ...rules.createWebhook(caller, { ...loaded, webhook }),
    ]);
    return { ...answer, body: { ...answer.body, secret } };
  });
};

export interface WebhookChange {
  url?: string | undefined;
  events?: string[] | undefined;
  name?: string | undefined;
  filter?: EventFilter | null | undefined;
  enabled?: boolean | undefined;
}

/**
 * Changes a webhook. When it is enabled again, or moved to another URL, it restarts.
 * @throws Problem webhook_not_found, precondition_required, etag_mismatch, webhook_url_invalid or
 * repository_not_found.
 */
export const changeWebhook = async (
  { store, outbound }: Pick<WebhookPorts, 'store' | 'outbound'>,
  { caller, webhookId, ifMatch, change }: Named & { ifMatch: string | undefined; change: WebhookChange },
  now: Date,
) => {
  const { organizationId } = caller;
  requireIfMatch(ifMatch, etagOf(await loadWebhook(store, { organizationId, webhookId })), 'webhook');
  const { events, url: asked, filter, ...rest } = change;
  const url = asked === undefined ? undefined : await checkWebhookUrl(asked, outbound);
  await requireRepositories(store, organizationId, { filter: filter ?? undefined });
  const edit = { ...rest, url, filter, ...(events && { types: [...new Set(events)] }) };
  const at = now.toISOString();
  return retryOnConflict(limits.changeSubscribers, async () => {
    const loaded = await loadSubscribers(store, organizationId);
    const before = requireWebhook(findSubscriber(loaded, webhookId));
    requireIfMatch(ifMatch, etagOf(before), 'webhook');
    const mayRestart = change.enabled !== undefined || url !== undefined;
    const delayed = mayRestart ? await findDelayed(store, before, now) : [];
    const { webhook, changes } = rules.changeWebhook(caller, { ...loaded, before, delayed }, { edit, at });
    if (changes.length > 0) await commitOrThrow(store, changes);
    return {
      headers: { ETag: etagOf(webhook) },
      body: webhookView(webhook, caller.plan, at),
    };
  });
};

/** Removes a webhook. @throws Problem webhook_not_found */
export const removeWebhook = async (
  { store }: Pick<WebhookPorts, 'store'>,
  { caller, webhookId }: Named,
  now: Date,
): Promise<void> =>
  retryOnConflict(limits.changeSubscribers, async () => {
    const loaded = await loadSubscribers(store, caller.organizationId);
    const before = requireWebhook(findSubscriber(loaded, webhookId));
    await commitOrThrow(store, rules.removeWebhook(caller, { ...loaded, before }, now.toISOString()));
  });

/**
 * Gives a webhook another secret, and shows it this once. The old one also signs until the overlap ends.
 * @throws Replay, or Problem webhook_not_found, limit_reached or etag_mismatch.
 */
export const rotateWebhookSecret = async (
  ports: Pick<WebhookPorts, 'store' | 'subscriberSecrets' | 'ids'>,
  {
    caller,
    webhookId,
    overlapHours,
    idempotency,
  }: Named & { overlapHours: number; idempotency: IdempotentRequest | undefined },
  now: Date,
) => {
  const { store } = ports;
  const { organizationId } = caller;
  await replayStoredResponse(idempotency, store, now);
  const before = await loadWebhook(store, { organizationId, webhookId });
  const context = { organization: organizationId, subscriber: before.subscriberId };
  const { secret, sealed } = await newSecret(ports, context);
  const at = now.toISOString();
  const secrets = rotateSecrets(before, { sealed, overlapHours }, at);
  const { webhook, changes } = rules.rotateSecret(caller, { before, secrets }, { overlapHours, at });
  const answer = { status: 200 as const, body: webhookView(webhook, caller.plan, at) };
  await commitOrThrow(store, [...rememberAnswer(idempotency, answer, now), ...changes]);
  return { ...answer, body: { ...answer.body, secret } };
};
