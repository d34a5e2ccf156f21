import type { PackName } from '@scangate/domain/credits/credit-packs';
import { queueReconcile } from '@scangate/domain/payments/payment-account';
import type { ProviderCheckout } from '@scangate/domain/payments/provider-objects';
import { Problem } from '@scangate/domain/problem';
import type { PaymentAccount } from '@scangate/domain/records';
import { PaymentProviderRefused, type PlanOrder, type PaymentProvider } from '#ports/payment-provider.ts';
import { changePaymentAccount, ensureCustomer, loadPaymentAccount } from './payment-account.ts';
import { applyCheckout } from './apply-checkout.ts';
import type { PaymentPorts, PaymentStore } from './apply-subscription.ts';

export interface Buyer {
  accountId: string;
  /** What the customer is called at the till. */
  name: string;
  now: Date;
}

const opened = async (
  { accountId, checkout, customerId = '' }: PaymentAccount,
  till: PaymentProvider,
): Promise<ProviderCheckout> => {
  if (!checkout) throw new Error('no checkout is wanted');
  const { promotionId } = checkout;
  const order = checkout.order as PlanOrder;
  const extra = { accountId, customerId, ...(promotionId !== undefined && { promotionId }) };
  return till.openPlanCheckout(checkout.orderId, { ...order, ...extra });
};

/** What a buyer is given of a session. @throws Problem conflict when it is over. */
export const checkoutPage = ({ sessionId, url }: ProviderCheckout): { sessionId: string; url: string } => {
  if (url === undefined) throw new Problem('conflict', { detail: 'This checkout is over; open another.' });
  return { sessionId, url };
};

/** Closes the checkout before, whose answer may never have been heard: opened again under its key it is the same one. */
const closeFormer = async (
  known: PaymentAccount | undefined,
  ports: PaymentPorts,
  now: Date,
): Promise<void> => {
  if (!known?.checkout) return;
  const { sessionId } = known.checkout;
  const session =
    sessionId === undefined
      ? await opened(known, ports.paymentProvider)
      : await ports.paymentProvider.checkout(sessionId);
  if (!session || session.status === 'expired') return;
  try {
    if (session.status === 'open')
      return await ports.paymentProvider.expireCheckout(`expire:${session.sessionId}`, session.sessionId);
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused)) throw error;
  }
  await applyCheckout(session.sessionId, ports, now);
  throw new Problem('conflict', { detail: 'A checkout of this organization was just completed.' });
};

/** One that the till refuses is not asked for again, nor is the discount that may be why. */
const giveUp = async (accountId: string, orderId: string, store: PaymentStore): Promise<void> => {
  await changePaymentAccount(
    accountId,
    (known) => {
      const { checkout, promotionId, ...rest } = known;
      if (checkout?.orderId !== orderId) return known;
      const isOther = promotionId !== checkout.promotionId;
      return { ...rest, ...(promotionId !== undefined && isOther && { promotionId }) };
    },
    store,
  );
};

/**
 * Opens the checkout of a first paid plan. An account has at most one: the one before is closed first, and of two that
 * are opened at once one is closed again (billing.md, "two open checkouts, two subscriptions").
 */
export const openPlanCheckout = async (
  { accountId, name, now }: Buyer,
  order: PlanOrder,
  orderId: string,
  ports: PaymentPorts,
): Promise<ProviderCheckout> => {
  const { store, paymentProvider: till } = ports;
  await ensureCustomer(accountId, name, ports);
  const former = await loadPaymentAccount(accountId, store);
  // The same order again is the same checkout: of one that was cut, or heard of by nobody.
  if (former?.checkout?.orderId !== orderId) await closeFormer(former, ports, now);
  const at = now.toISOString();
  const wanted = await changePaymentAccount(
    accountId,
    (known) => {
      const { checkout, promotionId } = known;
      if (checkout?.orderId === orderId) return known;
      if (checkout && checkout.orderId !== former?.checkout?.orderId)
        throw new Problem('conflict', { detail: 'Another checkout is being opened.' });
      const discount = promotionId === undefined ? {} : { promotionId };
      return queueReconcile({ ...known, checkout: { orderId, order, at, ...discount } }, at);
    },
    store,
  );
  const session = await opened(wanted, till).catch(async (error: unknown) => {
    if (error instanceof PaymentProviderRefused && !error.isOfKey) await giveUp(accountId, orderId, store);
    throw error;
  });
  const { sessionId } = session;
  const kept = await changePaymentAccount(
    accountId,
    (known) =>
      known.checkout?.orderId === orderId ? { ...known, checkout: { ...known.checkout, sessionId } } : known,
    store,
  );
  if (kept.checkout?.orderId === orderId) return session;
  await till.expireCheckout(`expire:${sessionId}`, sessionId);
  throw new Problem('conflict', { detail: 'Another checkout was opened at the same time.' });
};

/** A session is open for so long. */
const checkoutMs = 24 * 3_600_000;

/** A checkout whose answer was never heard: found again under its key, or forgotten once it must have expired. */
export const recoverCheckout = async (
  known: PaymentAccount,
  { store, paymentProvider: till }: PaymentPorts,
  now: Date,
): Promise<PaymentAccount> => {
  const { accountId, checkout } = known;
  if (!checkout || checkout.sessionId !== undefined) return known;
  const isOver = now.getTime() - Date.parse(checkout.at) > checkoutMs;
  const found = isOver ? undefined : { ...checkout, sessionId: (await opened(known, till)).sessionId };
  return changePaymentAccount(
    accountId,
    (row) => (row.checkout?.orderId === checkout.orderId ? { ...row, checkout: found } : row),
    store,
  );
};

/** No more than these are looked after; the oldest have expired by then. */
const mostPackCheckouts = 20;

/** Opens the checkout of a pack; any number may be open, each is granted once it is paid. */
export const openPackCheckout = async (
  { accountId, name, now }: Buyer,
  pack: PackName,
  orderId: string,
  ports: PaymentPorts,
): Promise<ProviderCheckout> => {
  const customerId = await ensureCustomer(accountId, name, ports);
  const session = await ports.paymentProvider.openPackCheckout(orderId, { accountId, customerId, pack });
  const { sessionId } = session;
  const at = now.toISOString();
  await changePaymentAccount(
    accountId,
    (known) => {
      const others = (known.packCheckouts ?? []).filter((one) => one !== sessionId);
      return queueReconcile(
        { ...known, packCheckouts: [...others, sessionId].slice(-mostPackCheckouts) },
        at,
      );
    },
    ports.store,
  );
  return session;
};
