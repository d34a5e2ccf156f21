import type Stripe from 'stripe';

/** References are ids, decimals are strings, as they go over the wire and as they are kept. */
type Flat<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends (infer U)[]
      ? FlatValue<U>[]
      : { [K in keyof T]: FlatValue<T[K]> };

/** Where an id may stand, only the id does. */
type FlatValue<V> = [Extract<V, string>] extends [never]
  ? Flat<V>
  : Extract<V, string | number | boolean | null | undefined>;

export type Product = Flat<Stripe.Product>;
export type Price = Flat<Stripe.Price>;
export type Coupon = Flat<Stripe.Coupon>;
export type PromotionCode = Flat<Stripe.PromotionCode>;
export type Discount = Flat<Stripe.Discount>;
export type Customer = Flat<Stripe.Customer>;
export type PaymentMethod = Flat<Stripe.PaymentMethod>;
export type SetupIntent = Flat<Stripe.SetupIntent>;
export type PaymentIntent = Flat<Stripe.PaymentIntent>;
export type Charge = Flat<Stripe.Charge>;
export type Refund = Flat<Stripe.Refund>;
/** Without the evidence: nobody answers a dispute here. */
export type Dispute = Omit<
  Flat<Stripe.Dispute>,
  | 'balance_transactions'
  | 'enhanced_eligibility_types'
  | 'evidence'
  | 'evidence_details'
  | 'intended_submission_method'
>;
export type Invoice = Flat<Stripe.Invoice>;
export type InvoiceLine = Flat<Stripe.InvoiceLineItem>;
export type InvoiceItem = Flat<Stripe.InvoiceItem>;
export type InvoicePayment = Flat<Stripe.InvoicePayment>;
export type Subscription = Flat<Stripe.Subscription>;
export type SubscriptionItem = Flat<Stripe.SubscriptionItem>;
export type SubscriptionSchedule = Flat<Stripe.SubscriptionSchedule>;
export type Phase = Flat<Stripe.SubscriptionSchedule.Phase>;
export type CheckoutSession = Flat<Stripe.Checkout.Session>;
export type LineItem = Flat<Stripe.LineItem>;
export type WebhookEndpoint = Flat<Stripe.WebhookEndpoint>;
export type PortalSession = Flat<Stripe.BillingPortal.Session>;
export type PortalConfiguration = Flat<Stripe.BillingPortal.Configuration>;

/** An event holds the object as it was, rendered. */
export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** What an item was last billed for: what a later change credits (flexible billing mode). */
export interface BilledItem {
  object: 'local.debit';
  /** The subscription item's id. */
  id: string;
  /** After discounts, in cents. */
  amount: number;
  start: number;
  end: number;
  invoice: string | null;
  line: string | null;
}

/** An event on its way to one webhook endpoint. */
export interface Delivery {
  object: 'local.delivery';
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  /** When it is tried next; nothing once it arrived or was given up. */
  due: number | null;
}

/** The answer kept for an idempotency key. */
export interface SavedResponse {
  object: 'local.answer';
  /** The key itself. */
  id: string;
  request: string;
  created: number;
  status: number;
  body: string;
}

/** What an unpaid update is going to change, beside what the subscription shows. */
interface PendingChange {
  object: 'local.pending_change';
  /** The subscription's id. */
  id: string;
  invoice: string;
  change: string;
}

/** Remembers a customer that was deleted, or a card that was taken away: neither comes back. */
interface Deleted {
  object: 'local.deleted';
  id: string;
}

/** Which payment an invoice opened when it was finalized. */
interface PaymentOf {
  object: 'local.payment_of';
  /** The invoice's id. */
  id: string;
  payment: string;
}

/** What an endpoint's messages are signed with; told once, when the endpoint is made. */
interface EndpointSecret {
  object: 'local.secret';
  /** The endpoint's id. */
  id: string;
  secret: string;
}

/** What a checkout session is going to make, and does not show. */
interface CheckoutPlan {
  object: 'local.checkout_plan';
  /** The session's id. */
  id: string;
  plan: string;
}

export interface StoredObjects {
  product: Product;
  price: Price;
  coupon: Coupon;
  promotion_code: PromotionCode;
  discount: Discount;
  customer: Customer;
  payment_method: PaymentMethod;
  setup_intent: SetupIntent;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  invoice: Invoice;
  invoiceitem: InvoiceItem;
  invoice_payment: InvoicePayment;
  subscription: Subscription;
  subscription_schedule: SubscriptionSchedule;
  'checkout.session': CheckoutSession;
  webhook_endpoint: WebhookEndpoint;
  'billing_portal.session': PortalSession;
  'billing_portal.configuration': PortalConfiguration;
  event: StripeEvent;
  'local.checkout_plan': CheckoutPlan;
  'local.deleted': Deleted;
  'local.payment_of': PaymentOf;
  'local.secret': EndpointSecret;
  'local.debit': BilledItem;
  'local.delivery': Delivery;
  'local.answer': SavedResponse;
  'local.pending_change': PendingChange;
}
export type ObjectType = keyof StoredObjects;
export type StripeObject = StoredObjects[ObjectType];

export const apiVersion = '2026-10-28.endive';
