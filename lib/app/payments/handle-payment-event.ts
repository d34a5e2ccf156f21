import { applyDueRenewals } from '@scangate/domain/accounts/time-driven-changes';
import { isRechargeDue } from '@scangate/domain/credits/auto-recharge-attempt';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import { CardDeclined, PaymentProviderRefused, type PaymentEvent } from '#ports/payment-provider.ts';
import { errorFields, log } from '#runtime/log.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';
import { belongsToThisDeployment } from './payment-account.ts';
import { recordRefunds } from './record-refunds.ts';
import { applyCheckout } from './apply-checkout.ts';
import { applyPaymentMethod } from './apply-payment-method.ts';
import { grantRecharge } from './grant-recharge.ts';
import { applySubscription, type SyncedAccount, type PaymentPorts } from './apply-subscription.ts';

export interface PaymentEventPorts extends PaymentPorts {
  recharge: RechargeStarter;
}

/** What a message led to, for the log. */
export interface HandledEvent extends Pick<PaymentEvent, 'eventId' | 'type' | 'object'> {
  accountId?: string;
}

const settleInvoice = async (
  invoiceId: string,
  ports: PaymentPorts,
  now: Date,
): Promise<SyncedAccount | undefined> => {
  const invoice = await ports.paymentProvider.invoice(invoiceId);
  if (!invoice) return undefined;
  if (invoice.subscriptionId !== undefined) return applySubscription(invoice.subscriptionId, ports, now);
  const { accountId } = invoice;
  if (accountId === undefined || !(await belongsToThisDeployment(accountId, ports.store))) return undefined;
  await grantRecharge(invoice, ports.store, now);
  return { accountId };
};

/** Pools that wait for a way to pay are tried again. What is not started now is found by the hourly sweep. */
const restartRecharges = async (
  stored: BillingState,
  cause: string,
  recharge: RechargeStarter,
  now: Date,
): Promise<void> => {
  const at = now.toISOString();
  const { state } = applyDueRenewals(stored, at);
  const { accountId } = state.account;
  const waiting = poolNames.filter((pool) => isRechargeDue(state, pool, state.pools[pool].available, at));
  await Promise.all(
    waiting.map((pool) =>
      recharge.start({ accountId, pool }, cause).catch((error: unknown) => {
        log.warn('a recharge was not started; the sweep will', { accountId, pool, ...errorFields(error) });
      }),
    ),
  );
};

const settle = async (
  { object, objectId, eventId }: PaymentEvent,
  ports: PaymentEventPorts,
  now: Date,
): Promise<SyncedAccount | undefined> => {
  switch (object) {
    case 'subscription':
      return applySubscription(objectId, ports, now);
    case 'checkout':
      return applyCheckout(objectId, ports, now);
    case 'invoice':
      return settleInvoice(objectId, ports, now);
    case 'customer': {
      const state = await applyPaymentMethod(objectId, ports, now);
      if (state) await restartRecharges(state, eventId, ports.recharge, now);
      return state && { accountId: state.account.accountId };
    }
    case 'charge':
      return recordRefunds(objectId, ports);
    case 'other':
      return undefined;
  }
};

/** What follows at the till from what was settled. It is the sweep's work, too: a message is heard without it. */
const followUp = async (settled: SyncedAccount, ports: PaymentPorts, now: Date): Promise<void> => {
  const { accountId, paymentAccount: till } = settled;
  if (till?.dueAt === undefined || till.dueAt > now.toISOString()) return;
  try {
    await reconcileSubscription(accountId, ports, now, settled);
  } catch (error) {
    const isTold = error instanceof CardDeclined || error instanceof PaymentProviderRefused;
    log.warn(isTold ? 'the till says no' : 'the till is to be told later', {
      accountId,
      ...errorFields(error),
    });
  }
};

/**
 * Hears a message of the till: what it is about is fetched, and the account is settled from that. In any order, and
 * as often as it comes (billing.md, "Stripe"). Whatever is not ours is left alone.
 * @throws whatever kept it from being settled: then it is to be told again.
 */
export const handlePaymentEvent = async (
  event: PaymentEvent,
  ports: PaymentEventPorts,
  now: Date,
): Promise<HandledEvent> => {
  const { eventId, type, object } = event;
  const settled = await settle(event, ports, now);
  if (settled) await followUp(settled, ports, now);
  return { eventId, type, object, ...(settled && { accountId: settled.accountId }) };
};
