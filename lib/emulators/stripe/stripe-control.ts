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

/** A customer by id, or by the organization (its billing account) that its metadata names. */
type Whom = { customer: string } | { organizationId: string };

/** What people do at the till, and what befalls it: not Stripe's API. Refusals are thrown as `Refusal`. */
export interface StripeControl {
  /** Gives a customer a card, the default from now on, for what its subscriptions pay too. */
  setCard(whom: Whom, card: CardKind): PaymentMethod;
  /** A discount on the customer itself, for every invoice. */
  setDiscount(whom: Whom, coupon: string): Customer;
  checkoutSession(id: string): CheckoutSession;
  /** The buyer pays on the page. */
  completeCheckout(id: string, how?: { card?: CardKind; promotionCode?: string }): CheckoutSession;
  invoice(id: string): Invoice;
  /** The customer pays an open invoice on its page, and is there to authenticate. */
  payInvoice(id: string, card?: CardKind): Invoice;
  portalSession(id: string): PortalSession;
  /** The card's holder contests a charge. */
  dispute(charge: string): Dispute;
  closeDispute(charge: string, outcome: 'won' | 'lost'): Dispute;
  /** Gives money back, as the account's owner does by hand; all that is left unless told how much. */
  refund(charge: string, amount?: number): Refund;
  /** Sets how the post behaves; what is not named is calm again. */
  setWebhookBehavior(mood: Partial<WebhookBehavior>): WebhookBehavior;
  /** Everything there is, for looking. */
  state(): Record<string, object[]>;
}

const customerOf = (tx: Transaction, whom: Whom): string => {
  if ('customer' in whom) return tx.get('customer', whom.customer, 'customer').id;
  const { organizationId } = whom;
  const found = tx
    .where(
      'customer',
      ({ metadata }) => (metadata['accountId'] ?? metadata['organizationId']) === organizationId,
    )
    .at(-1);
  if (!found) throw resourceMissing('customer of organization', organizationId, 'organizationId');
  return found.id;
};

const setCard = (tx: Transaction, whom: Whom, kind: CardKind): PaymentMethod => {
  const customer = customerOf(tx, whom);
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

const setDiscount = (tx: Transaction, whom: Whom, coupon: string): Customer => {
  const customer = customerOf(tx, whom);
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

const shown = [
  'product',
  'price',
  'coupon',
  'promotion_code',
  'customer',
  'payment_method',
  'checkout.session',
] as const;
const billed = [
  'subscription',
  'subscription_schedule',
  'invoice',
  'invoiceitem',
  'charge',
  'refund',
  'dispute',
  'event',
] as const;

export const openStripeControl = (till: StripeApi): StripeControl => {
  /** A declined card leaves its traces, as in a request. */
  const act = <T>(deed: (tx: Transaction) => T): T => {
    const outcome = till.transact((tx) => {
      try {
        return {
          value: tx.withSavepoint(
            () => deed(tx),
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
    setCard: (whom, card) => act((tx) => setCard(tx, whom, card)),
    setDiscount: (whom, coupon) => act((tx) => setDiscount(tx, whom, coupon)),
    checkoutSession: (id) => act((tx) => tx.get('checkout.session', id, 'session')),
    completeCheckout: (id, how = {}) => act((tx) => completeCheckoutSession(tx, id, how)),
    invoice: (id) => act((tx) => tx.get('invoice', id)),
    payInvoice: (id, card = 'ok') => act((tx) => payInvoice(tx, id, card)),
    portalSession: (id) => act((tx) => tx.get('billing_portal.session', id)),
    dispute: (charge) => act((tx) => openDispute(tx, charge)),
    closeDispute: (charge, outcome) => act((tx) => closeDispute(tx, charge, outcome)),
    refund: (charge, amount) => act((tx) => createRefund(tx, { charge, amount })),
    setWebhookBehavior: (mood) => (till.webhooks.behavior = { ...normalBehavior, ...mood }),
    state: () =>
      act((tx) =>
        Object.fromEntries(
          [...shown, ...billed].map((kind) => [
            kind,
            [...tx.all(kind)].map((thing) => renderObject(tx, thing)),
          ]),
        ),
      ),
  };
};
