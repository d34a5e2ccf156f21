import { webhookTested } from '@scangate/domain/events/emit/webhook';
import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import { subscriberAuditEvent } from '@scangate/domain/event-subscribers/subscriber-changes';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { replayStoredResponse } from '../replay-stored-response.ts';
import { loadWebhook } from './load-webhook.ts';

interface TestPorts {
  store: Pick<
    Store<'subscriber' | 'idempotency', 'storedEvent' | 'auditEvent' | 'idempotency'>,
    'get' | 'commit'
  >;
  ids: Ids;
}

interface TestRequest {
  caller: Caller;
  webhookId: string;
  idempotency: IdempotentRequest | undefined;
}

/**
 * Sends a test event to a webhook, whatever types it listens to.
 * @throws Replay, or Problem webhook_not_found, or conflict for a disabled one.
 */
export const testWebhook = async (
  { store, ids }: TestPorts,
  { caller, webhookId, idempotency }: TestRequest,
  now: Date,
) => {
  const { organizationId, personId } = caller;
  await replayStoredResponse(idempotency, store, now);
  const webhook = await loadWebhook(store, { organizationId, webhookId });
  if (webhook.disabled)
    throw new Problem('conflict', { detail: 'The webhook is disabled. Enable it first.' });
  const [at, cause] = [now.toISOString(), ids.uuid()];
  const told = webhookTested({ organizationId }, webhook, { requestedBy: personId, cause, at });
  const [event] = told.flatMap((change) => (change.change === 'insert' ? [change.item.eventId] : []));
  if (event === undefined) throw new Error('a test event is told whoever listens');
  const answer = { status: 202 as const, body: { eventId: event } };
  await commitOrThrow(store, [
    ...rememberAnswer(idempotency, answer, now),
    ...told,
    subscriberAuditEvent(caller, webhook, {
      noun: 'webhook',
      action: 'webhook.tested',
      at,
      after: { eventId: event },
      cause: `${webhook.subscriberId}#${cause}`,
    }),
  ]);
  return answer;
};
