import type { BillingOutcome, BillingState } from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/record-changes';
import {
  idempotencyRef,
  rememberAnswer,
  Replay,
  requireUnanswered,
  type IdempotentRequest,
} from '@scangate/domain/idempotency';
import { Problem } from '@scangate/domain/problem';
import { canonicalJson, sha256 } from '@scangate/engines/model/digest';
import type { Store, StoreReader } from '#ports/store.ts';
import { changeAccount } from '../billing/change-account.ts';

/** An operator's action on an account. */
export interface OperatorAction<A extends object> {
  operation: 'adjust-credits' | 'apply-operator-change';
  organizationId: string;
  /** Chosen by the operator; identifies the action. */
  actId: string;
  /** Other content under the same id is refused. */
  content: object;
  rule: (state: BillingState) => BillingOutcome;
  answerOf: (state: BillingState) => A;
  now: Date;
}

type Written = 'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail' | 'idempotency';
type OperatedStore = Pick<Store<Written | 'organization', Written>, 'get' | 'load' | 'commit'>;

export interface OperatorPorts {
  store: OperatedStore;
}

/** @throws Problem not_found, or managed_by_parent when the account of another organization pays. */
export const requireOwnAccount = async (
  organizationId: string,
  store: Pick<StoreReader<'organization'>, 'get'>,
): Promise<void> => {
  const organization = await store.get('organization', { organizationId });
  if (!organization) throw new Problem('not_found', { detail: 'There is no such organization.' });
  const { billingAccountId } = organization;
  if (billingAccountId !== organizationId)
    throw new Problem('managed_by_parent', { detail: `The account of ${billingAccountId} pays for it.` });
};

/** Keeps the response to an operator forever, unlike a client's: an operator may repeat an action after weeks. */
export const withoutExpiry = (change: Change<'idempotency'>): Change<'idempotency'> =>
  change.change === 'insert'
    ? { ...change, item: { ...change.item, expiresAt: '9999-12-31T00:00:00.000Z' } }
    : change;

/**
 * @throws Replay with the response of an earlier call, or Problem idempotency_key_reused when it was another action.
 */
const requireUnansweredAction = async (
  request: IdempotentRequest,
  store: Pick<StoreReader<'idempotency'>, 'get'>,
  now: Date,
): Promise<void> => {
  const { record, id } = idempotencyRef(request);
  requireUnanswered(request, await store.get(record, id, { consistent: true }), now.toISOString());
};

/**
 * Does an action once.
 * @returns its response, or that of an earlier call.
 */
export const answerOnce = async <A extends object>(
  request: IdempotentRequest,
  { store, now }: { store: Pick<StoreReader<'idempotency'>, 'get'>; now: Date },
  run: () => Promise<A>,
): Promise<A> => {
  const requireFirst = () => requireUnansweredAction(request, store, now);
  try {
    await requireFirst();
    try {
      return await run();
    } catch (error) {
      // A concurrent call of the same action may have left a state in which this one is refused.
      await requireFirst();
      throw error;
    }
  } catch (error) {
    if (error instanceof Replay) return error.answer.body as A;
    throw error;
  }
};

/**
 * Changes an account by an operator's action. The change, its audit event and the stored response are one
 * transaction, so that a repeated action returns the first response and changes nothing.
 * @throws Problem idempotency_key_reused when the id was used for another action.
 */
export const runOperatorAction = async <A extends object>(
  { operation, organizationId, actId, content, rule, answerOf, now }: OperatorAction<A>,
  { store }: OperatorPorts,
): Promise<A> => {
  await requireOwnAccount(organizationId, store);
  const bodyHash = sha256(canonicalJson(content));
  const request: IdempotentRequest = { organizationId, operation, key: actId, bodyHash };
  const at = now.toISOString();
  const also = (state: BillingState) =>
    rememberAnswer(request, { status: 200, body: answerOf(state) }, now).map(withoutExpiry);
  const change = { rule, now: at, actor: { kind: 'operator' } as const, also };
  return await answerOnce(request, { store, now }, async () =>
    answerOf(await changeAccount(organizationId, change, store)),
  );
};
