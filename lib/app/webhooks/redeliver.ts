import { replayDelivery, replaySince } from '@scangate/domain/delivery/requeue-delivery';
import { invalidField } from '@scangate/domain/invalid-field';
import { eventKeptDays } from '@scangate/domain/events/event-records';
import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import { addMs, dayMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { Instant } from '@scangate/domain/records';
import { subscriberAuditEvent } from '@scangate/domain/event-subscribers/subscriber-changes';
import type { Webhook } from '@scangate/domain/webhooks/webhook-view';
import type { DeliveryStarter } from '#ports/events/delivery-starter.ts';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { replayStoredResponse } from '../replay-stored-response.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadWebhook } from './load-webhook.ts';

type Reads = 'subscriber' | 'delivery' | 'idempotency';
type Writes = 'subscriber' | 'delivery' | 'auditEvent' | 'idempotency';

interface RedeliverPorts {
  store: Pick<Store<Reads, Writes>, 'get' | 'commit'>;
  deliveries: DeliveryStarter;
  ids: Ids;
}

/** One delivery, or everything since an instant. */
type Selection = { sequence: number } | { since: Instant };

interface RedeliverRequest {
  caller: Caller;
  webhookId: string;
  selection: Selection;
  idempotency: IdempotentRequest | undefined;
}

const requireKept = (since: Instant, now: Date): Instant => {
  const instant = new Date(since).toISOString();
  if (instant >= addMs(now, -eventKeptDays * dayMs)) return instant;
  throw invalidField('/since', `Events are kept for ${eventKeptDays} days.`);
};

/** @throws Problem delivery_not_found */
const replayOf = async (
  store: RedeliverPorts['store'],
  webhook: Webhook,
  { selection, now }: { selection: Selection; now: Date },
) => {
  const at = now.toISOString();
  if ('since' in selection) return [replaySince(webhook, selection.since, at)];
  const { organizationId, subscriberId } = webhook;
  const id = { organizationId, subscriberId, sequence: selection.sequence };
  const delivery = await store.get('delivery', id, { consistent: true });
  if (!delivery || delivery.expiresAt <= at) throw new Problem('delivery_not_found');
  return replayDelivery(webhook, delivery, at);
};

/**
 * Delivers events again that a webhook missed: ids, numbers and bodies stay the same.
 * @throws Replay, or Problem webhook_not_found, delivery_not_found, validation_failed, or conflict for a disabled
 * webhook.
 */
export const redeliver = async (
  { store, deliveries, ids }: RedeliverPorts,
  { caller, webhookId, selection: asked, idempotency }: RedeliverRequest,
  now: Date,
) => {
  const { organizationId, billingAccountId } = caller;
  await replayStoredResponse(idempotency, store, now);
  const selection = 'since' in asked ? { since: requireKept(asked.since, now) } : asked;
  const answer = { status: 202 as const, body: selection };
  const subscriberId = await retryOnConflict(limits.changeSubscribers, async () => {
    const webhook = await loadWebhook(store, { organizationId, webhookId });
    if (webhook.disabled)
      throw new Problem('conflict', { detail: 'The webhook is disabled. Enable it first.' });
    await commitOrThrow(store, [
      ...rememberAnswer(idempotency, answer, now),
      ...(await replayOf(store, webhook, { selection, now })),
      subscriberAuditEvent(caller, webhook, {
        noun: 'webhook',
        action: 'webhook.redelivered',
        at: now.toISOString(),
        after: selection,
        cause: `${webhook.subscriberId}#${ids.uuid()}`,
      }),
    ]);
    return webhook.subscriberId;
  });
  await deliveries.start([{ organizationId, subscriberId, billingAccountId }]);
  return answer;
};
