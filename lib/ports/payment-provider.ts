import { ExternalFailure, Problem } from '@scangate/domain/problem';
import type { Instant, Interval } from '@scangate/domain/records';
import type { PackName } from '@scangate/domain/credits/credit-packs';
import type { PriceName } from '@scangate/domain/plans/prices';
import type {
  ProviderCharge,
  ProviderCheckout,
  ProviderCustomer,
  ProviderInvoice,
  ProviderSubscription,
} from '@scangate/domain/payments/provider-objects';

/**
 * The till: who takes the money (Stripe). What it says of an invoice or a subscription is the truth about it. Every
 * writing call carries a key; the same call under the same key is one call, also when its answer was lost.
 */

export type * from '@scangate/domain/payments/provider-objects';

/** Something happened there. Only a hint where to look: the object itself is always fetched anew. */
export interface PaymentEvent {
  eventId: string;
  type: string;
  at: Instant;
  object: 'invoice' | 'subscription' | 'checkout' | 'customer' | 'charge' | 'other';
  objectId: string;
}

/** The outcome of a charge that was asked for just now. */
export type ChargeResult = { outcome: 'paid' } | { outcome: 'declined'; code: string };

/** The till knows the call and refuses it: the state there is another than we thought. Nothing was done. */
export class PaymentProviderRefused extends ExternalFailure {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'TillRefused';
    this.code = code;
  }

  /** It is our key that is refused: nobody's business but ours, and no word about what was asked for. */
  get isOfKey(): boolean {
    return this.code === 'key_refused';
  }

  override get problem(): Problem {
    if (this.isOfKey) return new Problem('system_error');
    return new Problem('conflict', { detail: 'The present state of the subscription does not permit this.' });
  }
}

/** A card was declined by what was asked for; nothing was changed by it. */
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

/** Reading. What does not exist is undefined. Any of these throws Transient when the till does not answer. */
export interface PaymentReader {
  subscription(subscriptionId: string): Promise<ProviderSubscription | undefined>;
  /** Those of a customer that are not ended. */
  subscriptions(customerId: string): Promise<ProviderSubscription[]>;
  invoice(invoiceId: string): Promise<ProviderInvoice | undefined>;
  /** The latest invoices of a subscription, those of two years of months at least, in any order. */
  invoices(subscriptionId: string): Promise<ProviderInvoice[]>;
  checkout(sessionId: string): Promise<ProviderCheckout | undefined>;
  customer(customerId: string): Promise<ProviderCustomer | undefined>;
  charge(chargeId: string): Promise<ProviderCharge | undefined>;
  /** The discount behind a code that customers type; undefined when there is none that is active. */
  findPromotion(code: string): Promise<{ promotionId: string } | undefined>;
  /** What the next invoice of a subscription will be. */
  preview(subscriptionId: string): Promise<{ amountDue: number; currency: string; at: Instant } | undefined>;
  /** The recharge's invoice that was made for this attempt, where the answer to its making was lost. */
  findRechargeInvoice(customerId: string, attempt: string): Promise<ProviderInvoice | undefined>;
}

export interface PlanOrder {
  plan: 'Starter' | 'Team';
  interval: Interval;
  licenses?: number;
}

/**
 * Writing. Each is one call, or several under keys made from the given one; each may be repeated. Throws Transient when
 * the outcome is unknown, TillRefused when the state there does not permit it, CardDeclined where said.
 */
export interface PaymentProvider extends PaymentReader {
  createCustomer(key: string, customer: { accountId: string; name: string }): Promise<ProviderCustomer>;
  /** For a first paid plan; expires after a day, or when asked to. */
  openPlanCheckout(
    key: string,
    order: PlanOrder & { accountId: string; customerId: string; promotionId?: string },
  ): Promise<ProviderCheckout>;
  openPackCheckout(
    key: string,
    order: { accountId: string; customerId: string; pack: PackName },
  ): Promise<ProviderCheckout>;
  /** One that is expired already stays so. @throws TillRefused `checkout_complete` when it was paid meanwhile. */
  expireCheckout(key: string, sessionId: string): Promise<void>;
  /** To change the payment method, and nothing else. */
  openPortal(key: string, customerId: string): Promise<{ url: string }>;

  /** Arranges what follows the period under way; replaces what was arranged. */
  scheduleNext(
    key: string,
    subscriptionId: string,
    next: { price: PriceName; quantity: number },
  ): Promise<void>;
  /** Nothing is arranged any more: the subscription goes on as it is. */
  releaseSchedule(key: string, scheduleId: string): Promise<void>;
  /** What was arranged for the next period is released first. */
  cancelAtPeriodEnd(key: string, subscriptionId: string, cancels: boolean): Promise<void>;
  /** At once and without proration: what is unpaid is void. */
  cancelNow(key: string, subscriptionId: string): Promise<void>;
  /**
   * More licences: invoiced at once, in force once paid. A schedule has to be released before.
   * @throws CardDeclined; then the invoice is void and the quantity as before.
   */
  raiseQuantity(key: string, subscriptionId: string, quantity: number): Promise<{ invoiceId?: string }>;
  /** From the next period on, without an invoice now: how the add-on follows the licences, or the plan's size. */
  setNextQuantity(
    key: string,
    subscriptionId: string,
    next: { price: PriceName; quantity: number },
  ): Promise<void>;
  /** Its own subscription, charged at once. @throws CardDeclined; then there is none. */
  startAddon(
    key: string,
    order: { accountId: string; customerId: string; price: PriceName; quantity: number },
  ): Promise<ProviderSubscription>;
  /**
   * The way to pay that a checkout left on its subscription becomes the customer's: the only one that recharges, the
   * add-on and a later change of it know. Nothing to do when the subscription has none of its own.
   */
  adoptPaymentMethod(key: string, customerId: string, subscriptionId: string): Promise<void>;
  /** A discount on a subscription, from its next invoice on, in place of the one before; also of what is arranged. */
  applyPromotion(key: string, subscriptionId: string, promotionId: string): Promise<void>;

  /** A pack and nothing else on an invoice that nobody is asked to pay and that is not retried: still a draft. */
  draftPackInvoice(
    key: string,
    order: { accountId: string; customerId: string; pack: PackName; attempt: string },
  ): Promise<ProviderInvoice>;
  finalizeInvoice(key: string, invoiceId: string): Promise<ProviderInvoice>;
  /** Without anybody present. One that is paid already is `paid`. */
  payInvoice(key: string, invoiceId: string): Promise<ChargeResult>;
  /** One that is void already stays so. @throws TillRefused when it is paid. */
  voidInvoice(key: string, invoiceId: string): Promise<void>;
}

/** Tells whether a message is from the till, by its signature over the raw bytes, and which it is. */
export interface PaymentEventReader {
  /** @throws Problem unauthenticated when it was not signed by the till, or too long ago. */
  read(rawBody: string, signature: string | undefined, now: Date): Promise<PaymentEvent>;
}
