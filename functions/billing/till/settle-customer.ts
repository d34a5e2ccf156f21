import type { BillingState } from '../../../lib/domain/billing/state.ts';
import { tillChange } from '../../../lib/domain/billing/till-account.ts';
import type { TillAccount } from '../../../lib/domain/records.ts';
import { TillRefused, type Till } from '../../../lib/ports/till.ts';
import { loadAccount } from '../load-account.ts';
import { changeTill, knownTill } from './known-till.ts';
import { settleWithTill, type Settled, type TillPorts, type TillStore } from './settle-subscription.ts';

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

/** That way is not tried again by ourselves. */
const noteTried = async (known: TillAccount, triedWith: string, store: TillStore): Promise<void> => {
  const change = (row: TillAccount): TillAccount => ({ ...row, triedWith });
  if (await store.commit(tillChange(known.accountId, known, change(known))))
    await changeTill(known.accountId, change, store);
};

/** Pays everything that is unpaid, once with each way to pay, and settles what that changed. */
const payUnpaid = async (
  { state, till: known }: Required<Settled>,
  paymentMethodId: string,
  ports: TillPorts,
  now: Date,
): Promise<BillingState> => {
  const { unpaidInvoices } = state.account;
  if (unpaidInvoices.length === 0 || known.triedWith === paymentMethodId) return state;
  const touched = new Set<string>();
  for (const { invoiceId } of unpaidInvoices) {
    const subscriptionId = await pay(invoiceId, paymentMethodId, ports.till);
    if (subscriptionId !== undefined) touched.add(subscriptionId);
  }
  let [after, row] = [state, known];
  for (const subscriptionId of touched) {
    const settled = await settleWithTill(subscriptionId, ports, now);
    after = settled?.state ?? after;
    row = settled?.till ?? row;
  }
  if (after.account.unpaidInvoices.length > 0) await noteTried(row, paymentMethodId, ports.store);
  return after;
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
  const known = await knownTill(accountId, store);
  if (!known) return undefined;
  let settled = { accountId, till: known, state: await loadAccount(accountId, store) };
  for (const id of [known.subscriptionId, known.addonSubscriptionId])
    if (id !== undefined) settled = { ...settled, ...(await settleWithTill(id, ports, now)) };
  const after = await payUnpaid(settled, paymentMethodId, ports, now);
  return after.account.unpaidInvoices.length === 0 ? after : undefined;
};
