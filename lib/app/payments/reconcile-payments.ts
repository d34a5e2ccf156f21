import type { PaymentAccount } from '@scangate/domain/records';
import { CardDeclined, type PaymentProvider } from '#ports/payment-provider.ts';
import { loadAccount } from '../billing/load-account.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';
import { loadPaymentAccount } from './payment-account.ts';
import { recoverCheckout } from './open-checkout.ts';
import { applyCheckout } from './apply-checkout.ts';
import { applyPaymentMethod } from './apply-payment-method.ts';
import { applySubscription, type PaymentPorts } from './apply-subscription.ts';

const sessionsOf = ({ checkout, packCheckouts = [] }: PaymentAccount): string[] => [
  ...(checkout?.sessionId === undefined ? [] : [checkout.sessionId]),
  ...packCheckouts,
];

/** Those we know of, and those that live there: of one that began no answer and no message may have come. */
const subscriptionsOf = async (
  { customerId, subscriptionId, addonSubscriptionId }: PaymentAccount,
  till: PaymentProvider,
): Promise<string[]> => {
  const known = [subscriptionId, addonSubscriptionId].filter((id) => id !== undefined);
  const living = customerId === undefined ? [] : await till.subscriptions(customerId);
  return [...new Set([...known, ...living.map((one) => one.subscriptionId)])];
};

/** A new way to pay that no message told of. */
const payWithIt = async (
  { accountId, customerId }: PaymentAccount,
  ports: PaymentPorts,
  now: Date,
): Promise<void> => {
  const { unpaidInvoices } = (await loadAccount(accountId, ports.store)).account;
  if (customerId !== undefined && unpaidInvoices.length > 0) await applyPaymentMethod(customerId, ports, now);
};

/**
 * Asks the till for everything it has of an account, and makes both agree: what no message told, because it was lost,
 * and what no request could finish, because it was cut.
 */
export const reconcilePayments = async (accountId: string, ports: PaymentPorts, now: Date): Promise<void> => {
  const row = await loadPaymentAccount(accountId, ports.store);
  if (!row) return;
  const known = await recoverCheckout(row, ports, now);
  for (const sessionId of sessionsOf(known)) await applyCheckout(sessionId, ports, now);
  for (const subscriptionId of await subscriptionsOf(known, ports.paymentProvider))
    await applySubscription(subscriptionId, ports, now);
  await payWithIt(known, ports, now);
  await reconcileSubscription(accountId, ports, now).catch((error: unknown) => {
    // Nobody waits for the answer; the order that could not be paid is gone.
    if (!(error instanceof CardDeclined)) throw error;
  });
};
