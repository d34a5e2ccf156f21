import { addonSizeOfPrice } from '@scangate/domain/plans/prices';
import { applyProviderSubscription } from '@scangate/domain/payments/apply-provider-subscription';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import {
  queueReconcile,
  newPaymentAccount,
  paymentAccountChange,
  PaymentAccountConflict,
  paymentAccountAfterCommit,
} from '@scangate/domain/payments/payment-account';
import {
  isUnpaid,
  type ProviderInvoice,
  type ProviderSubscription,
} from '@scangate/domain/payments/provider-objects';
import { Transient } from '@scangate/domain/problem';
import type { Instant, PaymentAccount } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { log } from '#runtime/log.ts';
import { changeAccount } from '../billing/change-account.ts';
import { billingRefs, billingState } from '../billing/load-account.ts';
import { recordInvoices, invoiceRefs } from './record-invoices.ts';

type TillRecord =
  | 'account'
  | 'pool'
  | 'ledgerEntry'
  | 'auditEvent'
  | 'mail'
  | 'paymentAccount'
  | 'invoice'
  | 'recharge';
export type PaymentStore = Pick<Store<TillRecord>, 'load' | 'commit'>;
export interface PaymentPorts {
  store: PaymentStore;
  paymentProvider: PaymentProvider;
}

type Role = 'subscriptionId' | 'addonSubscriptionId';

const roleOf = ({ price }: ProviderSubscription): Role =>
  addonSizeOfPrice(price) === undefined ? 'subscriptionId' : 'addonSubscriptionId';

const isAlive = (subscription: ProviderSubscription | undefined): boolean =>
  subscription?.status === 'active' || subscription?.status === 'past_due';

/** `after`: the one before it, which is over. */
type Place = 'current' | 'beside' | { after: string };

/**
 * Whether it is the subscription that counts. One that begins to live takes the place of one that is over, after that
 * one's end was settled; beside another that lives there is no place: it is ended, and somebody has to look at what was
 * paid for it.
 */
const placeOf = async (
  subscription: ProviderSubscription,
  known: PaymentAccount | undefined,
  { paymentProvider: till }: PaymentPorts,
): Promise<Place> => {
  const { subscriptionId, accountId } = subscription;
  const holder = known?.[roleOf(subscription)];
  if (holder === subscriptionId) return 'current';
  if (!isAlive(subscription)) return 'beside';
  const former = holder === undefined ? undefined : await till.subscription(holder);
  if (former?.status === 'ended') return { after: former.subscriptionId };
  if (!isAlive(former)) return 'current';
  log.error('a second subscription of one kind is ended; what was paid for it is to be given back', {
    accountId,
    subscriptionId,
  });
  await till.cancelNow(`rival:${subscriptionId}`, subscriptionId);
  return 'beside';
};

/** What we know of the till once this is settled: which subscription counts, and which orders are fulfilled. */
const settled = (known: PaymentAccount, subscription: ProviderSubscription, now: Instant): PaymentAccount => {
  const role = roleOf(subscription);
  const { subscriptionId, status, quantity, customerId } = subscription;
  if (status === 'ended') {
    const { [role]: _ended, ...rest } = known;
    if (role === 'addonSubscriptionId') return queueReconcile(rest, now);
    // What was ordered beside a plan ends with it: a later one must not be charged for it.
    const { licensesOrder: _licenses, addonOrder: _addon, ...left } = rest;
    return queueReconcile(left, now);
  }
  const { licensesOrder, addonOrder, checkout, promotionId, ...rest } = known;
  const isRaised = role === 'subscriptionId' && licensesOrder && quantity >= licensesOrder.licenses;
  const isNew = known[role] !== subscriptionId;
  const isBought = isNew && role === 'subscriptionId';
  // The checkout brought it: put on again, a discount of one invoice would be one of two.
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

/** Whose it is, and the account as it is by now, and what we know of it at the till. */
export interface SyncedAccount {
  accountId: string;
  paymentAccount?: PaymentAccount;
  state?: BillingState;
}

/** @returns undefined for an account of another deployment that sells at the same till. */
const loadKnown = async (accountId: string, invoices: readonly ProviderInvoice[], store: PaymentStore) => {
  const own = [...billingRefs(accountId), { record: 'paymentAccount', id: { accountId } }] as const;
  const refs = [...own, ...invoiceRefs(accountId, invoices)] as const;
  const [account, core, sast, known, ...mirror] = await store.load(refs, { consistent: true });
  return account && { state: billingState(account, core, sast), known, mirror };
};

/** The invoices of a subscription that ended: nobody is asked to pay for it any more, nor can. */
const voided = async (
  invoices: readonly ProviderInvoice[],
  till: PaymentProvider,
): Promise<ProviderInvoice[]> => {
  const left: ProviderInvoice[] = [];
  for (const invoice of invoices) {
    const isOpen = isUnpaid(invoice);
    if (isOpen) await till.voidInvoice(`void:${invoice.invoiceId}`, invoice.invoiceId);
    left.push(isOpen ? { ...invoice, status: 'void' } : invoice);
  }
  return left;
};

const attempts = 8;

/**
 * Makes the account agree with one of its subscriptions, as it is at the till now: plan, credits, licences, add-on, the
 * hold, mails, and the mirror of its invoices. Whatever message made somebody ask, however often, in whatever order.
 * @returns undefined when it is none of ours.
 */
export const applySubscription = async (
  subscriptionId: string,
  ports: PaymentPorts,
  now: Date,
): Promise<SyncedAccount | undefined> => {
  const { store, paymentProvider: till } = ports;
  const at = now.toISOString();
  const [subscription, found] = await Promise.all([
    till.subscription(subscriptionId),
    till.invoices(subscriptionId),
  ]);
  const accountId = subscription?.accountId;
  if (!subscription || accountId === undefined || subscription.price === undefined) return undefined;
  const invoices = subscription.status === 'ended' ? await voided(found, till) : found;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const loaded = await loadKnown(accountId, invoices, store);
    if (!loaded) return undefined;
    const { state: read, known, mirror } = loaded;
    const place = await placeOf(subscription, known, ports);
    if (typeof place === 'object') {
      await applySubscription(place.after, ports, now);
      continue;
    }
    const isCurrent = place === 'current';
    const base = known ?? newPaymentAccount(accountId, subscriptionId);
    // Charges without anybody present look for the card on the customer, not on the subscription. First, as afterwards
    // nobody would know that it is still to be done.
    if (isCurrent && known?.[roleOf(subscription)] !== subscriptionId)
      await till.adoptPaymentMethod(`adopt:${subscriptionId}`, subscription.customerId, subscriptionId);
    const after = isCurrent ? settled(base, subscription, at) : base;
    try {
      const changed = await changeAccount(
        accountId,
        (state) => applyProviderSubscription(state, subscription, invoices, isCurrent, at),
        store,
        at,
        { kind: 'system' },
        () => (isCurrent ? paymentAccountChange(accountId, known, after) : []),
        read,
      );
      await recordInvoices(accountId, invoices, store, mirror);
      const row = isCurrent ? paymentAccountAfterCommit(known, after) : known;
      return { accountId, state: changed, ...(row && { paymentAccount: row }) };
    } catch (error) {
      if (!(error instanceof PaymentAccountConflict)) throw error;
    }
  }
  throw new Transient('the account keeps changing at the till');
};
