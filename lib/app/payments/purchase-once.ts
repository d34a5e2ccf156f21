import { actorOf } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/change';
import { derivedId } from '@scangate/engines/model/digest';
import { rememberAnswer, type Answer } from '@scangate/domain/idempotency';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { replayIfAnswered } from '../replay-if-answered.ts';
import type { Request } from '#runtime/serve.ts';
import type { ChangeRequest } from './request-subscription-change.ts';

type Asked = Pick<Request, 'caller' | 'idempotency' | 'ids' | 'now'>;

/** What an order is called at the till: the same request sent again, by its Idempotency-Key, is the same order. */
const orderIdOf = ({ idempotency, ids }: Asked): string => {
  if (!idempotency) return ids.uuid();
  const { organizationId, operation, key, bodyHash } = idempotency;
  return derivedId('order', organizationId, operation, key, bodyHash);
};

/** Who wants something of a subscription. */
export const changeRequestOf = ({ caller, now }: Asked, intentId: string): ChangeRequest => ({
  accountId: caller.billingAccountId,
  changeRequestId: intentId,
  actor: actorOf(caller),
  now,
});

/**
 * Answers a request that spends money, or opens the way to it. The till is outside of any transaction, so that the
 * answer can only be kept after it was asked: whoever was cut before and repeats the request gets the same of it.
 * @param run what is asked of the till, under this name; the changes are written with the answer.
 */
export const purchaseOnce = async <A extends Answer>(
  request: Asked,
  store: Pick<Store<'idempotency' | 'auditEvent'>, 'get' | 'commit'>,
  run: (orderId: string) => Promise<{ answer: A; changes?: Change<'auditEvent'>[] }>,
): Promise<A> => {
  const { idempotency, now } = request;
  await replayIfAnswered(idempotency, store, now);
  const { answer, changes = [] } = await run(orderIdOf(request));
  const written = [...rememberAnswer(idempotency, answer, now), ...changes];
  if (written.length > 0) await commitOrThrow(store, written);
  return answer;
};
