import { actorOf } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import { rememberAnswer, type Answer, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import { derivedId } from '@scangate/engines/model/digest';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { replayStoredResponse } from '#app/replay-stored-response.ts';
import type { ChangeRequest } from '../request-subscription-change.ts';

/** The part of an API request that a purchase needs. */
export interface PurchaseRequest {
  caller: Caller;
  idempotency: IdempotentRequest | undefined;
  ids: Ids;
  now: Date;
}

/** The same request sent again, by its Idempotency-Key, is the same order at the payment provider. */
const orderIdOf = ({ idempotency, ids }: PurchaseRequest): string => {
  if (!idempotency) return ids.uuid();
  const { organizationId, operation, key, bodyHash } = idempotency;
  return derivedId('order', organizationId, operation, key, bodyHash);
};

/** Identifies the account, the actor and the time of a change request. */
export const changeRequestOf = (
  { caller, now }: Pick<PurchaseRequest, 'caller' | 'now'>,
  changeRequestId: string,
): ChangeRequest => ({
  accountId: caller.billingAccountId,
  changeRequestId,
  actor: actorOf(caller),
  now,
});

/**
 * Responds to a request that spends money, or leads to a page that does. The payment provider takes no part in
 * transactions, so the response is stored after the purchase: a request that is repeated after a failure in between
 * gets the same purchase again.
 * @param purchase calls the payment provider with the given order id; its changes are written with the response.
 */
export const purchaseOnce = async <A extends Answer>(
  request: PurchaseRequest,
  store: Pick<Store<'idempotency' | 'auditEvent'>, 'get' | 'commit'>,
  purchase: (orderId: string) => Promise<{ answer: A; changes?: Change<'auditEvent'>[] }>,
): Promise<A> => {
  const { idempotency, now } = request;
  await replayStoredResponse(idempotency, store, now);
  const { answer, changes = [] } = await purchase(orderIdOf(request));
  const written = [...rememberAnswer(idempotency, answer, now), ...changes];
  if (written.length > 0) await commitOrThrow(store, written);
  return answer;
};
