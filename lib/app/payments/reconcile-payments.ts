import type { PaymentAccount } from '@scangate/domain/records';
import { PaymentProviderRefused, type ProviderSubscription } from '#ports/payment-provider.ts';
import { loadAccount } from '../billing/load-account.ts';
import { applyCheckout } from './apply-checkout.ts';
import { applyPaymentMethod } from './apply-payment-method.ts';
import { applySubscription } from './apply-subscription.ts';
import { computeTaxes } from './compute-taxes.ts';
import { recoverCheckout } from './purchases/open-checkout.ts';
import { loadPayer, loadPaymentAccount } from './payment-account.ts';
import { syncBillingDetails } from './sync-billing-details.ts';
import { payPackRefund } from './pay-credit-pack-refund.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { reconcileSubscription } from './reconcile-subscription.ts';
import { returnSubscription } from './return-purchases.ts';

const sessionsOf = ({ checkout, packCheckouts = [] }: PaymentAccount): string[] => [
  ...(checkout?.sessionId === undefined ? [] : [checkout.sessionId]),
  ...packCheckouts,
];

/** Returns the stored subscriptions and the live ones at the provider, whose response or event may have been lost. */
const subscriptionsOf = (
  { subscriptionId, addonSubscriptionId }: PaymentAccount,
  live: readonly ProviderSubscription[],
): string[] => {
  const stored = [subscriptionId, addonSubscriptionId].filter((id) => id !== undefined);
  return [...new Set([...stored, ...live.map((one) => one.subscriptionId)])];
};

/** Expires the open checkouts of an organization that is closing. One that was just paid is refunded when it is applied. */
const expireCheckouts = async (
  paymentAccount: PaymentAccount,
  { store, paymentProvider }: PaymentPorts,
): Promise<void> => {
  const { accountId } = paymentAccount;
  const sessions = sessionsOf(paymentAccount);
  if (sessions.length === 0) return;
  const payer = await loadPayer(accountId, store);
  if (!payer?.closing) return;
  for (const sessionId of sessions)
    try {
      await paymentProvider.expireCheckout(`expire:${sessionId}`, sessionId);
    } catch (error) {
      if (!(error instanceof PaymentProviderRefused) || error.isOfKey) throw error;
    }
};

/** Pays unpaid invoices with a new payment method whose event was lost. */
const applyNewPaymentMethod = async (
  { accountId, customerId }: PaymentAccount,
  ports: PaymentPorts,
  now: Date,
): Promise<void> => {
  const { unpaidInvoices } = (await loadAccount(accountId, ports.store)).account;
  if (customerId !== undefined && unpaidInvoices.length > 0) await applyPaymentMethod(customerId, ports, now);
};

/**
 * Applies everything that the provider has about an account, and reconciles the provider with the account. It makes
 * up for lost events and for interrupted requests (docs/adr/0010-payments.md).
 */
export const reconcilePayments = async (accountId: string, ports: PaymentPorts, now: Date): Promise<void> => {
  const { store, paymentProvider } = ports;
  const stored = await loadPaymentAccount(accountId, store);
  if (!stored) return;
  const paymentAccount = await recoverCheckout(stored, ports, now);
  await expireCheckouts(paymentAccount, ports);
  for (const sessionId of sessionsOf(paymentAccount)) await applyCheckout(sessionId, ports, now);
  const { customerId } = paymentAccount;
  const live = customerId === undefined ? [] : await paymentProvider.subscriptions(customerId);
  for (const subscriptionId of subscriptionsOf(paymentAccount, live))
    await applySubscription(subscriptionId, ports, now);
  await applyNewPaymentMethod(paymentAccount, ports, now);
  await syncBillingDetails(accountId, ports);
  await computeTaxes(live, ports, now);
  for (const subscriptionId of paymentAccount.returns ?? [])
    await returnSubscription({ accountId, subscriptionId }, ports);
  for (const refund of paymentAccount.packRefunds ?? [])
    await payPackRefund({ accountId, refund }, ports, now);
  await reconcileSubscription({ accountId }, ports, now);
};
