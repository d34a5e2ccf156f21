import type { TillCustomer } from '../../../lib/domain/billing/till.ts';
import { settleWithTill, type TillPorts } from './settle-subscription.ts';

/**
 * A new way to pay settles what is unpaid at once, as often as that changes: whoever put it right must not wait for the
 * till's next attempt (billing.md, "subscription invoice fails").
 * @returns the customer, for whoever else waits for a way to pay.
 */
export const settleCustomer = async (
  customerId: string,
  ports: TillPorts,
  now: Date,
): Promise<TillCustomer | undefined> => {
  const { store, till } = ports;
  const customer = await till.customer(customerId);
  const accountId = customer?.accountId;
  if (!customer || accountId === undefined || customer.paymentMethodId === undefined) return customer;
  const refs = [
    { record: 'account', id: { accountId } },
    { record: 'till', id: { accountId } },
  ] as const;
  const [account, known] = await store.load(refs, { consistent: true });
  const unpaid = account?.unpaidInvoices ?? [];
  for (const { invoiceId } of unpaid)
    await till.payInvoice(`pay:${invoiceId}:${customer.paymentMethodId}`, invoiceId);
  if (unpaid.length === 0) return customer;
  for (const subscriptionId of [known?.subscriptionId, known?.addonSubscriptionId])
    if (subscriptionId !== undefined) await settleWithTill(subscriptionId, ports, now);
  return customer;
};
