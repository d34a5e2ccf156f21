import type { PackName } from '@scangate/domain/credits/credit-packs';
import { dayMs } from '@scangate/domain/instant';
import { queueReconcile } from '@scangate/domain/payments/payment-account';
import type { ProviderCheckout } from '@scangate/domain/payments/provider-objects';
import { Problem } from '@scangate/domain/problem';
import type { PaymentAccount } from '@scangate/domain/records';
import { PaymentProviderRefused, type PaymentProvider, type PlanOrder } from '#ports/payment-provider.ts';
import { applyCheckout } from '../apply-checkout.ts';
import {
  changeOrCreatePaymentAccount,
  changePaymentAccount,
  ensureCustomer,
  loadPaymentAccount,
} from '../payment-account.ts';
import type { PaymentPorts, PaymentStore } from '../payment-ports.ts';

export interface Buyer {
  accountId: string;
  /** Name of the customer at the payment provider. */
  name: string;
  now: Date;
}

const openSession = async (
  { accountId, checkout, customerId = '' }: PaymentAccount,
  paymentProvider: PaymentProvider,
): Promise<ProviderCheckout> => {
  if (!checkout) throw new Error('no checkout was requested');
  const { promotionId } = checkout;
  const order = checkout.order as PlanOrder;
  const extra = { accountId, customerId, ...(promotionId !== undefined && { promotionId }) };
  return paymentProvider.openPlanCheckout(checkout.orderId, { ...order, ...extra });
};

/** Returns the page of a checkout session. @throws Problem conflict when the session is closed. */
export const checkoutPage = ({ sessionId, url }: ProviderCheckout): { sessionId: string; url: string } => {
  if (url === undefined)
    throw new Problem('conflict', { detail: 'This checkout is closed; open another one.' });
  return { sessionId, url };
};

/**
 * Closes the previous checkout. If the response to its opening was lost, it is opened again under its key, which
 * gives the same session.
 */
const closeFormer = async (
  former: PaymentAccount | undefined,
  ports: PaymentPorts,
  now: Date,
): Promise<void> => {
  if (!former?.checkout) return;
  const { paymentProvider } = ports;
  const { sessionId } = former.checkout;
  const session =
    sessionId === undefined
      ? await openSession(former, paymentProvider)
      : await paymentProvider.checkout(sessionId);
  if (!session || session.status === 'expired') return;
  try {
    if (session.status === 'open')
      return await paymentProvider.expireCheckout(`expire:${session.sessionId}`, session.sessionId);
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused)) throw error;
  }
  await applyCheckout(session.sessionId, ports, now);
  throw new Problem('conflict', { detail: 'A checkout of this organization was just completed.' });
};

/** Forgets a checkout that the provider refused, and the discount that may be the reason. */
const dropCheckout = async (accountId: string, orderId: string, store: PaymentStore): Promise<void> => {
  const withoutCheckout = (stored: PaymentAccount): PaymentAccount => {
    const { checkout, promotionId, ...rest } = stored;
    if (checkout?.orderId !== orderId) return stored;
    const isOther = promotionId !== checkout.promotionId;
    return { ...rest, ...(promotionId !== undefined && isOther && { promotionId }) };
  };
  await changePaymentAccount(accountId, withoutCheckout, store);
};

export interface PlanCheckoutOrder {
  /** Identifies the order: the same id again is the same checkout. */
  orderId: string;
  order: PlanOrder;
}

/** Stores the requested checkout before it is opened. @throws Problem conflict when another one was stored meanwhile. */
const storeCheckout = (
  { accountId, now }: Buyer,
  { orderId, order, former }: PlanCheckoutOrder & { former: PaymentAccount | undefined },
  store: PaymentStore,
): Promise<PaymentAccount> => {
  const at = now.toISOString();
  const withCheckout = (stored: PaymentAccount): PaymentAccount => {
    const { checkout, promotionId } = stored;
    if (checkout?.orderId === orderId) return stored;
    if (checkout && checkout.orderId !== former?.checkout?.orderId)
      throw new Problem('conflict', { detail: 'Another checkout is being opened.' });
    const discount = promotionId === undefined ? {} : { promotionId };
    return queueReconcile({ ...stored, checkout: { orderId, order, at, ...discount } }, at);
  };
  return changeOrCreatePaymentAccount(accountId, withCheckout, store);
};

/**
 * Opens the checkout of a first paid plan. An account has at most one: the previous one is closed first, and of two
 * that are opened at once one is closed again, so that two subscriptions cannot result (docs/adr/0010-payments.md).
 */
export const openPlanCheckout = async (
  buyer: Buyer,
  planOrder: PlanCheckoutOrder,
  ports: PaymentPorts,
): Promise<ProviderCheckout> => {
  const { accountId, name, now } = buyer;
  const { orderId } = planOrder;
  const { store, paymentProvider } = ports;
  await ensureCustomer(accountId, name, ports);
  const former = await loadPaymentAccount(accountId, store);
  // The same order again is the same checkout, whose response may have been lost.
  if (former?.checkout?.orderId !== orderId) await closeFormer(former, ports, now);
  const requested = await storeCheckout(buyer, { ...planOrder, former }, store);
  const session = await openSession(requested, paymentProvider).catch(async (error: unknown) => {
    if (error instanceof PaymentProviderRefused && !error.isOfKey)
      await dropCheckout(accountId, orderId, store);
    throw error;
  });
  const { sessionId } = session;
  const withSession = (stored: PaymentAccount): PaymentAccount =>
    stored.checkout?.orderId === orderId
      ? { ...stored, checkout: { ...stored.checkout, sessionId } }
      : stored;
  const kept = await changePaymentAccount(accountId, withSession, store);
  if (kept?.checkout?.orderId === orderId) return session;
  await paymentProvider.expireCheckout(`expire:${sessionId}`, sessionId);
  throw new Problem('conflict', { detail: 'Another checkout was opened at the same time.' });
};

/** A checkout session stays open for a day. */
const checkoutMs = dayMs;

/** Finds a checkout whose response was lost by its key, or forgets it once it must have expired. */
export const recoverCheckout = async (
  stored: PaymentAccount,
  { store, paymentProvider }: PaymentPorts,
  now: Date,
): Promise<PaymentAccount> => {
  const { accountId, checkout } = stored;
  if (!checkout || checkout.sessionId !== undefined) return stored;
  const isExpired = now.getTime() - Date.parse(checkout.at) > checkoutMs;
  const found = isExpired
    ? undefined
    : { ...checkout, sessionId: (await openSession(stored, paymentProvider)).sessionId };
  const withFound = (row: PaymentAccount): PaymentAccount =>
    row.checkout?.orderId === checkout.orderId ? { ...row, checkout: found } : row;
  return (await changePaymentAccount(accountId, withFound, store)) ?? stored;
};

/** The limit of open pack checkouts that are followed; older ones have expired by the time there are more. */
const maxPackCheckouts = 20;

/** Opens the checkout of a pack. Any number may be open, and each pack is granted once it is paid. */
export const openPackCheckout = async (
  { accountId, name, now }: Buyer,
  { orderId, pack }: { orderId: string; pack: PackName },
  ports: PaymentPorts,
): Promise<ProviderCheckout> => {
  const customerId = await ensureCustomer(accountId, name, ports);
  const session = await ports.paymentProvider.openPackCheckout(orderId, { accountId, customerId, pack });
  const { sessionId } = session;
  const withSession = (stored: PaymentAccount): PaymentAccount => {
    const others = (stored.packCheckouts ?? []).filter((one) => one !== sessionId);
    const packCheckouts = [...others, sessionId].slice(-maxPackCheckouts);
    return queueReconcile({ ...stored, packCheckouts }, now.toISOString());
  };
  await changePaymentAccount(accountId, withSession, ports.store);
  return session;
};
