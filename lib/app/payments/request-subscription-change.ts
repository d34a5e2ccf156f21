import {
  newPaymentAccount,
  paymentAccountChange,
  PaymentAccountConflict,
  requestChange,
} from '@scangate/domain/payments/payment-account';
import { isOrderPending } from '@scangate/domain/payments/next-reconcile-step';
import type { BillingState, BillingOutcome } from '@scangate/domain/accounts/billing-state';
import { Transient } from '@scangate/domain/problem';
import type { AuditEvent, PaymentAccount } from '@scangate/domain/records';
import { errorFields, log } from '#runtime/log.ts';
import { changeAccount } from '../billing/change-account.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';
import { loadPaymentAccount } from './payment-account.ts';
import type { PaymentPorts } from './apply-subscription.ts';

/** Who wants something, and what it is called: a name that no other want has. */
export interface ChangeRequest {
  accountId: string;
  changeRequestId: string;
  actor: AuditEvent['actor'];
  now: Date;
}

const attempts = 8;

/** What is ordered at the till; of the add-on one order at a time is under way, asked for again it is the same one. */
export type PendingOrder = Pick<PaymentAccount, 'licensesOrder' | 'addonOrder' | 'promotionId'>;

const ordered = (order: PendingOrder, known: PaymentAccount, now: string): PendingOrder =>
  order.addonOrder && isOrderPending(known.addonOrder, now)
    ? { ...order, addonOrder: known.addonOrder }
    : order;

/** With the account the row is written that makes the till agree: whatever is cut after it, the sweep goes on. */
const intend = async (
  { accountId, changeRequestId: intentId, actor, now }: ChangeRequest,
  rule: (state: BillingState) => BillingOutcome,
  { store }: PaymentPorts,
  order: PendingOrder | undefined,
): Promise<BillingState> => {
  const at = now.toISOString();
  for (let tries = 0; tries < attempts; tries++) {
    const known = await loadPaymentAccount(accountId, store);
    const isOrder = Object.values(order ?? {}).some((one) => one !== undefined);
    const base = known ?? (isOrder ? newPaymentAccount(accountId, intentId) : undefined);
    const also = () =>
      base
        ? paymentAccountChange(
            accountId,
            known,
            requestChange(base, ordered(order ?? {}, base, at), intentId, at),
          )
        : [];
    try {
      return await changeAccount(accountId, rule, store, at, actor, also);
    } catch (error) {
      if (!(error instanceof PaymentAccountConflict)) throw error;
    }
  }
  throw new Transient('the account keeps changing at the till');
};

/**
 * Changes what an account wants of its subscription, and makes the till agree. What takes effect at a renewal is decided
 * here, so it stands also when the till does not answer: the sweep tells it.
 * @param order what is to be had at the till; where that is paid at once, the till's answer is waited for.
 * @throws CardDeclined when the order could not be paid, TillRefused when it cannot be had.
 */
export const requestSubscriptionChange = async (
  wanted: ChangeRequest,
  rule: (state: BillingState) => BillingOutcome,
  ports: PaymentPorts,
  order?: PendingOrder,
): Promise<BillingState> => {
  const { accountId, now } = wanted;
  const state = await intend(wanted, rule, ports, order);
  const isWaitedFor = order?.licensesOrder !== undefined || order?.addonOrder !== undefined;
  try {
    await reconcileSubscription(accountId, ports, now);
  } catch (error) {
    if (isWaitedFor || !(error instanceof Transient)) throw error;
    log.warn('the till is to be told later', { accountId, ...errorFields(error) });
  }
  return state;
};
