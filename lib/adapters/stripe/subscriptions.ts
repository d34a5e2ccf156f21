import type Stripe from 'stripe';
import type {
  ProviderCheckout,
  ProviderCustomer,
  ProviderSubscription,
} from '@scangate/domain/payments/provider-objects';
import { toInstant } from './instants.ts';
import { idOf, type PriceCatalog } from './prices.ts';

type PriceOf = PriceCatalog['nameOf'];
type Schedule = Stripe.SubscriptionSchedule;

/** The parameters that include the schedule of a subscription. */
export const withSchedule = { expand: ['schedule'] };

/** Returns the only item of a subscription: a plan or the add-on. */
export const itemOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = items.data;
  if (!item) throw new Error('the subscription has no items');
  return item;
};

/** An unknown status counts as past due: nothing is granted for it and nothing is taken away. */
const statusOf = ({ status }: Stripe.Subscription): ProviderSubscription['status'] => {
  if (status === 'active' || status === 'trialing') return 'active';
  if (status === 'canceled' || status === 'incomplete_expired') return 'ended';
  return status === 'incomplete' ? 'incomplete' : 'past_due';
};

/** Returns the phase that the schedule enters next. */
export const nextPhase = ({
  phases,
  current_phase: current,
}: Schedule): Schedule['phases'][number] | undefined =>
  phases.find(({ start_date: start }) => current !== null && start >= current.end_date);

const toNext = async (schedule: Schedule, priceOf: PriceOf) => {
  const phase = nextPhase(schedule);
  const item = phase?.items[0];
  const price = item && (await priceOf(item.price));
  return price && { price, quantity: item.quantity ?? 1, startAt: toInstant(phase.start_date) };
};

const toSchedule = async (
  { schedule }: Stripe.Subscription,
  priceOf: PriceOf,
): Promise<ProviderSubscription['schedule']> => {
  if (schedule === null) return undefined;
  const next = typeof schedule === 'object' ? await toNext(schedule, priceOf) : undefined;
  return { scheduleId: idOf(schedule), ...(next && { next }) };
};

const toPendingUpdate = (subscription: Stripe.Subscription): ProviderSubscription['pendingUpdate'] => {
  const quantity = subscription.pending_update?.subscription_items?.[0]?.quantity;
  const { latest_invoice: invoice } = subscription;
  return quantity === undefined || invoice === null ? undefined : { quantity, invoiceId: idOf(invoice) };
};

interface SubscriptionContext {
  prices: Pick<PriceCatalog, 'nameOf'>;
  automaticTax?: boolean;
}

/** @param subscription read with `withSchedule`. */
export const toSubscription = async (
  subscription: Stripe.Subscription,
  { prices: { nameOf }, automaticTax = false }: SubscriptionContext,
): Promise<ProviderSubscription> => {
  const item = itemOf(subscription);
  const [price, schedule] = await Promise.all([nameOf(item.price), toSchedule(subscription, nameOf)]);
  const pendingUpdate = toPendingUpdate(subscription);
  const { metadata, cancel_at: cancelAt, ended_at: endedAt } = subscription;
  const endsWithPeriod = cancelAt !== null && cancelAt <= item.current_period_end;
  return {
    subscriptionId: subscription.id,
    ...(metadata['accountId'] && { accountId: metadata['accountId'] }),
    customerId: idOf(subscription.customer),
    ...(price && { price }),
    quantity: item.quantity ?? 1,
    status: statusOf(subscription),
    startAt: toInstant(subscription.start_date),
    anchorAt: toInstant(subscription.billing_cycle_anchor),
    periodStartAt: toInstant(item.current_period_start),
    periodEndAt: toInstant(item.current_period_end),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || endsWithPeriod,
    ...(endedAt !== null && { endedAt: toInstant(endedAt) }),
    ...(schedule && { schedule }),
    ...(pendingUpdate && { pendingUpdate }),
    ...(automaticTax && !subscription.automatic_tax.enabled && { lacksTaxes: true }),
  };
};

const checkoutStatus = (status: string | null): ProviderCheckout['status'] =>
  status === 'complete' || status === 'expired' ? status : 'open';

export const toCheckout = (session: Stripe.Checkout.Session): ProviderCheckout => {
  const { metadata, status, subscription, invoice, url } = session;
  return {
    sessionId: session.id,
    ...(metadata?.['accountId'] && { accountId: metadata['accountId'] }),
    status: checkoutStatus(status),
    // A discount of 100 % leaves nothing to pay.
    paid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    ...(url && { url }),
    ...(subscription && { subscriptionId: idOf(subscription) }),
    ...(invoice && { invoiceId: idOf(invoice) }),
    metadata: { ...metadata },
  };
};

/** Returns undefined for a deleted customer. */
export const toCustomer = (
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): ProviderCustomer | undefined => {
  if (customer.deleted) return undefined;
  const method = customer.invoice_settings.default_payment_method ?? customer.default_source;
  const accountId = customer.metadata['accountId'];
  return {
    customerId: customer.id,
    ...(accountId && { accountId }),
    ...(method !== null && { paymentMethodId: idOf(method) }),
  };
};
