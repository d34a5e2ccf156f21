import { addonSizeSold } from '../../../lib/domain/billing/prices.ts';
import { settleSubscription } from '../../../lib/domain/billing/settle-subscription.ts';
import { dueAt, newTillAccount, tillChange, TillMoved } from '../../../lib/domain/billing/till-account.ts';
import type { TillSubscription } from '../../../lib/domain/billing/till.ts';
import { Transient } from '../../../lib/domain/problem.ts';
import type { Instant, TillAccount } from '../../../lib/domain/records.ts';
import type { Store } from '../../../lib/ports/store.ts';
import type { Till } from '../../../lib/ports/till.ts';
import { log } from '../../../lib/runtime/log.ts';
import { changeAccount } from '../change-account.ts';
import { knownTill } from './known-till.ts';
import { mirrorInvoices } from './mirror-invoices.ts';

type TillRecord =
  | 'account'
  | 'pool'
  | 'ledgerEntry'
  | 'auditEvent'
  | 'mail'
  | 'till'
  | 'invoice'
  | 'recharge';
export type TillStore = Pick<Store<TillRecord>, 'load' | 'commit'>;
export interface TillPorts {
  store: TillStore;
  till: Till;
}

type Role = 'subscriptionId' | 'addonSubscriptionId';

const roleOf = ({ price }: TillSubscription): Role =>
  addonSizeSold(price) === undefined ? 'subscriptionId' : 'addonSubscriptionId';

const isAlive = (subscription: TillSubscription | undefined): boolean =>
  subscription?.status === 'active' || subscription?.status === 'past_due';

/**
 * Whether it is the subscription that counts. One that begins to live takes the place of one that is over; beside
 * another that lives there is no place: it is ended, and somebody has to look at what was paid for it.
 */
const takesPlace = async (
  subscription: TillSubscription,
  known: TillAccount | undefined,
  { till }: TillPorts,
): Promise<boolean> => {
  const { subscriptionId, accountId } = subscription;
  const holder = known?.[roleOf(subscription)];
  if (holder === subscriptionId) return true;
  if (!isAlive(subscription)) return false;
  if (holder === undefined || !isAlive(await till.subscription(holder))) return true;
  log.error('a second subscription of one kind is ended; what was paid for it is to be given back', {
    accountId,
    subscriptionId,
  });
  await till.cancelNow(`rival:${subscriptionId}`, subscriptionId);
  return false;
};

/** What we know of the till once this is settled: which subscription counts, and which orders are fulfilled. */
const settled = (known: TillAccount, subscription: TillSubscription, now: Instant): TillAccount => {
  const role = roleOf(subscription);
  const { subscriptionId, status, quantity, customerId } = subscription;
  if (status === 'ended') {
    const { [role]: _ended, ...rest } = known;
    return dueAt(rest, now);
  }
  const { licensesOrder, addonOrder, checkout, ...rest } = known;
  const isRaised = role === 'subscriptionId' && licensesOrder && quantity >= licensesOrder.licenses;
  const isNew = known[role] !== subscriptionId;
  const kept: TillAccount = {
    ...rest,
    customerId,
    [role]: subscriptionId,
    ...(licensesOrder && !isRaised && { licensesOrder }),
    ...(addonOrder && role !== 'addonSubscriptionId' && { addonOrder }),
    ...(checkout && !(isNew && role === 'subscriptionId') && { checkout }),
  };
  return isNew || isRaised ? dueAt(kept, now) : kept;
};

const attempts = 8;

/**
 * Makes the account agree with one of its subscriptions, as it is at the till now: plan, credits, licences, add-on, the
 * hold, mails, and the mirror of its invoices. Whatever message made somebody ask, however often, in whatever order.
 * @returns whose it is; undefined when it is none of ours.
 */
export const settleWithTill = async (
  subscriptionId: string,
  ports: TillPorts,
  now: Date,
): Promise<string | undefined> => {
  const { store, till } = ports;
  const at = now.toISOString();
  const [subscription, invoices] = await Promise.all([
    till.subscription(subscriptionId),
    till.invoices(subscriptionId),
  ]);
  const accountId = subscription?.accountId;
  if (!subscription || accountId === undefined || subscription.price === undefined) return undefined;
  let isNew = false;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const known = await knownTill(accountId, store);
    const isCurrent = await takesPlace(subscription, known, ports);
    const base = known ?? newTillAccount(accountId, subscriptionId);
    isNew = isCurrent && known?.[roleOf(subscription)] !== subscriptionId;
    const after = isCurrent ? settled(base, subscription, at) : base;
    try {
      await changeAccount(
        accountId,
        (state) => settleSubscription(state, subscription, invoices, isCurrent, at),
        store,
        at,
        { kind: 'system' },
        () => (isCurrent ? tillChange(accountId, known, after) : []),
      );
      break;
    } catch (error) {
      if (!(error instanceof TillMoved)) throw error;
      if (attempt === attempts - 1) throw new Transient('the account keeps changing at the till');
    }
  }
  // Charges without anybody present look for the card on the customer, not on the subscription.
  if (isNew)
    await till.adoptPaymentMethod(`adopt:${subscriptionId}`, subscription.customerId, subscriptionId);
  await mirrorInvoices(accountId, invoices, store);
  if (subscription.status === 'ended') {
    const open = invoices.filter(({ status }) => status === 'open');
    for (const { invoiceId } of open) await till.voidInvoice(`void:${invoiceId}`, invoiceId);
  }
  return accountId;
};
