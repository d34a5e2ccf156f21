import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { applyDueChanges } from '@scangate/domain/accounts/time-driven-changes';
import { isRechargeDue } from '@scangate/domain/credits/auto-recharge/decide-recharge';
import { mayBeCharged } from '@scangate/domain/payments/payer';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { errorFields } from '#ports/log.ts';
import type { PaymentEvent } from '#ports/payment-provider.ts';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import { startRecharge } from '../auto-recharge/trigger-recharge.ts';
import { applyCheckout } from './apply-checkout.ts';
import { applyPaymentMethod } from './apply-payment-method.ts';
import { applySubscription } from './apply-subscription.ts';
import { grantRecharge } from '../auto-recharge/grant-recharge.ts';
import { belongsToThisDeployment, loadPayer } from './payment-account.ts';
import type { PaymentPorts, SyncedAccount } from './payment-ports.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';
import { recordPaymentRefunds } from './record-payment-refunds.ts';

export interface PaymentEventPorts extends PaymentPorts {
  recharge: RechargeStarter;
}

/** The result of an event, for the log. */
export interface HandledEvent extends Pick<PaymentEvent, 'eventId' | 'type' | 'object'> {
  accountId?: string;
}

const applyInvoice = async (
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

/** Starts the recharges that waited for a payment method; none while the organization is closing. */
const restartRecharges = async (
  { stored, cause }: { stored: BillingState; cause: string },
  ports: PaymentEventPorts,
  now: Date,
): Promise<void> => {
  const at = now.toISOString();
  const { state } = applyDueChanges(stored, at);
  const { accountId } = state.account;
  const waiting = poolNames.filter((pool) =>
    isRechargeDue(state, { pool, balance: state.pools[pool].available }, at),
  );
  if (waiting.length === 0) return;
  const payer = await loadPayer(accountId, ports.store);
  if (!mayBeCharged(payer)) return;
  await Promise.all(waiting.map((pool) => startRecharge({ accountId, pool }, cause, ports)));
};

const applyEvent = async (
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
      return applyInvoice(objectId, ports, now);
    case 'customer': {
      const state = await applyPaymentMethod(objectId, ports, now);
      if (state) await restartRecharges({ stored: state, cause: eventId }, ports, now);
      return state && { accountId: state.account.accountId };
    }
    case 'charge':
      return recordPaymentRefunds(objectId, ports);
    case 'other':
      return undefined;
  }
};

/** Updates the provider if the event made that necessary. A failure is left to the sweep: the event is handled. */
const updateProvider = async (synced: SyncedAccount, ports: PaymentPorts, now: Date): Promise<void> => {
  const { accountId, paymentAccount } = synced;
  if (paymentAccount?.dueAt === undefined || paymentAccount.dueAt > now.toISOString()) return;
  try {
    await reconcileSubscription(synced, ports, now);
  } catch (error) {
    ports.log.warn('the payment provider will be updated later', { accountId, ...errorFields(error) });
  }
};

/**
 * Handles an event of the payment provider: fetches the object that it names, and reconciles the account with it.
 * Events may arrive in any order and any number of times; those from another deployment are ignored
 * (docs/adr/0010-payments.md).
 * @throws any error that kept the account from being updated, so that the event is sent again.
 */
export const handlePaymentEvent = async (
  event: PaymentEvent,
  ports: PaymentEventPorts,
  now: Date,
): Promise<HandledEvent> => {
  const { eventId, type, object } = event;
  const synced = await applyEvent(event, ports, now);
  if (synced) await updateProvider(synced, ports, now);
  return { eventId, type, object, ...(synced && { accountId: synced.accountId }) };
};
