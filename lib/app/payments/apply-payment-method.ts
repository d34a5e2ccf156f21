import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { paymentAccountChange } from '@scangate/domain/payments/payment-account';
import type { PaymentAccount } from '@scangate/domain/records';
import { PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import { loadAccount } from '../billing/load-account.ts';
import { applySubscription } from './apply-subscription.ts';
import { changePaymentAccount, loadPayer, loadPaymentAccount } from './payment-account.ts';
import type { PaymentPorts, PaymentStore, SyncedAccount } from './payment-ports.ts';

/**
 * Pays an invoice with the current payment method.
 * @returns the subscription of the invoice.
 */
const payInvoice = async (
  invoiceId: string,
  paymentMethodId: string,
  paymentProvider: PaymentProvider,
): Promise<string | undefined> => {
  try {
    await paymentProvider.payInvoice(`pay:${invoiceId}:${paymentMethodId}`, invoiceId);
  } catch (error) {
    // The invoice is void by now, or was paid in another way: applying its subscription will show which.
    if (!(error instanceof PaymentProviderRefused)) throw error;
  }
  return (await paymentProvider.invoice(invoiceId))?.subscriptionId;
};

/** Records the payment method, so that it is not tried again without a request. */
const recordTried = async (
  stored: PaymentAccount,
  retriedPaymentMethodId: string,
  store: PaymentStore,
): Promise<void> => {
  const change = (row: PaymentAccount): PaymentAccount => ({ ...row, retriedPaymentMethodId });
  if (await store.commit(paymentAccountChange(stored.accountId, stored, change(stored))))
    await changePaymentAccount(stored.accountId, change, store);
};

/** Pays every unpaid invoice, once with each payment method, and applies the resulting changes. */
const payUnpaidInvoices = async (
  { state, paymentAccount, paymentMethodId }: Required<SyncedAccount> & { paymentMethodId: string },
  ports: PaymentPorts,
  now: Date,
): Promise<BillingState> => {
  const { unpaidInvoices } = state.account;
  if (unpaidInvoices.length === 0 || paymentAccount.retriedPaymentMethodId === paymentMethodId) return state;
  const touched = new Set<string>();
  for (const { invoiceId } of unpaidInvoices) {
    const subscriptionId = await payInvoice(invoiceId, paymentMethodId, ports.paymentProvider);
    if (subscriptionId !== undefined) touched.add(subscriptionId);
  }
  let [after, row] = [state, paymentAccount];
  for (const subscriptionId of touched) {
    const synced = await applySubscription(subscriptionId, ports, now);
    after = synced?.state ?? after;
    row = synced?.paymentAccount ?? row;
  }
  if (after.account.unpaidInvoices.length > 0) await recordTried(row, paymentMethodId, ports.store);
  return after;
};

/**
 * Pays unpaid invoices with a customer's new payment method at once, without waiting for the provider's own retry
 * (docs/adr/0010-payments.md). Each payment method is tried once, however often it is reported.
 * @returns the account if it has a payment method and nothing is unpaid, so that waiting recharges can start.
 */
export const applyPaymentMethod = async (
  customerId: string,
  ports: PaymentPorts,
  now: Date,
): Promise<BillingState | undefined> => {
  const { store, paymentProvider } = ports;
  const { accountId, paymentMethodId } = (await paymentProvider.customer(customerId)) ?? {};
  if (accountId === undefined || paymentMethodId === undefined) return undefined;
  const paymentAccount = await loadPaymentAccount(accountId, store);
  if (!paymentAccount) return undefined;
  let synced = { accountId, paymentAccount, state: await loadAccount(accountId, store) };
  // A renewal may have failed whose event has not arrived yet.
  for (const id of [paymentAccount.subscriptionId, paymentAccount.addonSubscriptionId])
    if (id !== undefined) synced = { ...synced, ...(await applySubscription(id, ports, now)) };
  const payer = await loadPayer(accountId, store);
  if (payer?.closing) return undefined;
  const after = await payUnpaidInvoices({ ...synced, paymentMethodId }, ports, now);
  return after.account.unpaidInvoices.length === 0 ? after : undefined;
};
