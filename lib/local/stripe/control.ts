import { copyOf } from './copy.ts';
import { attachCard, newCard, type CardKind } from './cards.ts';
import { completeSession } from './checkout-completion.ts';
import { redeemDiscounts } from './discounts.ts';
import { change } from './events.ts';
import { attempt } from './invoice-payment.ts';
import { cardError } from './payments.ts';
import { refuse, noSuch } from './refusal.ts';
import { closeDispute, dispute, refund } from './refunds.ts';
import { render } from './render.ts';
import { updateSubscription } from './subscription-state.ts';
import type { Till } from './till.ts';
import { calm, type WebhookMood } from './webhooks.ts';
import type {
  CheckoutSession,
  Customer,
  Dispute,
  Invoice,
  PaymentMethod,
  PortalSession,
  Refund,
} from './wire.ts';
import type { Work } from './work.ts';

/** A customer by id, or by the organization (its billing account) that its metadata names. */
type Whom = { customer: string } | { organizationId: string };

/** What people do at the till, and what befalls it: not Stripe's API. Refusals are thrown as `Refusal`. */
export interface StripeControl {
  /** Gives a customer a card, the default from now on, for what its subscriptions pay too. */
  setCard(whom: Whom, card: CardKind): PaymentMethod;
  /** A discount on the customer itself, for every invoice. */
  setDiscount(whom: Whom, coupon: string): Customer;
  session(id: string): CheckoutSession;
  /** The buyer pays on the page. */
  completeCheckout(id: string, how?: { card?: CardKind; promotionCode?: string }): CheckoutSession;
  invoice(id: string): Invoice;
  /** The customer pays an open invoice on its page, and is there to authenticate. */
  payInvoice(id: string, card?: CardKind): Invoice;
  portal(id: string): PortalSession;
  /** The card's holder contests a charge. */
  dispute(charge: string): Dispute;
  closeDispute(charge: string, outcome: 'won' | 'lost'): Dispute;
  /** Gives money back, as the account's owner does by hand; all that is left unless told how much. */
  refund(charge: string, amount?: number): Refund;
  /** Sets how the post behaves; what is not named is calm again. */
  webhooks(mood: Partial<WebhookMood>): WebhookMood;
  /** Everything there is, for looking. */
  state(): Record<string, object[]>;
}

const customerOf = (work: Work, whom: Whom): string => {
  if ('customer' in whom) return work.get('customer', whom.customer, 'customer').id;
  const { organizationId } = whom;
  const found = work
    .where(
      'customer',
      ({ metadata }) => (metadata['accountId'] ?? metadata['organizationId']) === organizationId,
    )
    .at(-1);
  if (!found) throw noSuch('customer of organization', organizationId, 'organizationId');
  return found.id;
};

const setCard = (work: Work, whom: Whom, kind: CardKind): PaymentMethod => {
  const customer = customerOf(work, whom);
  const card = newCard(work, kind).id;
  attachCard(work, card, customer);
  change(work, 'customer', customer, 'customer.updated', (one) => {
    one.invoice_settings.default_payment_method = card;
  });
  const own = work.where(
    'subscription',
    (one) => one.customer === customer && one.default_payment_method !== null,
  );
  for (const { id, ended_at } of own) {
    if (ended_at === null) updateSubscription(work, id, (one) => void (one.default_payment_method = card));
  }
  return work.edit('payment_method', card);
};

const setDiscount = (work: Work, whom: Whom, coupon: string): Customer => {
  const customer = customerOf(work, whom);
  const [id = ''] = redeemDiscounts(work, [{ coupon }], { customer });
  return change(work, 'customer', customer, 'customer.updated', (one) => {
    one.discount = copyOf(work.get('discount', id)) as Customer['discount'];
  });
};

const payInvoice = (work: Work, id: string, kind: CardKind): Invoice => {
  const { status, customer } = work.get('invoice', id);
  if (status !== 'open' && status !== 'uncollectible')
    throw refuse(`This invoice is ${status ?? 'no longer there'}.`);
  const card = newCard(work, kind).id;
  if (customer !== null) attachCard(work, card, customer);
  const outcome = attempt(work, id, { card, onSession: true });
  if (outcome !== 'succeeded') throw cardError(work, outcome, undefined, 'authentication_required');
  return work.edit('invoice', id);
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

export const controlOf = (till: Till): StripeControl => {
  /** A declined card leaves its traces, as in a request. */
  const act = <T>(deed: (work: Work) => T): T => {
    const outcome = till.transact((work) => {
      try {
        return {
          value: work.attempt(
            () => deed(work),
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
    setCard: (whom, card) => act((work) => setCard(work, whom, card)),
    setDiscount: (whom, coupon) => act((work) => setDiscount(work, whom, coupon)),
    session: (id) => act((work) => work.get('checkout.session', id, 'session')),
    completeCheckout: (id, how = {}) => act((work) => completeSession(work, id, how)),
    invoice: (id) => act((work) => work.get('invoice', id)),
    payInvoice: (id, card = 'ok') => act((work) => payInvoice(work, id, card)),
    portal: (id) => act((work) => work.get('billing_portal.session', id)),
    dispute: (charge) => act((work) => dispute(work, charge)),
    closeDispute: (charge, outcome) => act((work) => closeDispute(work, charge, outcome)),
    refund: (charge, amount) => act((work) => refund(work, { charge, amount })),
    webhooks: (mood) => (till.webhooks.mood = { ...calm, ...mood }),
    state: () =>
      act((work) =>
        Object.fromEntries(
          [...shown, ...billed].map((kind) => [
            kind,
            [...work.all(kind)].map((thing) => render(work, thing)),
          ]),
        ),
      ),
  };
};
