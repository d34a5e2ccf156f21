import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { applyDueChanges, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { mayBeCharged, type Payer } from '@scangate/domain/payments/payer';
import {
  claimRecharge,
  endUncharged,
  invoiceToCharge,
  invoiceToVoid,
  rechargeClaimChanges,
  recordRechargeDeclined,
} from '@scangate/domain/credits/auto-recharge/recharge-attempt';
import { newRecharge } from '@scangate/domain/credits/auto-recharge/recharge-record';
import type { ProviderInvoice } from '@scangate/domain/payments/provider-objects';
import type { Instant, Recharge, RechargeAttempt } from '@scangate/domain/records';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import { PaymentProviderRefused, type ChargeResult, type PaymentProvider } from '#ports/payment-provider.ts';
import { commitOrThrow } from '#ports/store.ts';
import { renewAccount } from '../billing/change-account.ts';
import { billingState, changedRefs } from '../billing/load-account.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { grantRecharge } from './grant-recharge.ts';
import type { PaymentPorts } from '../payments/payment-ports.ts';

export interface PoolRef {
  accountId: string;
  pool: PoolName;
}

interface LoadedRecharge {
  state: BillingState;
  payer: Payer;
  recharge: Recharge;
  customerId?: string;
}

const loadRecharge = async (
  { accountId, pool }: PoolRef,
  { store }: PaymentPorts,
  now: Instant,
): Promise<LoadedRecharge> => {
  const refs = [
    ...changedRefs(accountId),
    { record: 'paymentAccount', id: { accountId } },
    { record: 'recharge', id: { accountId, pool } },
  ] as const;
  const [account, core, sast, payer, paymentAccount, stored] = await store.load(refs, { consistent: true });
  const billing = billingState(account, core, sast, payer);
  const state = isUpToDate(billing, now) ? billing : await renewAccount(accountId, store, now);
  const recharge = stored ?? newRecharge(accountId, pool, state.pools[pool].periodStartAt);
  const customerId = paymentAccount?.customerId;
  return { state, payer, recharge, ...(customerId !== undefined && { customerId }) };
};

/** An open attempt, with what it needs at the payment provider. */
interface OpenAttempt {
  recharge: Recharge;
  attempt: RechargeAttempt;
  customerId: string;
}

/** Returns the first invoice of an attempt: one whose response was lost, or a new one. */
const draftInvoice = async (
  { recharge: { accountId }, attempt: { attemptId, pack }, customerId }: OpenAttempt,
  paymentProvider: PaymentProvider,
): Promise<ProviderInvoice> => {
  const found = await paymentProvider.findRechargeInvoice(customerId, attemptId);
  const order = { accountId, customerId, pack, attempt: attemptId };
  return found ?? paymentProvider.draftPackInvoice(attemptId, order);
};

/** Returns the invoice of an attempt; undefined when the recorded one was a draft that was refused and deleted. */
const invoiceFor = async (
  open: OpenAttempt,
  paymentProvider: PaymentProvider,
): Promise<ProviderInvoice | undefined> => {
  const { invoiceId } = open.attempt;
  return invoiceId === undefined ? draftInvoice(open, paymentProvider) : paymentProvider.invoice(invoiceId);
};

/** An invoice that cannot be finalized, for example without the address that taxes need, counts as declined. */
const finalize = async (
  invoiceId: string,
  { attemptId }: RechargeAttempt,
  paymentProvider: PaymentProvider,
): Promise<ProviderInvoice | { refused: string }> => {
  try {
    return await paymentProvider.finalizeInvoice(`${attemptId}:final`, invoiceId);
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused) || error.isOfKey) throw error;
    return { refused: error.code };
  }
};

const charge = async (
  invoice: ProviderInvoice,
  attempt: RechargeAttempt,
  paymentProvider: PaymentProvider,
): Promise<ChargeResult> => {
  const { invoiceId } = invoice;
  const finalized =
    invoice.status === 'draft' ? await finalize(invoiceId, attempt, paymentProvider) : invoice;
  if ('refused' in finalized) return { outcome: 'declined', code: finalized.refused };
  if (finalized.status === 'paid') return { outcome: 'paid' };
  if (finalized.status !== 'open') return { outcome: 'declined', code: finalized.status };
  return paymentProvider.payInvoice(`${attempt.attemptId}:pay`, invoiceId);
};

/**
 * Voids the invoice, so that credits that are not granted cannot be paid for later.
 * @returns false when it was paid.
 */
const voidInvoice = async (
  invoiceId: string,
  { attemptId }: RechargeAttempt,
  paymentProvider: PaymentProvider,
): Promise<boolean> => {
  try {
    await paymentProvider.voidInvoice(`${attemptId}:void`, invoiceId);
    return true;
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused)) throw error;
    return (await paymentProvider.invoice(invoiceId))?.status !== 'paid';
  }
};

/** Stores the invoice in the attempt before anything is charged on it, or before it is voided. */
const recordInvoice = async (
  open: OpenAttempt,
  { invoiceId, changes }: { invoiceId: string; changes: typeof invoiceToCharge | typeof invoiceToVoid },
  { store }: PaymentPorts,
): Promise<OpenAttempt> => {
  if (open.attempt.invoiceId !== undefined) return open;
  const attempt = { ...open.attempt, invoiceId };
  await commitOrThrow(store, changes(open.recharge, attempt));
  return { ...open, attempt, recharge: { ...open.recharge, attempt, version: open.recharge.version + 1 } };
};

const grantPaid = async (
  invoiceId: string,
  { store, paymentProvider }: PaymentPorts,
  now: Date,
): Promise<void> => {
  const paid = await paymentProvider.invoice(invoiceId);
  if (!paid) throw new Error('a paid invoice is missing at the payment provider');
  await grantRecharge(paid, store, now);
};

/** Ends an attempt of a closing organization without a charge; one that was charged before is granted. */
const abandonAttempt = async (open: OpenAttempt, ports: PaymentPorts, now: Date): Promise<void> => {
  const { store, paymentProvider } = ports;
  // Another process may be about to draft the invoice; its key is the same, so that the one that is voided is the only one.
  const invoiceId = open.attempt.invoiceId ?? (await draftInvoice(open, paymentProvider)).invoiceId;
  const { recharge, attempt } = await recordInvoice(open, { invoiceId, changes: invoiceToVoid }, ports);
  if (await voidInvoice(invoiceId, attempt, paymentProvider))
    await commitOrThrow(store, endUncharged(recharge, attempt));
  else await grantPaid(invoiceId, ports, now);
};

/**
 * Records a decline. It is decided on the current account: settings that changed during the charge ended the streak
 * of failures to which the attempt belonged.
 * @returns when to try again.
 */
const recordDecline = (
  { recharge: { accountId, pool }, attempt, code }: OpenAttempt & { code: string },
  ports: PaymentPorts,
  now: Instant,
): Promise<Instant | undefined> =>
  retryOnConflict(limits.recordDecline, async () => {
    const { state, recharge } = await loadRecharge({ accountId, pool }, ports, now);
    if (recharge.attempt?.attemptId !== attempt.attemptId) return undefined;
    const { changes, nextAt } = recordRechargeDeclined(state, { recharge, attempt, code }, now);
    await commitOrThrow(ports.store, changes);
    return nextAt;
  });

/** Charges an attempt and records its outcome. @returns when to try again, after a decline. */
const completeAttempt = async (
  open: OpenAttempt,
  ports: PaymentPorts,
  now: Date,
): Promise<Instant | undefined> => {
  const { paymentProvider } = ports;
  const { attempt } = open;
  const invoice = await invoiceFor(open, paymentProvider);
  if (!invoice) return recordDecline({ ...open, code: 'refused' }, ports, now.toISOString());
  const { invoiceId } = invoice;
  await recordInvoice(open, { invoiceId, changes: invoiceToCharge }, ports);
  const result = await charge(invoice, attempt, paymentProvider);
  if (result.outcome === 'declined' && (await voidInvoice(invoiceId, attempt, paymentProvider)))
    return recordDecline({ ...open, code: result.code }, ports, now.toISOString());
  await grantPaid(invoiceId, ports, now);
  return undefined;
};

/** Continues an attempt that is in progress. @returns when to try again, after a decline. */
const continueAttempt = async (
  open: OpenAttempt,
  payer: Payer,
  { ports, now }: { ports: PaymentPorts; now: Date },
): Promise<Instant | undefined> => {
  if (mayBeCharged(payer)) return completeAttempt(open, ports, now);
  await abandonAttempt(open, ports, now);
  return undefined;
};

/**
 * Recharges a pool that is low: charges a pack and grants its credits, or voids the invoice if the charge is
 * declined. A repeated run continues an open attempt; without a reason to recharge it does nothing. Nothing is charged
 * while the organization is closing (docs/adr/0011-auto-recharge.md).
 * @returns when to run again, while a streak of failures continues.
 */
export const rechargePool = (ref: PoolRef, ports: PaymentPorts, now: Date): Promise<Instant | undefined> => {
  const at = now.toISOString();
  return retryOnConflict(limits.rechargePool, async () => {
    const { recharge, customerId, state, payer } = await loadRecharge(ref, ports, at);
    if (customerId === undefined) return undefined;
    if (recharge.attempt)
      return continueAttempt({ recharge, attempt: recharge.attempt, customerId }, payer, { ports, now });
    const customer = await ports.paymentProvider.customer(customerId);
    const current = applyDueChanges(state, at).state;
    const facts = { recharge, payer, paymentMethodId: customer?.paymentMethodId };
    const claim = claimRecharge(current, facts, at);
    if (claim.outcome === 'not_now') return undefined;
    if (claim.outcome === 'later') return claim.at;
    await commitOrThrow(ports.store, rechargeClaimChanges(state, recharge, claim.after));
    const claimed = { ...claim.after, version: recharge.version + 1 };
    return completeAttempt({ recharge: claimed, attempt: claim.attempt, customerId }, ports, now);
  });
};
