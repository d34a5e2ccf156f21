import type { BillingOutcome, BillingState } from '@scangate/domain/accounts/billing-state';
import { isOrderPending } from '@scangate/domain/payments/next-reconcile-step';
import {
  newPaymentAccount,
  orderIds,
  paymentAccountChange,
  requestChange,
  type PendingOrder,
} from '@scangate/domain/payments/payment-account';
import { Problem, Transient } from '@scangate/domain/problem';
import type { AuditEvent, PaymentAccount } from '@scangate/domain/records';
import { errorFields } from '#ports/log.ts';
import { CardDeclined, PaymentProviderRefused } from '#ports/payment-provider.ts';
import { changeLoadedAccount } from '../billing/change-account.ts';
import { loadAccount } from '../billing/load-account.ts';
import { loadPaymentAccount } from './payment-account.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';

export interface ChangeRequest {
  accountId: string;
  /** Identifies this change and no other. */
  changeRequestId: string;
  actor: AuditEvent['actor'];
  now: Date;
}

export interface SubscriptionChange extends ChangeRequest {
  rule: (state: BillingState) => BillingOutcome;
  order?: PendingOrder | undefined;
}

/** An account has one add-on order at a time: a second one is the same order. */
const mergeOrder = (order: PendingOrder, stored: PaymentAccount, now: string): PendingOrder =>
  order.addonOrder && isOrderPending(stored.addonOrder, now)
    ? { ...order, addonOrder: stored.addonOrder }
    : order;

interface StoredRequest {
  state: BillingState;
  /** The ids of what was ordered. */
  orders: string[];
}

/**
 * Writes the account and the request for the provider in one transaction, so that the sweep continues after an
 * interruption.
 */
const storeRequest = async (
  { accountId, changeRequestId, actor, now, rule, order = {} }: SubscriptionChange,
  { store }: PaymentPorts,
): Promise<StoredRequest> => {
  const at = now.toISOString();
  const isOrder = Object.values(order).some((one) => one !== undefined);
  const load = async () => {
    const paymentAccount = await loadPaymentAccount(accountId, store);
    const base = paymentAccount ?? (isOrder ? newPaymentAccount(accountId, changeRequestId) : undefined);
    const ordered = base ? mergeOrder(order, base, at) : order;
    return { paymentAccount, base, ordered, state: await loadAccount(accountId, store) };
  };
  const changed = await changeLoadedAccount(
    load,
    {
      rule,
      now: at,
      actor,
      also: (_state, { paymentAccount, base, ordered }) =>
        base
          ? paymentAccountChange(
              accountId,
              paymentAccount,
              requestChange(base, ordered, { changeRequestId, now: at }),
            )
          : [],
    },
    store,
  );
  if (!changed) throw new Error('the account was not loaded');
  return { state: changed.state, orders: orderIds(changed.loaded.ordered) };
};

/** Throws the refusal of an order, whichever process received it. */
const throwRefusal = async (accountId: string, orders: readonly string[], { store }: PaymentPorts) => {
  if (orders.length === 0) return;
  const { refusedOrders = [] } = (await loadPaymentAccount(accountId, store)) ?? {};
  const refused = refusedOrders.find(({ order }) => orders.includes(order));
  if (!refused) return;
  const { code, isDeclined } = refused;
  throw isDeclined
    ? new CardDeclined(code)
    : new PaymentProviderRefused(code, 'the payment provider refused the order');
};

/**
 * Changes what an account requests of its subscription, and reconciles the provider with it. Once the request is
 * stored, only the refusal of its own order is a refusal. A change that takes effect at a renewal stays in force
 * even if the provider does not respond, or refuses a step for now: the sweep repeats it. An order that is paid at
 * once waits for the response.
 * @throws CardDeclined when the order could not be paid, PaymentProviderRefused when the provider refuses it.
 */
export const requestSubscriptionChange = async (
  change: SubscriptionChange,
  ports: PaymentPorts,
): Promise<BillingState> => {
  const { accountId, order, now } = change;
  const { state, orders } = await storeRequest(change, ports);
  const isAwaited = order?.licensesOrder !== undefined || order?.addonOrder !== undefined;
  try {
    await reconcileSubscription({ accountId }, ports, now);
  } catch (error) {
    if (!(error instanceof Transient || error instanceof Problem)) throw error;
    await throwRefusal(accountId, orders, ports);
    if (isAwaited) throw new Transient('the order is stored and not paid yet', { cause: error });
    ports.log.warn('the payment provider will be updated later', { accountId, ...errorFields(error) });
    return state;
  }
  await throwRefusal(accountId, orders, ports);
  return state;
};
