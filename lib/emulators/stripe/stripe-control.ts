import { deepCopy } from './store/deep-copy.ts';
import { attachCard, newCard, type CardKind } from './customers/test-cards.ts';
import { completeCheckoutSession } from './checkout/checkout-completion.ts';
import { redeemDiscounts } from './catalog/discounts.ts';
import { changeObject } from './webhooks/events.ts';
import { attemptPayment } from './invoices/invoice-payment.ts';
import { cardError } from './payments/payment-intents.ts';
import { invalidRequest, resourceMissing } from './http/stripe-api-error.ts';
import { closeDispute, openDispute, createRefund } from './payments/refunds.ts';
import { renderObject } from './http/render-object.ts';
import { changeSubscription } from './subscriptions/subscription-state.ts';
import type { StripeApi } from './stripe-api.ts';
import { normalBehavior, type WebhookBehavior } from './webhooks/webhook-delivery.ts';
import type {
  CheckoutSession,
  Customer,
  Dispute,
  Invoice,
  PaymentMethod,
  PortalSession,
  Refund,
} from './store/stripe-objects.ts';
import type { Transaction } from './store/transaction.ts';

/** Refers to a customer by id, or by the organization in its metadata. */
type CustomerReference = { customer: string } | { organizationId: string };

/** Actions of customers, banks and the account's owner, which Stripe's API does not have. They throw StripeApiError. */
export interface StripeControl {
  /** Gives a customer a new default card, which its subscriptions use too. */
  setCard(reference: CustomerReference, card: CardKind): PaymentMethod;
  /** Sets a discount on the customer, which applies to every invoice. */
  setDiscount(reference: CustomerReference, coupon: string): Customer;
  checkoutSession(id: string): CheckoutSession;
  /** Completes a checkout, as the buyer does on its page. */
  completeCheckout(id: string, how?: { card?: CardKind; promotionCode?: string }): CheckoutSession;
  invoice(id: string): Invoice;
  /** Pays an open invoice, as the customer does on its page, present to authenticate. */
  payInvoice(id: string, card?: CardKind): Invoice;
  portalSession(id: string): PortalSession;
  /** Opens a dispute, as the card's holder does. */
  dispute(charge: string): Dispute;
  closeDispute(charge: string, outcome: 'won' | 'lost'): Dispute;
  /** Refunds a charge, as the account's owner does by hand; the whole rest unless an amount is given. */
  refund(charge: string, amount?: number): Refund;
  /** Sets the behavior of webhooks; what is not given returns to normal. */
  setWebhookBehavior(behavior: Partial<WebhookBehavior>): WebhookBehavior;
  /** @returns all objects, for inspection. */
  state(): Record<string, object[]>;
}

const customerOf = (tx: Transaction, reference: CustomerReference): string => {
  if ('customer' in reference) return tx.get('customer', reference.customer, 'customer').id;
  const { organizationId } = reference;
  const found = tx
    .where(
      'customer',
      ({ metadata }) => (metadata['accountId'] ?? metadata['organizationId']) === organizationId,
    )
    .at(-1);
  if (!found) throw resourceMissing('customer of organization', organizationId, 'organizationId');
  return found.id;
};

const setCard = (tx: Transaction, reference: CustomerReference, kind: CardKind): PaymentMethod => {
  const customer = customerOf(tx, reference);
  const card = newCard(tx, kind).id;
  attachCard(tx, card, customer);
  changeObject(tx, { type: 'customer', id: customer, event: 'customer.updated' }, (one) => {
    one.invoice_settings.default_payment_method = card;
  });
  const own = tx.where(
    'subscription',
    (one) => one.customer === customer && one.default_payment_method !== null,
  );
  for (const { id, ended_at } of own) {
    if (ended_at === null) changeSubscription(tx, id, (one) => void (one.default_payment_method = card));
  }
  return tx.edit('payment_method', card);
};

const setDiscount = (tx: Transaction, reference: CustomerReference, coupon: string): Customer => {
  const customer = customerOf(tx, reference);
  const [id = ''] = redeemDiscounts(tx, [{ coupon }], { customer });
  return changeObject(tx, { type: 'customer', id: customer, event: 'customer.updated' }, (one) => {
    one.discount = deepCopy(tx.get('discount', id)) as Customer['discount'];
  });
};

const payInvoice = (tx: Transaction, id: string, kind: CardKind): Invoice => {
  const { status, customer } = tx.get('invoice', id);
  if (status !== 'open' && status !== 'uncollectible')
    throw invalidRequest(`This invoice is ${status ?? 'no longer there'}.`);
  const card = newCard(tx, kind).id;
  if (customer !== null) attachCard(tx, card, customer);
  const outcome = attemptPayment(tx, id, { card, onSession: true });
  if (outcome !== 'succeeded') throw cardError(tx, outcome, { actionCode: 'authentication_required' });
  return tx.edit('invoice', id);
};

const catalogTypes = [
  'product',
  'price',
  'coupon',
  'promotion_code',
  'customer',
  'payment_method',
  'checkout.session',
] as const;
const billingTypes = [
  'subscription',
  'subscription_schedule',
  'invoice',
  'invoiceitem',
  'charge',
  'refund',
  'dispute',
  'event',
] as const;

export const openStripeControl = (api: StripeApi): StripeControl => {
  /** Runs an action in a transaction. As in a request, a declined card leaves its changes behind. */
  const act = <T>(action: (tx: Transaction) => T): T => {
    const outcome = api.transact((tx) => {
      try {
        return {
          value: tx.withSavepoint(
            () => action(tx),
            () => true,
          ),
        };
      } catch (error) {
        return { error };
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
  return {
    setCard: (reference, card) => act((tx) => setCard(tx, reference, card)),
    setDiscount: (reference, coupon) => act((tx) => setDiscount(tx, reference, coupon)),
    checkoutSession: (id) => act((tx) => tx.get('checkout.session', id, 'session')),
    completeCheckout: (id, how = {}) => act((tx) => completeCheckoutSession(tx, id, how)),
    invoice: (id) => act((tx) => tx.get('invoice', id)),
    payInvoice: (id, card = 'ok') => act((tx) => payInvoice(tx, id, card)),
    portalSession: (id) => act((tx) => tx.get('billing_portal.session', id)),
    dispute: (charge) => act((tx) => openDispute(tx, charge)),
    closeDispute: (charge, outcome) => act((tx) => closeDispute(tx, charge, outcome)),
    refund: (charge, amount) => act((tx) => createRefund(tx, { charge, amount })),
    setWebhookBehavior: (behavior) => (api.webhooks.behavior = { ...normalBehavior, ...behavior }),
    state: () =>
      act((tx) =>
        Object.fromEntries(
          [...catalogTypes, ...billingTypes].map((kind) => [
            kind,
            [...tx.all(kind)].map((object) => renderObject(tx, object)),
          ]),
        ),
      ),
  };
};
