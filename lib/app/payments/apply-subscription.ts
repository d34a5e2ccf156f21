import { withMails, type BillingState } from '@scangate/domain/accounts/billing-state';
import { applyProviderSubscription } from '@scangate/domain/payments/apply-provider-subscription';
import { requireNotClosing, type Payer } from '@scangate/domain/payments/payer';
import {
  newPaymentAccount,
  paymentAccountAfterCommit,
  paymentAccountChange,
  PaymentAccountConflict,
  queueReconcile,
  withReturn,
} from '@scangate/domain/payments/payment-account';
import {
  isUnpaid,
  type ProviderInvoice,
  type ProviderSubscription,
} from '@scangate/domain/payments/provider-objects';
import type { Change } from '@scangate/domain/record-changes';
import type { Notification } from '@scangate/domain/mail/notifications';
import { addonSizeOfPrice, subscriptionOfPrice } from '@scangate/domain/plans/price-names';
import type { Instant, Invoice, PaymentAccount } from '@scangate/domain/records';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { changeLoadedAccount } from '../billing/change-account.ts';
import { billingState, changedRefs } from '../billing/load-account.ts';
import type { PaymentPorts, PaymentStore, SyncedAccount } from './payment-ports.ts';
import { invoiceRefs, recordInvoices } from './record-invoices.ts';
import { returnSubscription } from './return-purchases.ts';

type Role = 'subscriptionId' | 'addonSubscriptionId';

const roleOf = ({ price }: ProviderSubscription): Role =>
  addonSizeOfPrice(price) === undefined ? 'subscriptionId' : 'addonSubscriptionId';

const isLive = (subscription: ProviderSubscription | undefined): boolean =>
  subscription?.status === 'active' || subscription?.status === 'past_due';

/**
 * Whether a subscription belongs to the account. `replaces` names an ended one that has to be applied first. One that was
 * paid for while the organization is closing never starts, and is refunded.
 */
type Standing = { is: 'current' | 'surplus' | 'returned' } | { is: 'successor'; replaces: string };

/**
 * Decides whether a subscription counts. A live one replaces one that ended, after that end was applied. Next to
 * another live one there is no room: it is canceled, and an operator has to refund what was paid for it.
 */
const standingOf = async (
  subscription: ProviderSubscription,
  { paymentAccount, payer }: Pick<Stored, 'paymentAccount' | 'payer'>,
  { paymentProvider, log }: PaymentPorts,
): Promise<Standing> => {
  const { subscriptionId, accountId } = subscription;
  const holder = paymentAccount?.[roleOf(subscription)];
  if (holder === subscriptionId) return { is: 'current' };
  if (!isLive(subscription) || paymentAccount?.endingAddons?.includes(subscriptionId))
    return { is: 'surplus' };
  if (paymentAccount?.returns?.includes(subscriptionId) || payer?.closing) return { is: 'returned' };
  const former = holder === undefined ? undefined : await paymentProvider.subscription(holder);
  if (former?.status === 'ended') return { is: 'successor', replaces: former.subscriptionId };
  if (!isLive(former)) return { is: 'current' };
  log.error('a second subscription of one kind was canceled; its payment has to be refunded', {
    accountId,
    subscriptionId,
  });
  await paymentProvider.cancelNow(`rival:${subscriptionId}`, subscriptionId);
  return { is: 'surplus' };
};

/** Returns the payment account without an add-on that ended. */
const withoutAddon = (
  { addonSubscriptionId: _ended, ...rest }: PaymentAccount,
  now: Instant,
): PaymentAccount => queueReconcile(rest, now);

/** Returns the payment account without a plan that ended, and without its orders: a later plan is not charged for them. */
const withoutPlan = (stored: PaymentAccount, now: Instant): PaymentAccount => {
  const { subscriptionId: _plan, licensesOrder: _licenses, addonOrder: _order, ...rest } = stored;
  const { addonSubscriptionId, ...left } = rest;
  if (addonSubscriptionId === undefined) return queueReconcile(left, now);
  const endingAddons = [...(left.endingAddons ?? []), addonSubscriptionId];
  return queueReconcile({ ...left, endingAddons }, now);
};

/** Returns the payment account after a subscription is applied: its id is stored, and fulfilled orders are removed. */
const withSubscription = (
  stored: PaymentAccount,
  subscription: ProviderSubscription,
  now: Instant,
): PaymentAccount => {
  const role = roleOf(subscription);
  const { subscriptionId, status, quantity, customerId } = subscription;
  if (status === 'ended')
    return role === 'subscriptionId' ? withoutPlan(stored, now) : withoutAddon(stored, now);
  const { licensesOrder, addonOrder, checkout, promotionId, ...rest } = stored;
  const isRaised = role === 'subscriptionId' && licensesOrder && quantity >= licensesOrder.licenses;
  const isNew = stored[role] !== subscriptionId;
  const isBought = isNew && role === 'subscriptionId';
  // The checkout applied the discount: applying it again would use up a discount for one invoice twice.
  const hasPromotion = isBought && checkout?.promotionId === promotionId;
  const kept: PaymentAccount = {
    ...rest,
    customerId,
    [role]: subscriptionId,
    ...(licensesOrder && !isRaised && { licensesOrder }),
    ...(addonOrder && role !== 'addonSubscriptionId' && { addonOrder }),
    ...(checkout && !isBought && { checkout }),
    ...(promotionId !== undefined && !hasPromotion && { promotionId }),
  };
  return isNew || isRaised ? queueReconcile(kept, now) : kept;
};

/** Voids the open invoices of a subscription that ended, which can no longer be paid. */
const voidUnpaid = async (
  invoices: readonly ProviderInvoice[],
  paymentProvider: PaymentProvider,
): Promise<ProviderInvoice[]> => {
  const left: ProviderInvoice[] = [];
  for (const invoice of invoices) {
    const isOpen = isUnpaid(invoice);
    if (isOpen) await paymentProvider.voidInvoice(`void:${invoice.invoiceId}`, invoice.invoiceId);
    left.push(isOpen ? { ...invoice, status: 'void' } : invoice);
  }
  return left;
};

interface FetchedSubscription {
  accountId: string;
  subscription: ProviderSubscription;
  invoices: readonly ProviderInvoice[];
}

interface Stored {
  state: BillingState;
  payer: Payer;
  paymentAccount: PaymentAccount | undefined;
  storedInvoices: (Invoice | undefined)[];
}

/** @returns undefined for an account of another deployment. */
const loadStored = async (
  { accountId, invoices }: FetchedSubscription,
  store: PaymentStore,
): Promise<Stored | undefined> => {
  const refs = [
    ...changedRefs(accountId),
    { record: 'paymentAccount', id: { accountId } },
    ...invoiceRefs(accountId, invoices),
  ] as const;
  const [account, core, sast, organization, paymentAccount, ...storedInvoices] = await store.load(refs, {
    consistent: true,
  });
  return (
    account && {
      state: billingState(account, core, sast, organization),
      payer: organization,
      paymentAccount,
      storedInvoices,
    }
  );
};

interface LoadedSubscription extends Stored {
  standing: 'current' | 'surplus' | 'returned';
  /** The payment account after the subscription is applied. */
  after: PaymentAccount;
}

const loadWithStanding = async (
  fetched: FetchedSubscription,
  ports: PaymentPorts,
  now: Date,
): Promise<LoadedSubscription | undefined> => {
  const { accountId, subscription } = fetched;
  const { subscriptionId, customerId } = subscription;
  const stored = await loadStored(fetched, ports.store);
  if (!stored) return undefined;
  const { paymentAccount } = stored;
  const standing = await standingOf(subscription, stored, ports);
  if (standing.is === 'successor') {
    await applySubscription(standing.replaces, ports, now);
    // Applying the end has changed the payment account: load it again.
    throw new PaymentAccountConflict();
  }
  const before = paymentAccount ?? newPaymentAccount(accountId, subscriptionId);
  // Charges without the customer present use the customer's card, not the subscription's. The card is moved before
  // the subscription is stored: afterwards nothing would show that it still has to be done.
  if (standing.is === 'current' && paymentAccount?.[roleOf(subscription)] !== subscriptionId)
    await ports.paymentProvider.adoptPaymentMethod(`adopt:${subscriptionId}`, customerId, subscriptionId);
  const at = now.toISOString();
  const rules = {
    current: () => withSubscription(before, subscription, at),
    returned: () => withReturn(before, subscriptionId, at),
    surplus: () => before,
  };
  return { ...stored, standing: standing.is, after: rules[standing.is]() };
};

const fetchSubscription = async (
  subscriptionId: string,
  paymentProvider: PaymentProvider,
): Promise<FetchedSubscription | undefined> => {
  const [subscription, found] = await Promise.all([
    paymentProvider.subscription(subscriptionId),
    paymentProvider.invoices(subscriptionId),
  ]);
  const accountId = subscription?.accountId;
  if (!subscription || accountId === undefined || subscription.price === undefined) return undefined;
  const invoices = subscription.status === 'ended' ? await voidUnpaid(found, paymentProvider) : found;
  return { accountId, subscription, invoices };
};

/** Tells that a subscription was paid for too late. */
const returnMail = ({ subscriptionId, price, quantity }: ProviderSubscription): Notification => {
  const size = addonSizeOfPrice(price);
  const plan = subscriptionOfPrice(price, quantity)?.plan ?? '';
  const facts: Notification['facts'] = size === undefined ? { plan } : { sastAddon: size };
  return { kind: 'purchase_withdrawn', cause: subscriptionId, facts };
};

/** A plan or an add-on starts on the condition that the organization is not closing. */
const paymentChanges = (
  { accountId, subscription }: Omit<FetchedSubscription, 'invoices'>,
  { standing, paymentAccount, after }: LoadedSubscription,
): Change<'paymentAccount' | 'organization'>[] => {
  if (standing === 'surplus') return [];
  const { subscriptionId, status } = subscription;
  const isNew = paymentAccount?.[roleOf(subscription)] !== subscriptionId;
  const starts = standing === 'current' && status !== 'ended' && isNew;
  return [
    ...paymentAccountChange(accountId, paymentAccount, after),
    ...(starts ? [requireNotClosing(accountId, () => new PaymentAccountConflict())] : []),
  ];
};

/**
 * Reconciles an account with one of its subscriptions as the provider has it now: plan, credits, licenses, add-on,
 * payment hold, mails and invoices. It may run for any event, any number of times and in any order.
 * @returns undefined when the subscription is from another deployment.
 */
export const applySubscription = async (
  subscriptionId: string,
  ports: PaymentPorts,
  now: Date,
): Promise<SyncedAccount | undefined> => {
  const fetched = await fetchSubscription(subscriptionId, ports.paymentProvider);
  if (!fetched) return undefined;
  const { accountId, subscription, invoices } = fetched;
  const at = now.toISOString();
  const changed = await changeLoadedAccount<LoadedSubscription, 'paymentAccount' | 'organization'>(
    () => loadWithStanding(fetched, ports, now),
    {
      rule: (state, { standing }) => {
        const isCurrent = standing === 'current';
        const applied = applyProviderSubscription(state, { subscription, invoices, isCurrent }, at);
        return standing === 'returned' ? withMails(applied, [returnMail(subscription)]) : applied;
      },
      now: at,
      actor: { kind: 'system' },
      also: (_state, loaded) => paymentChanges({ accountId, subscription }, loaded),
    },
    ports.store,
  );
  if (!changed) return undefined;
  const { state, loaded } = changed;
  const known = { stored: loaded.storedInvoices, listens: loaded.state.listens };
  await recordInvoices({ accountId, invoices, known }, ports.store, now);
  if (loaded.standing === 'returned') {
    await returnSubscription({ accountId, subscriptionId }, ports);
    return { accountId };
  }
  const paymentAccount =
    loaded.standing === 'current'
      ? paymentAccountAfterCommit(loaded.paymentAccount, loaded.after)
      : loaded.paymentAccount;
  return { accountId, state, ...(paymentAccount && { paymentAccount }) };
};
