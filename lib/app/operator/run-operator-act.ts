import type { BillingState, BillingOutcome } from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/change';
import { canonicalJson, sha256 } from '@scangate/engines/model/digest';
import {
  idempotencyRef,
  requireUnanswered,
  rememberAnswer,
  Replay,
  type IdempotentRequest,
} from '@scangate/domain/idempotency';
import { Problem } from '@scangate/domain/problem';
import type { Store } from '#ports/store.ts';
import { changeAccount } from '../billing/change-account.ts';

/** An operator's act on an account; `actId` was chosen by the operator and names it once. */
export interface OperatorAct {
  operation: 'adjust-credits' | 'apply-billing-event';
  organizationId: string;
  actId: string;
  /** What is to be done; another one under the same id is refused. */
  content: object;
}

type Written = 'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'idempotency';
type OperatedStore = Pick<Store<Written | 'organization', Written>, 'get' | 'load' | 'commit'>;

/** What both functions and the local control plane have. */
export interface OperatorPorts {
  store: OperatedStore;
}

/** @throws Problem not_found, or managed_by_parent where another's account pays. */
const requireOwnAccount = async (organizationId: string, store: OperatedStore): Promise<void> => {
  const organization = await store.get('organization', { organizationId });
  if (!organization) throw new Problem('not_found', { detail: 'There is no such organization.' });
  const { billingAccountId } = organization;
  if (billingAccountId !== organizationId)
    throw new Problem('managed_by_parent', { detail: `Its account is that of ${billingAccountId}.` });
};

/** Unlike a client's answer, kept for good: an operator may ask again after weeks. */
const forGood = (change: Change<'idempotency'>): Change<'idempotency'> =>
  change.change === 'insert'
    ? { ...change, item: { ...change.item, expiresAt: '9999-12-31T00:00:00.000Z' } }
    : change;

/**
 * Changes an account by an operator's act: the change, its audit event and the memory of its answer in one transaction.
 * The same act again answers what the first one did, and changes nothing.
 * @throws Problem idempotency_key_reused when its id was used for another act.
 */
export const runOperatorAct = async <A extends object>(
  { operation, organizationId, actId, content }: OperatorAct,
  rule: (state: BillingState) => BillingOutcome,
  answerOf: (state: BillingState) => A,
  store: OperatedStore,
  now: Date,
): Promise<A> => {
  await requireOwnAccount(organizationId, store);
  const bodyHash = sha256(canonicalJson(content));
  const request: IdempotentRequest = { organizationId, operation, key: actId, bodyHash };
  const at = now.toISOString();
  const refuseRepeat = async (): Promise<void> => {
    const { record, id } = idempotencyRef(request);
    requireUnanswered(request, await store.get(record, id, { consistent: true }), at);
  };
  const remember = (state: BillingState) =>
    rememberAnswer(request, { status: 200, body: answerOf(state) }, now).map(forGood);
  try {
    await refuseRepeat();
    const operator = { kind: 'operator' } as const;
    // The same act at the same time: the state that it left may refuse it, before its memory does.
    const state = await changeAccount(organizationId, rule, store, at, operator, remember).catch(
      async (error: unknown) => {
        await refuseRepeat();
        throw error;
      },
    );
    return answerOf(state);
  } catch (error) {
    if (error instanceof Replay) return error.answer.body as A;
    throw error;
  }
};
