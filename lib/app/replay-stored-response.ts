import { idempotencyRef, requireUnanswered, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Store } from '#ports/store.ts';

/**
 * Throws the stored response when a request with this Idempotency-Key was answered before. Does nothing without a
 * key.
 * @throws Replay, or Problem idempotency_key_reused for another body.
 */
export const replayStoredResponse = async (
  request: IdempotentRequest | undefined,
  store: Pick<Store<'idempotency'>, 'get'>,
  now: Date,
): Promise<void> => {
  if (!request) return;
  requireUnanswered(request, await store.get('idempotency', idempotencyRef(request).id), now.toISOString());
};
