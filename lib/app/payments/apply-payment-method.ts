import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { paymentAccountChange } from '@scangate/domain/payments/payment-account';
import type { PaymentAccount } from '@scangate/domain/records';
import { PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import { loadAccount } from '../billing/load-account.ts';
import { changePaymentAccount, loadPaymentAccount } from './payment-account.ts';
import {
  applySubscription,
  type SyncedAccount,
  type PaymentPorts,
  type PaymentStore,
} from './apply-subscription.ts';

/** Pays what is unpaid by the way to pay that there is now. @returns the subscription that it is of. */
const pay = async (
  invoiceId: string,
  paymentMethodId: string,
  till: PaymentProvider,
): Promise<string | undefined> => {
  try {
    await till.payInvoice(`pay:${invoiceId}:${paymentMethodId}`, invoiceId);
  } catch (error) {
    // Void by now, or paid otherwise: settling it tells.
    if (!(error instanceof PaymentProviderRefused)) throw error;
  }
  return (await till.invoice(invoiceId))?.subscriptionId;
};

/** That way is not tried again by ourselves. */
const noteTried = async (known: PaymentAccount, triedWith: string, store: PaymentStore): Promise<void> => {
  const change = (row: PaymentAccount): PaymentAccount => ({ ...row, retriedPaymentMethodId: triedWith });
  if (await store.commit(paymentAccountChange(known.accountId, known, change(known))))
    await changePaymentAccount(known.accountId, change, store);
};

/** Pays everything that is unpaid, once with each way to pay, and settles what that changed. */
const payUnpaid = async (
  { state, paymentAccount: known }: Required<SyncedAccount>,
  paymentMethodId: string,
  ports: PaymentPorts,
  now: Date,
): Promise<BillingState> => {
  const { unpaidInvoices } = state.account;
  if (unpaidInvoices.length === 0 || known.retriedPaymentMethodId === paymentMethodId) return state;
  const touched = new Set<string>();
  for (const { invoiceId } of unpaidInvoices) {
    const subscriptionId = await pay(invoiceId, paymentMethodId, ports.paymentProvider);
    if (subscriptionId !== undefined) touched.add(subscriptionId);
  }
  let [after, row] = [state, known];
  for (const subscriptionId of touched) {
    const settled = await applySubscription(subscriptionId, ports, now);
    after = settled?.state ?? after;
    row = settled?.paymentAccount ?? row;
  }
  if (after.account.unpaidInvoices.length > 0) await noteTried(row, paymentMethodId, ports.store);
  return after;
};

/**
 * A new way to pay settles what is unpaid at once, as often as that changes: whoever put it right must not wait for the
 * till's next attempt (billing.md, "subscription invoice fails"). It is tried once; told again, it is not.
 * @returns the account, where there is a way to pay and nothing is unpaid; for whoever else waits for one.
 */
export const applyPaymentMethod = async (
  customerId: string,
  ports: PaymentPorts,
  now: Date,
): Promise<BillingState | undefined> => {
  const { store, paymentProvider: till } = ports;
  const { accountId, paymentMethodId } = (await till.customer(customerId)) ?? {};
  if (accountId === undefined || paymentMethodId === undefined) return undefined;
  // A renewal may have failed that no message told of yet.
  const known = await loadPaymentAccount(accountId, store);
  if (!known) return undefined;
  let settled = { accountId, paymentAccount: known, state: await loadAccount(accountId, store) };
  for (const id of [known.subscriptionId, known.addonSubscriptionId])
    if (id !== undefined) settled = { ...settled, ...(await applySubscription(id, ports, now)) };
  const after = await payUnpaid(settled, paymentMethodId, ports, now);
  return after.account.unpaidInvoices.length === 0 ? after : undefined;
};
