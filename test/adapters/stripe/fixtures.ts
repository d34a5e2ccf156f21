import type { Stripe } from 'stripe';
import { listOf } from './scripted-stripe.ts';

/** Makes an object with only the given fields, which have the types of the API version. */
const partly =
  <T>(base: Partial<T>) =>
  (more: Partial<T> = {}): T =>
    ({ ...base, ...more }) as T;

export const price = partly<Stripe.Price>({
  id: 'price_team',
  object: 'price',
  currency: 'eur',
  lookup_key: 'team_month',
  metadata: {},
});

export const item = partly<Stripe.SubscriptionItem>({
  id: 'si_1',
  object: 'subscription_item',
  current_period_start: 1_772_323_200,
  current_period_end: 1_775_001_600,
  price: price({
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
  }),
  quantity: 10,
});

export const subscription = partly<Stripe.Subscription>({
  id: 'sub_1',
  object: 'subscription',
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: 1_769_904_000,
  cancel_at: null,
  cancel_at_period_end: false,
  customer: 'cus_1',
  default_payment_method: null,
  discounts: [],
  ended_at: null,
  items: listOf(item()),
  latest_invoice: 'in_1',
  metadata: { accountId: 'acme', kind: 'plan' },
  pending_update: null,
  schedule: null,
  start_date: 1_769_904_000,
  status: 'active',
});

export const phase = partly<Stripe.SubscriptionSchedule.Phase>({
  start_date: 1_772_323_200,
  end_date: 1_775_001_600,
  discounts: [],
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: 'price_team',
      price: 'price_team',
      quantity: 10,
    },
  ],
});

export const schedule = partly<Stripe.SubscriptionSchedule>({
  id: 'sub_sched_1',
  object: 'subscription_schedule',
  current_phase: { start_date: 1_772_323_200, end_date: 1_775_001_600 },
  phases: [phase()],
  status: 'active',
  subscription: 'sub_1',
});

/** A line for one period of the plan's price. */
export const line = partly<Stripe.InvoiceLineItem>({
  id: 'il_1',
  object: 'line_item',
  parent: {
    type: 'subscription_item_details',
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: false,
      proration_details: null,
      subscription: 'sub_1',
      subscription_item: 'si_1',
    },
  },
  period: { start: 1_772_323_200, end: 1_775_001_600 },
  pricing: {
    type: 'price_details',
    price_details: { price: 'price_team', product: 'prod_team' },
    unit_amount_decimal: null,
  },
  quantity: 10,
});

export const proration = (more: Partial<Stripe.InvoiceLineItem> = {}): Stripe.InvoiceLineItem =>
  line({
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: true,
        proration_details: null,
        subscription: 'sub_1',
        subscription_item: 'si_1',
      },
    },
    ...more,
  });

const transitions = {
  finalized_at: 1_772_326_800,
  marked_uncollectible_at: null,
  paid_at: null,
  voided_at: null,
};

export const invoice = partly<Stripe.Invoice>({
  id: 'in_1',
  object: 'invoice',
  amount_due: 29_000,
  amount_paid: 0,
  attempt_count: 0,
  attempted: false,
  billing_reason: 'subscription_cycle',
  created: 1_772_323_200,
  currency: 'eur',
  customer: 'cus_1',
  hosted_invoice_url: 'https://invoice.stripe.com/i/1',
  invoice_pdf: 'https://invoice.stripe.com/i/1.pdf',
  lines: listOf(line()),
  metadata: {},
  number: 'ACME-0001',
  parent: {
    type: 'subscription_details',
    quote_details: null,
    subscription_details: { metadata: { accountId: 'acme' }, subscription: 'sub_1' },
  },
  status: 'open',
  status_transitions: transitions,
});

export const charge = partly<Stripe.Charge>({
  id: 'ch_1',
  object: 'charge',
  created: 1_772_400_000,
  status: 'failed',
});

export const intent = partly<Stripe.PaymentIntent>({
  id: 'pi_1',
  object: 'payment_intent',
  last_payment_error: null,
  latest_charge: null,
  status: 'requires_payment_method',
});

/** The payment of an invoice, as `withPayment` includes it. */
export const paymentOf = (of: Stripe.PaymentIntent, created = 1): Stripe.InvoicePayment =>
  ({
    id: 'inpay_1',
    object: 'invoice_payment',
    created,
    payment: { type: 'payment_intent', payment_intent: of },
  }) as Stripe.InvoicePayment;

export const session = partly<Stripe.Checkout.Session>({
  id: 'cs_1',
  object: 'checkout.session',
  invoice: null,
  metadata: { accountId: 'acme', kind: 'pack', pack: 'core-100' },
  payment_status: 'unpaid',
  status: 'open',
  subscription: null,
  url: 'https://checkout.stripe.com/c/1',
});

export const customer = partly<Stripe.Customer>({
  id: 'cus_1',
  object: 'customer',
  default_source: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  metadata: { accountId: 'acme' },
});
