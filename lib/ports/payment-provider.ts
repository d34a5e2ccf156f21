import type { PackName } from '@scangate/domain/credits/credit-packs';
import type { BillingDetails } from '@scangate/domain/payments/billing-details';
import type {
  PaidCharge,
  ProviderCharge,
  ProviderCheckout,
  ProviderCustomer,
  ProviderInvoice,
  ProviderSubscription,
} from '@scangate/domain/payments/provider-objects';
import type { PriceName } from '@scangate/domain/plans/price-names';
import { ExternalFailure, Problem } from '@scangate/domain/problem';
import type { Instant, Interval } from '@scangate/domain/records';

/**
 * The payment provider (Stripe). Its invoices and subscriptions are the source of truth for what is paid. Every call
 * that writes takes an idempotency key: repeating a call with its key has no further effect, even when its first
 * response was lost (docs/adr/0010-payments.md).
 */

export type * from '@scangate/domain/payments/provider-objects';

/** An event of the provider. It is a hint: the object that it names is always fetched. */
export interface PaymentEvent {
  eventId: string;
  type: string;
  at: Instant;
  object: 'invoice' | 'subscription' | 'checkout' | 'customer' | 'charge' | 'other';
  objectId: string;
}

/** The outcome of a charge. */
export type ChargeResult = { outcome: 'paid' } | { outcome: 'declined'; code: string };

/** The advice for each refusal that the caller can resolve. */
const refusals: Readonly<Record<string, string | undefined>> = {
  organization_closing: 'Nothing is bought while the organization is closing.',
  customer_tax_location_invalid:
    'Taxes cannot be computed without a valid address: set it with PUT /billing/details.',
};

/** The provider refused a call, because its state is not what the caller assumed. Nothing was changed. */
export class PaymentProviderRefused extends ExternalFailure {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'PaymentProviderRefused';
    this.code = code;
  }

  /** Whether the provider refused our API key, which says nothing about the call. */
  get isOfKey(): boolean {
    return this.code === 'key_refused';
  }

  override get problem(): Problem {
    if (this.isOfKey) return new Problem('system_error');
    const detail = refusals[this.code] ?? 'The present state of the subscription does not permit this.';
    return new Problem('conflict', { detail });
  }
}

/** The card was declined. Nothing was changed. */
export class CardDeclined extends ExternalFailure {
  readonly code: string;

  constructor(code: string) {
    super(`declined: ${code}`);
    this.name = 'CardDeclined';
    this.code = code;
  }

  override get problem(): Problem {
    const detail = 'The card was declined; nothing was changed.';
    return new Problem('card_declined', { detail, declineCode: this.code });
  }
}

/** The preview of an invoice. Amounts are in the smallest unit of the currency. */
export interface InvoicePreview {
  amountDue: number;
  currency: string;
  /** Add up to the amount due: discounts, tax and balance have lines of their own. */
  lines: { description: string; amount: number }[];
}

/** An order to preview: a change of the subscription if one is named, otherwise a first plan, or a pack. */
export interface PreviewedOrder {
  price: PriceName;
  quantity: number;
  customerId?: string | undefined;
  subscriptionId?: string | undefined;
  /** For a subscription change: billed at once with its proration, or with the next period. */
  bills: 'now' | 'next';
  promotionId?: string | undefined;
}

/** The current price under a lookup name; the amount is in the smallest unit of the currency. */
export interface CurrentPrice {
  price: PriceName;
  amount: number;
  currency: string;
}

/** The calls that read. A missing object is undefined. Each throws Transient when the provider does not respond. */
export interface PaymentReader {
  subscription(subscriptionId: string): Promise<ProviderSubscription | undefined>;
  /** The subscriptions of a customer that have not ended. */
  subscriptions(customerId: string): Promise<ProviderSubscription[]>;
  invoice(invoiceId: string): Promise<ProviderInvoice | undefined>;
  /** The latest invoices of a subscription, at least those of two years of monthly billing, in any order. */
  invoices(subscriptionId: string): Promise<ProviderInvoice[]>;
  checkout(sessionId: string): Promise<ProviderCheckout | undefined>;
  customer(customerId: string): Promise<ProviderCustomer | undefined>;
  charge(chargeId: string): Promise<ProviderCharge | undefined>;
  /** The charge that paid an invoice; undefined when there was none, as when a credit balance paid it. */
  chargeOfInvoice(invoiceId: string): Promise<PaidCharge | undefined>;
  /** The discount behind a code that customers type; undefined when none is active. */
  findPromotion(code: string): Promise<{ promotionId: string } | undefined>;
  /** Everything that is sold now. */
  currentPrices(): Promise<CurrentPrice[]>;
  /** The next invoice of a subscription, as far as it is known now. */
  preview(subscriptionId: string): Promise<(InvoicePreview & { at: Instant }) | undefined>;
  /** Previews the invoice of an order. @throws PaymentProviderRefused when there is no such order. */
  previewOrder(order: PreviewedOrder): Promise<InvoicePreview>;
  /** The invoice of a recharge attempt whose response was lost. */
  findRechargeInvoice(customerId: string, attempt: string): Promise<ProviderInvoice | undefined>;
}

export interface CustomerRemover {
  /** Deletes a customer with its address and payment methods; succeeds when it was deleted already. Invoices remain. */
  deleteCustomer(customerId: string): Promise<void>;
}

export interface PlanOrder {
  plan: 'Starter' | 'Team';
  interval: Interval;
  licenses?: number;
}

/**
 * The calls that write. Each is one request to the provider, or several under keys derived from the given one, and each may
 * be repeated. They throw Transient when the outcome is unknown, PaymentProviderRefused when the provider's state does not
 * permit the call, and CardDeclined where stated.
 */
export interface PaymentProvider extends PaymentReader, CustomerRemover {
  createCustomer(key: string, customer: { accountId: string; name: string }): Promise<ProviderCustomer>;
  /** Opens the checkout of a first paid plan, which expires after a day. */
  openPlanCheckout(
    key: string,
    order: PlanOrder & { accountId: string; customerId: string; promotionId?: string },
  ): Promise<ProviderCheckout>;
  openPackCheckout(
    key: string,
    order: { accountId: string; customerId: string; pack: PackName },
  ): Promise<ProviderCheckout>;
  /** Does nothing to an expired session. @throws PaymentProviderRefused `checkout_complete` when it was paid meanwhile. */
  expireCheckout(key: string, sessionId: string): Promise<void>;
  /**
   * Sets what invoices state about a customer. @throws PaymentProviderRefused, for example when the tax id is
   * invalid.
   */
  setBillingDetails(key: string, customerId: string, details: BillingDetails): Promise<void>;
  /** Opens a page that only allows changing the payment method. */
  openPortal(key: string, customerId: string): Promise<{ url: string }>;

  /** Schedules what follows the current period, and replaces an earlier schedule. */
  scheduleNext(
    key: string,
    subscriptionId: string,
    next: { price: PriceName; quantity: number },
  ): Promise<void>;
  /** Drops the schedule, so that the subscription continues as it is. */
  releaseSchedule(key: string, scheduleId: string): Promise<void>;
  /** Sets or clears the cancellation at the period's end, after a release of the schedule. */
  cancelAtPeriodEnd(key: string, subscriptionId: string, cancels: boolean): Promise<void>;
  /** Cancels at once and without proration, and voids what is unpaid. */
  cancelNow(key: string, subscriptionId: string): Promise<void>;
  /**
   * Adds licenses, which are invoiced at once and take effect once paid. A schedule must be released first.
   * @throws CardDeclined; then the invoice is void and the quantity is as before.
   */
  raiseQuantity(key: string, subscriptionId: string, quantity: number): Promise<{ invoiceId?: string }>;
  /** Sets the quantity of the next period without an invoice now, as when the add-on follows the number of licenses. */
  setNextQuantity(
    key: string,
    subscriptionId: string,
    next: { price: PriceName; quantity: number },
  ): Promise<void>;
  /** Starts the add-on's own subscription and charges it at once. @throws CardDeclined; then there is none. */
  startAddon(
    key: string,
    order: { accountId: string; customerId: string; price: PriceName; quantity: number },
  ): Promise<ProviderSubscription>;
  /**
   * Moves the payment method that a checkout left on its subscription to the customer, where recharges, the add-on and a
   * later change of the card find it. Does nothing when the subscription has none of its own.
   */
  adoptPaymentMethod(key: string, customerId: string, subscriptionId: string): Promise<void>;
  /** Applies a discount to a subscription and its schedule from the next invoice on, in place of the one before. */
  applyPromotion(key: string, subscriptionId: string, promotionId: string): Promise<void>;

  /**
   * Computes the taxes of a subscription and its schedule from the next invoice on.
   * @throws PaymentProviderRefused, for example while the customer's address is unknown.
   */
  computeTaxes(key: string, subscriptionId: string): Promise<void>;

  /** Drafts an invoice with only a pack, which the provider neither mails nor retries. */
  draftPackInvoice(
    key: string,
    order: { accountId: string; customerId: string; pack: PackName; attempt: string },
  ): Promise<ProviderInvoice>;
  finalizeInvoice(key: string, invoiceId: string): Promise<ProviderInvoice>;
  /** Charges the customer off-session. An invoice that is paid already returns `paid`. */
  payInvoice(key: string, invoiceId: string): Promise<ChargeResult>;
  /** Does nothing to a void invoice. @throws PaymentProviderRefused when it is paid. */
  voidInvoice(key: string, invoiceId: string): Promise<void>;
  /**
   * Refunds money of a charge, once per key, no matter how late it is repeated.
   * @throws PaymentProviderRefused when it cannot, or the bank rejected it.
   */
  refundCharge(key: string, refund: { chargeId: string; amount: number }): Promise<void>;
}

/** Reads events of the provider, whose signature covers the raw bytes. */
export interface PaymentEventReader {
  /** @throws Problem unauthenticated when the signature is wrong or too old. */
  read(rawBody: string, signature: string | undefined, now: Date): Promise<PaymentEvent>;
}
