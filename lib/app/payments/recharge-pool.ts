import { applyDueRenewals, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import {
  rechargeClaimChanges,
  claimRecharge,
  newRecharge,
  rechargeChange,
  recordRechargeDeclined,
  RechargeConflict,
} from '@scangate/domain/credits/auto-recharge-attempt';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { ProviderInvoice } from '@scangate/domain/payments/provider-objects';
import { Transient } from '@scangate/domain/problem';
import type { Instant, Recharge, RechargeAttempt } from '@scangate/domain/records';
import type { PoolName } from '@scangate/engines/model/scan-type';
import { failedConditionError } from '#ports/store.ts';
import { PaymentProviderRefused, type ChargeResult, type PaymentProvider } from '#ports/payment-provider.ts';
import { renewAccount } from '../billing/change-account.ts';
import { billingRefs, billingState } from '../billing/load-account.ts';
import { grantRecharge } from './grant-recharge.ts';
import type { PaymentPorts } from './apply-subscription.ts';

interface Loaded {
  state: BillingState;
  known: Recharge;
  customerId?: string;
}

const load = async (
  accountId: string,
  pool: PoolName,
  { store }: PaymentPorts,
  now: Instant,
): Promise<Loaded> => {
  const [account, core, sast, till, recharge] = await store.load(
    [
      ...billingRefs(accountId),
      { record: 'paymentAccount', id: { accountId } },
      { record: 'recharge', id: { accountId, pool } },
    ] as const,
    { consistent: true },
  );
  const stored = billingState(account, core, sast);
  const state = isUpToDate(stored, now) ? stored : await renewAccount(accountId, store, now);
  const known = recharge ?? newRecharge(accountId, pool, state.pools[pool].periodStartAt);
  return { state, known, ...(till?.customerId !== undefined && { customerId: till.customerId }) };
};

/** The invoice of an attempt: the one we know, the one that was made without our hearing of it, or a new one. */
const invoiceFor = async (
  { accountId }: Recharge,
  { attemptId, pack, invoiceId }: RechargeAttempt,
  customerId: string,
  till: PaymentProvider,
): Promise<ProviderInvoice> => {
  const known =
    invoiceId === undefined
      ? await till.findRechargeInvoice(customerId, attemptId)
      : await till.invoice(invoiceId);
  return known ?? till.draftPackInvoice(attemptId, { accountId, customerId, pack, attempt: attemptId });
};

const charge = async (
  invoice: ProviderInvoice,
  { attemptId }: RechargeAttempt,
  till: PaymentProvider,
): Promise<ChargeResult> => {
  const { invoiceId } = invoice;
  const final =
    invoice.status === 'draft' ? await till.finalizeInvoice(`${attemptId}:final`, invoiceId) : invoice;
  if (final.status === 'paid') return { outcome: 'paid' };
  if (final.status !== 'open') return { outcome: 'declined', code: final.status };
  return till.payInvoice(`${attemptId}:pay`, invoiceId);
};

/** Void, so that nobody pays later what is not given any more. @returns false when it was paid in the meantime. */
const withdraw = async (
  invoiceId: string,
  { attemptId }: RechargeAttempt,
  till: PaymentProvider,
): Promise<boolean> => {
  try {
    await till.voidInvoice(`${attemptId}:void`, invoiceId);
    return true;
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused)) throw error;
    return (await till.invoice(invoiceId))?.status !== 'paid';
  }
};

/** The invoice stands in the attempt before anything is charged on it. */
const remember = async (
  known: Recharge,
  attempt: RechargeAttempt,
  invoiceId: string,
  store: PaymentPorts['store'],
): Promise<void> => {
  if (attempt.invoiceId !== undefined) return;
  const refusal = await store.commit([
    rechargeChange(known, { ...known, attempt: { ...attempt, invoiceId } }),
  ]);
  if (refusal) throw new Transient('the recharge moved');
};

const attempts = 8;

/**
 * Books a decline from the account as it is by now: settings that were changed during the charge have ended the run
 * that it belonged to. @returns when to try again.
 */
const bookDecline = async (
  { accountId, pool }: Recharge,
  attempt: RechargeAttempt,
  code: string,
  ports: PaymentPorts,
  now: Instant,
): Promise<Instant | undefined> => {
  for (let tries = 0; tries < attempts; tries++) {
    const { state, known } = await load(accountId, pool, ports, now);
    if (known.attempt?.attemptId !== attempt.attemptId) return undefined;
    const { changes, nextAt } = recordRechargeDeclined(state, known, attempt, code, now);
    const refusal = await ports.store.commit(changes);
    const error = refusal && failedConditionError(refusal);
    if (!error) return nextAt;
    if (!(error instanceof RechargeConflict)) throw error;
  }
  throw new Transient('the recharge keeps changing');
};

/** Charges, and books how it ended. @returns when to try again, after a decline. */
const carryOut = async (
  { known, customerId = '' }: Pick<Loaded, 'known' | 'customerId'>,
  attempt: RechargeAttempt,
  ports: PaymentPorts,
  now: Date,
): Promise<Instant | undefined> => {
  const { store, paymentProvider: till } = ports;
  const invoice = await invoiceFor(known, attempt, customerId, till);
  const { invoiceId } = invoice;
  await remember(known, attempt, invoiceId, store);
  const charged = await charge(invoice, attempt, till);
  if (charged.outcome === 'declined' && (await withdraw(invoiceId, attempt, till)))
    return bookDecline(known, attempt, charged.code, ports, now.toISOString());
  const paid = await till.invoice(invoiceId);
  if (!paid) throw new Error('a paid invoice is not there');
  await grantRecharge(paid, store, now);
  return undefined;
};

/**
 * Charges a pack for a pool that wants one, and gives its credits, or takes it back where it is declined. Cut anywhere
 * and asked again, it goes on with the attempt that is under way; asked where nothing is wanted, it does nothing.
 * @returns when to ask again, while a run of failures goes on.
 */
export const rechargePool = async (
  accountId: string,
  pool: PoolName,
  ports: PaymentPorts,
  now: Date,
): Promise<Instant | undefined> => {
  const { store, paymentProvider: till } = ports;
  const at = now.toISOString();
  for (let tries = 0; tries < attempts; tries++) {
    const loaded = await load(accountId, pool, ports, at);
    const { known, customerId, state } = loaded;
    if (customerId === undefined) return undefined;
    if (known.attempt) return carryOut(loaded, known.attempt, ports, now);
    const customer = await till.customer(customerId);
    const claim = claimRecharge(applyDueRenewals(state, at).state, known, customer?.paymentMethodId, at);
    if (claim.outcome === 'not_now') return undefined;
    if (claim.outcome === 'later') return claim.at;
    const refusal = await store.commit(rechargeClaimChanges(state, known, claim.after));
    const error = refusal && failedConditionError(refusal);
    if (error && !(error instanceof RechargeConflict)) throw error;
    if (error) continue;
    const claimed = { ...loaded, known: { ...claim.after, version: known.version + 1 } };
    return carryOut(claimed, claim.attempt, ports, now);
  }
  throw new Transient('the pool keeps changing');
};
