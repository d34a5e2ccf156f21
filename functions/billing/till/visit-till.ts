import type { TillAccount } from '../../../lib/domain/records.ts';
import { CardDeclined, type Till } from '../../../lib/ports/till.ts';
import { loadAccount } from '../load-account.ts';
import { agreeWithTill } from './agree-with-till.ts';
import { knownTill } from './known-till.ts';
import { recoverCheckout } from './open-checkout.ts';
import { settleCheckout } from './settle-checkout.ts';
import { settleCustomer } from './settle-customer.ts';
import { settleWithTill, type TillPorts } from './settle-subscription.ts';

const sessionsOf = ({ checkout, packCheckouts = [] }: TillAccount): string[] => [
  ...(checkout?.sessionId === undefined ? [] : [checkout.sessionId]),
  ...packCheckouts,
];

/** Those we know of, and those that live there: of one that began no answer and no message may have come. */
const subscriptionsOf = async (
  { customerId, subscriptionId, addonSubscriptionId }: TillAccount,
  till: Till,
): Promise<string[]> => {
  const known = [subscriptionId, addonSubscriptionId].filter((id) => id !== undefined);
  const living = customerId === undefined ? [] : await till.subscriptions(customerId);
  return [...new Set([...known, ...living.map((one) => one.subscriptionId)])];
};

/** A new way to pay that no message told of. */
const payWithIt = async (
  { accountId, customerId }: TillAccount,
  ports: TillPorts,
  now: Date,
): Promise<void> => {
  const { unpaidInvoices } = (await loadAccount(accountId, ports.store)).account;
  if (customerId !== undefined && unpaidInvoices.length > 0) await settleCustomer(customerId, ports, now);
};

/**
 * Asks the till for everything it has of an account, and makes both agree: what no message told, because it was lost,
 * and what no request could finish, because it was cut.
 */
export const visitTill = async (accountId: string, ports: TillPorts, now: Date): Promise<void> => {
  const row = await knownTill(accountId, ports.store);
  if (!row) return;
  const known = await recoverCheckout(row, ports, now);
  for (const sessionId of sessionsOf(known)) await settleCheckout(sessionId, ports, now);
  for (const subscriptionId of await subscriptionsOf(known, ports.till))
    await settleWithTill(subscriptionId, ports, now);
  await payWithIt(known, ports, now);
  await agreeWithTill(accountId, ports, now).catch((error: unknown) => {
    // Nobody waits for the answer; the order that could not be paid is gone.
    if (!(error instanceof CardDeclined)) throw error;
  });
};
