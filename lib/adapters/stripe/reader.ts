import type Stripe from 'stripe';
import type { PaymentReader } from '#ports/payment-provider.ts';
import { stripeCharges } from './charges.ts';
import { request, find } from './errors.ts';
import { readInvoice } from './invoices.ts';
import { stripePreviews } from './previews.ts';
import type { StripeContext } from './schedules.ts';
import { toCheckout, toCustomer, toSubscription, withSchedule } from './subscriptions.ts';

/** The largest page of Stripe: two years of months with changes in between. */
const page = { limit: 100 };

const allWithSchedule = {
  status: 'all',
  expand: ['data.schedule'],
  ...page,
} as const satisfies Stripe.SubscriptionListParams;

export const stripeReader = (context: StripeContext): PaymentReader => {
  const { stripe, prices } = context;
  const read = (invoice: Stripe.Invoice) => readInvoice(invoice, stripe, prices);
  const readSubscription = (subscription: Stripe.Subscription) => toSubscription(subscription, context);
  return {
    async subscription(id) {
      const found = await find(stripe.subscriptions.retrieve(id, withSchedule));
      return found && readSubscription(found);
    },
    async subscriptions(customer) {
      const { data } = await request(stripe.subscriptions.list({ customer, ...allWithSchedule }));
      const all = await Promise.all(data.map(readSubscription));
      return all.filter(({ status }) => status !== 'ended');
    },
    async invoice(id) {
      const found = await find(stripe.invoices.retrieve(id));
      return found && read(found);
    },
    async invoices(subscription) {
      const { data } = await request(stripe.invoices.list({ subscription, ...page }));
      return Promise.all(data.map(read));
    },
    async checkout(id) {
      const found = await find(stripe.checkout.sessions.retrieve(id));
      return found && toCheckout(found);
    },
    async customer(id) {
      const found = await find(stripe.customers.retrieve(id));
      return found && toCustomer(found);
    },
    ...stripeCharges(stripe),
    async findPromotion(code) {
      if (code.trim() === '') return undefined;
      const { data } = await request(stripe.promotionCodes.list({ code, active: true, limit: 1 }));
      return data[0] && { promotionId: data[0].id };
    },
    currentPrices: () => prices.currentPrices(),
    ...stripePreviews(context),
    async findRechargeInvoice(customer, attempt) {
      // Stripe's search finds a new invoice late, so the list is read.
      const { data } = await request(stripe.invoices.list({ customer, ...page }));
      const found = data.find(({ metadata }) => metadata?.['attempt'] === attempt);
      // An invoice that was interrupted before its pack was added would cost nothing, so it does not count.
      return found && found.lines.data.length > 0 ? read(found) : undefined;
    },
  };
};
