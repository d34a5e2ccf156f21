import { idempotencyRef, refuseReplay, type IdempotentRequest } from '../domain/idempotency.ts';
import type { Store } from '../ports/store.ts';

/** Looks whether the request was answered before. @throws Replay, or Problem idempotency_key_reused. */
export const refuseAnswered = async (
  request: IdempotentRequest | undefined,
  store: Pick<Store<'idempotency'>, 'get'>,
  now: Date,
): Promise<void> => {
  if (!request) return;
  refuseReplay(request, await store.get('idempotency', idempotencyRef(request).id), now.toISOString());
};
