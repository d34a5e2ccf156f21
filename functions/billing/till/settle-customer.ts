import type { BillingState } from '../../../lib/domain/billing/state.ts';
import { TillRefused, type Till } from '../../../lib/ports/till.ts';
import { loadAccount } from '../load-account.ts';
import { settleWithTill, type TillPorts } from './settle-subscription.ts';

/** Pays what is unpaid by the way to pay that there is now. @returns the subscription that it is of. */
const pay = async (invoiceId: string, paymentMethodId: string, till: Till): Promise<string | undefined> => {
  try {
    await till.payInvoice(`pay:${invoiceId}:${paymentMethodId}`, invoiceId);
  } catch (error) {
    // Void by now, or paid otherwise: settling it tells.
    if (!(error instanceof TillRefused)) throw error;
  }
  return (await till.invoice(invoiceId))?.subscriptionId;
};

/**
 * A new way to pay settles what is unpaid at once, as often as that changes: whoever put it right must not wait for the
 * till's next attempt (billing.md, "subscription invoice fails").
 * @returns the account, where there is a way to pay and nothing was unpaid; for whoever else waits for one.
 */
export const settleCustomer = async (
  customerId: string,
  ports: TillPorts,
  now: Date,
): Promise<BillingState | undefined> => {
  const { store, till } = ports;
  const { accountId, paymentMethodId } = (await till.customer(customerId)) ?? {};
  if (accountId === undefined || paymentMethodId === undefined) return undefined;
  const state = await loadAccount(accountId, store);
  const { unpaidInvoices } = state.account;
  if (unpaidInvoices.length === 0) return state;
  const touched = new Set<string>();
  for (const { invoiceId } of unpaidInvoices) {
    const subscriptionId = await pay(invoiceId, paymentMethodId, till);
    if (subscriptionId !== undefined) touched.add(subscriptionId);
  }
  for (const subscriptionId of touched) await settleWithTill(subscriptionId, ports, now);
  return undefined;
};
