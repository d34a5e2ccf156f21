import type Stripe from 'stripe';
import type { PaymentReader } from '#ports/payment-provider.ts';
import { stripeCharges } from './charges.ts';
import { request, find } from './errors.ts';
import { readInvoice } from './invoices.ts';
import { stripePreviews } from './previews.ts';
import type { PriceCatalog } from './prices.ts';
import { toCheckout, toCustomer, toSubscription, withSchedule } from './subscriptions.ts';

/** The largest page of Stripe: two years of months with changes in between. */
const page = { limit: 100 };

export const stripeReader = (stripe: Stripe, prices: PriceCatalog): PaymentReader => {
  const read = (invoice: Stripe.Invoice) => readInvoice(invoice, stripe, prices);
  return {
    async subscription(id) {
      const found = await find(stripe.subscriptions.retrieve(id, withSchedule));
      return found && toSubscription(found, prices.nameOf);
    },
    async subscriptions(customer) {
      const query: Stripe.SubscriptionListParams = {
        customer,
        status: 'all',
        expand: ['data.schedule'],
        ...page,
      };
      const { data } = await request(stripe.subscriptions.list(query));
      const all = await Promise.all(data.map((one) => toSubscription(one, prices.nameOf)));
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
    ...stripePreviews({ stripe, prices }),
    async findRechargeInvoice(customer, attempt) {
      // Stripe's search finds a new invoice late, so the list is read.
      const { data } = await request(stripe.invoices.list({ customer, ...page }));
      const found = data.find(({ metadata }) => metadata?.['attempt'] === attempt);
      // An invoice that was interrupted before its pack was added would cost nothing, so it does not count.
      return found && found.lines.data.length > 0 ? read(found) : undefined;
    },
  };
};
