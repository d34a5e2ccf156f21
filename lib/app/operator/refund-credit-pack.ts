import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import { addMs } from '@scangate/domain/instant';
import { paymentAccountChange, queueReconcile, requestMs } from '@scangate/domain/payments/payment-account';
import {
  isGrantOfPack,
  refundCause,
  refusalCause,
  takeRefundedCredits,
} from '@scangate/domain/payments/refund-credit-pack';
import { Problem } from '@scangate/domain/problem';
import type { LedgerEntry, PackRefund, PaymentAccount } from '@scangate/domain/records';
import { canonicalJson, sha256 } from '@scangate/engines/model/digest';
import type { PaidCharge } from '#ports/payment-provider.ts';
import type { Store } from '#ports/store.ts';
import { changeLoadedAccount } from '../billing/change-account.ts';
import { loadAccount } from '../billing/load-account.ts';
import { payPackRefund } from '../payments/pay-credit-pack-refund.ts';
import { loadPaymentAccount } from '../payments/payment-account.ts';
import type { PaymentPorts, PaymentStore } from '../payments/payment-ports.ts';
import { answerOnce, requireOwnAccount, withoutExpiry } from './run-operator-action.ts';

export interface PackRefundRequest {
  organizationId: string;
  /** Chosen by the operator; identifies the refund. */
  refundId: string;
  /** The cause of the ledger entry that granted the pack. */
  payment: string;
  motif: string;
}

export interface PackRefundPorts extends PaymentPorts {
  store: PaymentStore & Pick<Store<'organization' | 'idempotency', 'idempotency'>, 'get' | 'commit'>;
}

export interface PackRefundAnswer {
  pool: PoolName;
  /** The credits taken from the pool. */
  credits: number;
  available: number;
  /** The amount returned, in the smallest unit of the currency. */
  amount: number;
  currency: string;
}

interface RefundToMake extends PackRefundRequest {
  request: IdempotentRequest;
  now: Date;
}

/** @throws Problem not_found when the ledger has no paid pack with this cause. */
const findGrant = async ({ organizationId: accountId, payment }: RefundToMake, store: PaymentStore) => {
  const refs = poolNames.map((pool) => ({
    record: 'ledgerEntry' as const,
    id: { accountId, pool, cause: payment },
  }));
  const entries = await store.load(refs, { consistent: true });
  const grant = entries.find((entry) => entry !== undefined && isGrantOfPack(entry));
  if (grant && isGrantOfPack(grant)) return grant;
  throw new Problem('not_found', { detail: 'The ledger has no pack that was paid for under this cause.' });
};

interface Refundable {
  state: BillingState;
  paymentAccount: PaymentAccount;
}

/**
 * Loads the records on which the rule decides.
 * @throws Problem conflict when the payment was refunded before.
 */
const loadRefundable = async (
  { accountId, pool, cause }: LedgerEntry,
  store: PaymentStore,
): Promise<Refundable> => {
  const refs = [{ record: 'ledgerEntry', id: { accountId, pool, cause: refundCause(cause) } }] as const;
  const [earlier] = await store.load(refs, { consistent: true });
  if (earlier) throw new Problem('conflict', { detail: 'This pack was already refunded.' });
  const paymentAccount = await loadPaymentAccount(accountId, store);
  if (!paymentAccount) throw new Problem('not_found', { detail: 'The account never paid by card.' });
  return { paymentAccount, state: await loadAccount(accountId, store) };
};

/** Takes the credits, and stores the owed refund and the response, in one transaction. */
const takeCredits = async (
  given: RefundToMake,
  { grant, charge }: { grant: LedgerEntry; charge: PaidCharge },
  store: PackRefundPorts['store'],
): Promise<PackRefundAnswer> => {
  const { refundId, motif, request, now } = given;
  const at = now.toISOString();
  const taken: PackRefund[] = [];
  const answerOf = ({ pools }: BillingState): PackRefundAnswer => {
    const { pool } = grant;
    const { credits = 0, amount = 0 } = taken.at(-1) ?? {};
    return { pool, credits, available: pools[pool].available, amount, currency: charge.currency };
  };
  const owing = (paymentAccount: PaymentAccount): PaymentAccount => {
    const packRefunds = [...(paymentAccount.packRefunds ?? []), ...taken.slice(-1)];
    return queueReconcile({ ...paymentAccount, packRefunds }, addMs(at, requestMs));
  };
  const changed = await changeLoadedAccount(
    () => loadRefundable(grant, store),
    {
      rule: (state) => {
        const { outcome, refund } = takeRefundedCredits(state, { refundId, grant, charge, motif }, at);
        taken.push(refund);
        return outcome;
      },
      now: at,
      actor: { kind: 'operator' },
      also: (after, { paymentAccount }) => [
        ...rememberAnswer(request, { status: 200, body: answerOf(after) }, now).map(withoutExpiry),
        ...paymentAccountChange(grant.accountId, paymentAccount, owing(paymentAccount)),
      ],
    },
    store,
  );
  if (!changed) throw new Error('the account was not loaded');
  return answerOf(changed.state);
};

/**
 * Takes the credits, unless an earlier call with this id did.
 * @returns the response of the first call.
 */
const takeOnce = (
  given: RefundToMake,
  { store, paymentProvider }: PackRefundPorts,
): Promise<PackRefundAnswer> =>
  answerOnce(given.request, { store, now: given.now }, async () => {
    const grant = await findGrant(given, store);
    const charge = await paymentProvider.chargeOfInvoice(grant.invoiceId);
    if (!charge) throw new Problem('conflict', { detail: 'No card was charged for this pack.' });
    return await takeCredits(given, { grant, charge }, store);
  });

/**
 * Refunds a pack in one action: takes its unspent credits, then returns their share of its price. The owed refund is
 * stored together with the credits' ledger entry, so that a repeated call, or the reconcile job, finishes what was
 * interrupted (docs/adr/0010-payments.md).
 * @throws Problem conflict when nothing can be refunded, or the payment provider refuses; then the credits are
 * restored.
 */
export const refundCreditPack = async (
  request: PackRefundRequest,
  ports: PackRefundPorts,
  now: Date,
): Promise<PackRefundAnswer> => {
  const { organizationId, refundId, payment, motif } = request;
  const { store } = ports;
  await requireOwnAccount(organizationId, store);
  const bodyHash = sha256(canonicalJson({ payment, motif }));
  const idempotent = { organizationId, operation: 'refund-credit-pack', key: refundId, bodyHash };
  const answer = await takeOnce({ ...request, request: idempotent, now }, ports);
  const stored = await loadPaymentAccount(organizationId, store);
  const refund = stored?.packRefunds?.find((one) => one.refundId === refundId);
  if (refund) await payPackRefund({ accountId: organizationId, refund }, ports, now);
  const id = { accountId: organizationId, pool: answer.pool, cause: refusalCause(payment) };
  const [refused] = await store.load([{ record: 'ledgerEntry', id }], { consistent: true });
  if (!refused) return answer;
  const detail = `The payment provider refused the refund, and the credits are back: ${refused.motif}.`;
  throw new Problem('conflict', { detail });
};
