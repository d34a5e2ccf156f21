import { idempotencyRef, requireUnanswered, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Store } from '#ports/store.ts';

/** Looks whether the request was answered before. @throws Replay, or Problem idempotency_key_reused. */
export const replayIfAnswered = async (
  request: IdempotentRequest | undefined,
  store: Pick<Store<'idempotency'>, 'get'>,
  now: Date,
): Promise<void> => {
  if (!request) return;
  requireUnanswered(request, await store.get('idempotency', idempotencyRef(request).id), now.toISOString());
};
