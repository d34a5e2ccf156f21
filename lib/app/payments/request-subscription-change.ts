import type { BillingOutcome, BillingState } from '@scangate/domain/accounts/billing-state';
import { isOrderPending } from '@scangate/domain/payments/next-reconcile-step';
import {
  newPaymentAccount,
  paymentAccountChange,
  requestChange,
} from '@scangate/domain/payments/payment-account';
import { Transient } from '@scangate/domain/problem';
import type { AuditEvent, PaymentAccount } from '@scangate/domain/records';
import { errorFields } from '#ports/log.ts';
import { changeLoadedAccount } from '../billing/change-account.ts';
import { loadAccount } from '../billing/load-account.ts';
import { loadPaymentAccount } from './payment-account.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';

export interface ChangeRequest {
  accountId: string;
  /** Names this change and no other. */
  changeRequestId: string;
  actor: AuditEvent['actor'];
  now: Date;
}

/** Orders that the payment provider has yet to fulfill. */
export type PendingOrder = Pick<PaymentAccount, 'licensesOrder' | 'addonOrder' | 'promotionId'>;

export interface SubscriptionChange extends ChangeRequest {
  rule: (state: BillingState) => BillingOutcome;
  order?: PendingOrder | undefined;
}

/** An account has one add-on order at a time: a second one is the same order. */
const mergeOrder = (order: PendingOrder, stored: PaymentAccount, now: string): PendingOrder =>
  order.addonOrder && isOrderPending(stored.addonOrder, now)
    ? { ...order, addonOrder: stored.addonOrder }
    : order;

/** Writes the account and the request for the provider in one transaction, so that the sweep continues what is cut. */
const storeRequest = async (
  { accountId, changeRequestId, actor, now, rule, order = {} }: SubscriptionChange,
  { store }: PaymentPorts,
): Promise<BillingState> => {
  const at = now.toISOString();
  const isOrder = Object.values(order).some((one) => one !== undefined);
  const load = async () => {
    const paymentAccount = await loadPaymentAccount(accountId, store);
    return { paymentAccount, state: await loadAccount(accountId, store) };
  };
  const changed = await changeLoadedAccount(
    load,
    {
      rule,
      now: at,
      actor,
      also: (_state, { paymentAccount }) => {
        const base = paymentAccount ?? (isOrder ? newPaymentAccount(accountId, changeRequestId) : undefined);
        if (!base) return [];
        const after = requestChange(base, mergeOrder(order, base, at), { changeRequestId, now: at });
        return paymentAccountChange(accountId, paymentAccount, after);
      },
    },
    store,
  );
  if (!changed) throw new Error('the account was not loaded');
  return changed.state;
};

/**
 * Changes what an account requests of its subscription, and brings the provider in line. A change that takes effect at a
 * renewal stands even where the provider does not answer: the sweep sends it later. An order that is paid at once waits
 * for the provider's answer.
 * @throws CardDeclined when the order could not be paid, PaymentProviderRefused when the provider refuses it.
 */
export const requestSubscriptionChange = async (
  change: SubscriptionChange,
  ports: PaymentPorts,
): Promise<BillingState> => {
  const { accountId, order, now } = change;
  const state = await storeRequest(change, ports);
  const isAwaited = order?.licensesOrder !== undefined || order?.addonOrder !== undefined;
  try {
    await reconcileSubscription({ accountId }, ports, now);
  } catch (error) {
    if (isAwaited || !(error instanceof Transient)) throw error;
    ports.log.warn('the payment provider will be updated later', { accountId, ...errorFields(error) });
  }
  return state;
};
