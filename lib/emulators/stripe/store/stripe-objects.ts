import type Stripe from 'stripe';

/** Turns references into ids and decimals into strings, as on the wire and in the store. */
type Flat<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends (infer U)[]
      ? FlatValue<U>[]
      : { [K in keyof T]: FlatValue<T[K]> };

/** Reduces a field that may hold an id to the id. */
type FlatValue<V> = [Extract<V, string>] extends [never]
  ? Flat<V>
  : Extract<V, string | number | boolean | null | undefined>;

export type Product = Flat<Stripe.Product>;
export type Price = Flat<Stripe.Price>;
export type Coupon = Flat<Stripe.Coupon>;
export type PromotionCode = Flat<Stripe.PromotionCode>;
export type Discount = Flat<Stripe.Discount>;
export type Customer = Flat<Stripe.Customer>;
export type TaxId = Flat<Stripe.TaxId>;
export type PaymentMethod = Flat<Stripe.PaymentMethod>;
export type SetupIntent = Flat<Stripe.SetupIntent>;
export type PaymentIntent = Flat<Stripe.PaymentIntent>;
export type Charge = Flat<Stripe.Charge>;
export type Refund = Flat<Stripe.Refund>;
/** A dispute without its evidence, which the emulator does not support. */
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

/** An event with the object as it was rendered at that time. */
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

/** The last bill of a subscription item, which a later change credits (flexible billing mode). */
export interface BilledItem {
  object: 'local.billed_item';
  /** The subscription item's id. */
  id: string;
  /** After discounts, in cents. */
  amount: number;
  start: number;
  end: number;
  invoice: string | null;
  line: string | null;
}

/** A pending delivery of an event to one webhook endpoint. */
export interface Delivery {
  object: 'local.delivery';
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  /** Instant of the next attempt. */
  due: number | null;
}

/** The saved response of an idempotency key. */
export interface SavedResponse {
  object: 'local.answer';
  /** The key itself. */
  id: string;
  request: string;
  created: number;
  status: number;
  body: string;
}

/** A subscription update that waits for its payment, beside what the subscription shows of it. */
interface PendingChange {
  object: 'local.pending_change';
  /** The subscription's id. */
  id: string;
  invoice: string;
  change: string;
}

/** The tombstone of a deleted customer or a detached card, which cannot be used again. */
interface Deleted {
  object: 'local.deleted';
  id: string;
}

/** The payment that an invoice opened when it was finalized. */
interface PaymentOf {
  object: 'local.payment_of';
  /** The invoice's id. */
  id: string;
  payment: string;
}

/** The signing secret of a webhook endpoint, which Stripe shows once, at creation. */
interface EndpointSecret {
  object: 'local.secret';
  /** The endpoint's id. */
  id: string;
  secret: string;
}

/** Parameters of a checkout session that take effect at its completion. */
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
  tax_id: TaxId;
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
  'local.billed_item': BilledItem;
  'local.delivery': Delivery;
  'local.answer': SavedResponse;
  'local.pending_change': PendingChange;
}
export type ObjectType = keyof StoredObjects;
export type StripeObject = StoredObjects[ObjectType];

export const apiVersion = '2026-10-28.endive';
