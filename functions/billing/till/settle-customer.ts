import type { BillingState } from '../../../lib/domain/billing/state.ts';
import { TillRefused, type Till } from '../../../lib/ports/till.ts';
import { loadAccount } from '../load-account.ts';
import { changeTill, knownTill } from './known-till.ts';
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

/** Pays everything that is unpaid, once with each way to pay, and settles what that changed. */
const payUnpaid = async (
  accountId: string,
  paymentMethodId: string,
  ports: TillPorts,
  now: Date,
): Promise<void> => {
  const { store, till } = ports;
  const { unpaidInvoices } = (await loadAccount(accountId, store)).account;
  if (unpaidInvoices.length === 0) return;
  if ((await knownTill(accountId, store))?.triedWith === paymentMethodId) return;
  const touched = new Set<string>();
  for (const { invoiceId } of unpaidInvoices) {
    const subscriptionId = await pay(invoiceId, paymentMethodId, till);
    if (subscriptionId !== undefined) touched.add(subscriptionId);
  }
  for (const subscriptionId of touched) await settleWithTill(subscriptionId, ports, now);
  await changeTill(accountId, (known) => ({ ...known, triedWith: paymentMethodId }), store);
};

/**
 * A new way to pay settles what is unpaid at once, as often as that changes: whoever put it right must not wait for the
 * till's next attempt (billing.md, "subscription invoice fails"). It is tried once; told again, it is not.
 * @returns the account, where there is a way to pay and nothing is unpaid; for whoever else waits for one.
 */
export const settleCustomer = async (
  customerId: string,
  ports: TillPorts,
  now: Date,
): Promise<BillingState | undefined> => {
  const { store, till } = ports;
  const { accountId, paymentMethodId } = (await till.customer(customerId)) ?? {};
  if (accountId === undefined || paymentMethodId === undefined) return undefined;
  // A renewal may have failed that no message told of yet.
  const { subscriptionId, addonSubscriptionId } = (await knownTill(accountId, store)) ?? {};
  for (const id of [subscriptionId, addonSubscriptionId])
    if (id !== undefined) await settleWithTill(id, ports, now);
  await payUnpaid(accountId, paymentMethodId, ports, now);
  const state = await loadAccount(accountId, store);
  return state.account.unpaidInvoices.length === 0 ? state : undefined;
};
