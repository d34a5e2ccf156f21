import { attachCard, newCard, type CardKind } from '../customers/test-cards.ts';
import { applyLineDiscounts, setSessionTotals } from './checkout-lines.ts';
import { newCustomer } from '../customers/customers.ts';
import { enterAddress } from '../customers/tax-location.ts';
import { redeemDiscounts, type DiscountsParameter } from '../catalog/discounts.ts';
import { emitEvent } from '../webhooks/events.ts';
import { newInvoiceItem } from '../invoices/invoice-lines.ts';
import { finalizeInvoice } from '../invoices/invoice-lifecycle.ts';
import { attemptPayment, paymentIntentOf } from '../invoices/invoice-payment.ts';
import { newInvoice } from '../invoices/new-invoice.ts';
import { cardError, confirmIntent, newIntent, type PaymentOutcome } from '../payments/payment-intents.ts';
import { resourceMissing, StripeApiError, invalidRequest } from '../http/stripe-api-error.ts';
import { newSetupIntent } from '../customers/setup-intents.ts';
import { newSubscription } from '../subscriptions/subscription-creation.ts';
import type { CheckoutSession, LineItem } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

interface Plan {
  subscription_data?: { description: string | null; metadata: Record<string, string> };
  intent_data: { description: string | null; metadata: Record<string, string>; keepsCard: boolean };
}

interface Buyer {
  customer: string | null;
  card: string;
  plan: Plan;
}

/** Refuses an unsuccessful payment. The session stays open and no other change is kept. */
const refuseUnpaid = (tx: Transaction, outcome: PaymentOutcome): void => {
  if (outcome === 'succeeded') return;
  const { status, type, message, members } = cardError(tx, outcome, {
    actionCode: 'authentication_required',
  });
  throw new StripeApiError(status, type, { message, members });
};

const discountsOf = (session: CheckoutSession): DiscountsParameter =>
  (session.discounts ?? []).flatMap(({ coupon, promotion_code }): DiscountsParameter => {
    if (promotion_code !== null) return [{ promotion_code }];
    return coupon === null ? [] : [{ coupon }];
  });

const linesOf = (session: CheckoutSession): LineItem[] => session.line_items?.data ?? [];

const subscribe = (tx: Transaction, session: CheckoutSession, { customer, card, plan }: Buyer): void => {
  const { subscription, invoice } = newSubscription(tx, {
    customer: customer ?? '',
    items: linesOf(session).map(({ price, quantity }) => ({
      price: price?.id ?? '',
      quantity: quantity ?? 1,
    })),
    discounts: discountsOf(session),
    metadata: plan.subscription_data?.metadata ?? {},
    description: plan.subscription_data?.description ?? null,
    automatic_tax: session.automatic_tax.enabled,
    // Stripe stores the card on the subscription, not on the customer.
    default_payment_method: card,
    prorates: true,
  });
  const due = tx.get('invoice', invoice).amount_due > 0;
  if (due) refuseUnpaid(tx, attemptPayment(tx, invoice, { card, onSession: true }));
  Object.assign(session, {
    subscription: subscription.id,
    invoice,
    payment_status: due ? 'paid' : 'no_payment_required',
  });
};

const payInvoice = (tx: Transaction, session: CheckoutSession, { customer, card }: Buyer): void => {
  const data = session.invoice_creation?.invoice_data;
  const items = linesOf(session).map(({ price, quantity, amount_subtotal, currency, description }) =>
    newInvoiceItem(tx, {
      customer: customer ?? '',
      amount: amount_subtotal,
      currency,
      description,
      discountable: true,
      period: { start: tx.now, end: tx.now },
      quantity: quantity ?? 1,
      ...(price && { price }),
    }),
  );
  const invoice = newInvoice(tx, {
    customer: customer ?? '',
    currency: session.currency ?? 'usd',
    billing_reason: 'manual',
    automatic_tax: session.automatic_tax.enabled,
    lines: [],
    items,
    discounts: redeemDiscounts(tx, discountsOf(session), { customer, checkout_session: session.id }),
    auto_advance: false,
    description: data?.description ?? null,
    footer: data?.footer ?? null,
    metadata: data?.metadata ?? {},
  });
  const due = finalizeInvoice(tx, invoice.id).amount_due > 0;
  if (due) refuseUnpaid(tx, attemptPayment(tx, invoice.id, { card, onSession: true }));
  Object.assign(session, {
    invoice: invoice.id,
    payment_intent: paymentIntentOf(tx, invoice.id) ?? null,
    payment_status: due ? 'paid' : 'no_payment_required',
  });
};

const payOnce = (tx: Transaction, session: CheckoutSession, { customer, card, plan }: Buyer): void => {
  const amount = session.amount_total ?? 0;
  redeemDiscounts(tx, discountsOf(session), { customer, checkout_session: session.id });
  if (amount === 0) {
    session.payment_status = 'no_payment_required';
    return;
  }
  const currency = session.currency ?? 'usd';
  const intent = newIntent(tx, { amount, currency, customer, ...plan.intent_data });
  refuseUnpaid(tx, confirmIntent(tx, intent.id, { method: card, onSession: true }));
  Object.assign(session, { payment_intent: intent.id, payment_status: 'paid' });
};

const buyerOf = (tx: Transaction, session: CheckoutSession, kind: CardKind): Buyer => {
  const plan = JSON.parse(tx.get('local.checkout_plan', session.id).plan) as Plan;
  const { mode } = session;
  const invoices = session.invoice_creation?.enabled === true;
  const needed = mode === 'subscription' || invoices || session.customer_creation === 'always';
  let { customer } = session;
  if (customer === null && needed) {
    const made = newCustomer(tx, {
      ...(session.customer_email !== null && { email: session.customer_email }),
    });
    emitEvent(tx, 'customer.created', { object: made });
    customer = made.id;
  }
  if (customer !== null && session.automatic_tax.enabled) enterAddress(tx, customer);
  const card = newCard(tx, kind).id;
  const keeps = mode !== 'payment' || plan.intent_data.keepsCard;
  if (keeps && customer !== null) attachCard(tx, card, customer);
  return { customer, card, plan };
};

const takeCode = (tx: Transaction, session: CheckoutSession, code: string): void => {
  if (!session.allow_promotion_codes)
    throw invalidRequest('This session takes no promotion codes.', 'promotionCode');
  const found = tx.where(
    'promotion_code',
    (one) => one.active && one.code.toUpperCase() === code.toUpperCase(),
  );
  const [first] = found;
  if (!first) throw invalidRequest('This code is invalid.', 'promotionCode');
  session.discounts = [{ coupon: null, promotion_code: first.id }];
  const lines = linesOf(session);
  applyLineDiscounts(tx, lines, { discounts: discountsOf(session), customer: session.customer });
  setSessionTotals(session, lines);
};

const pay = (tx: Transaction, session: CheckoutSession, buyer: Buyer): void => {
  if (session.mode === 'subscription') return subscribe(tx, session, buyer);
  if (session.mode === 'setup') {
    session.setup_intent = newSetupIntent(tx, {
      customer: buyer.customer,
      card: buyer.card,
      metadata: buyer.plan.intent_data.metadata,
    }).id;
    return;
  }
  if (session.invoice_creation?.enabled) return payInvoice(tx, session, buyer);
  payOnce(tx, session, buyer);
};

/** Completes a session as the buyer does on its page. @throws StripeApiError 402 for a declined card. */
export const completeCheckoutSession = (
  tx: Transaction,
  id: string,
  how: { card?: CardKind; promotionCode?: string },
): CheckoutSession => {
  const { status } = tx.get('checkout.session', id, 'session');
  if (status !== 'open') throw resourceMissing('open checkout session', id, 'session');
  const session = tx.edit('checkout.session', id);
  if (how.promotionCode !== undefined) takeCode(tx, session, how.promotionCode);
  const buyer = buyerOf(tx, session, how.card ?? 'ok');
  if (how.card === 'declined' && session.mode === 'setup') refuseUnpaid(tx, 'declined');
  pay(tx, session, buyer);
  const customer = buyer.customer === null ? undefined : tx.get('customer', buyer.customer);
  Object.assign(session, {
    status: 'complete',
    url: null,
    customer: buyer.customer,
    customer_details: {
      address: null,
      business_name: null,
      email: customer?.email ?? session.customer_email,
      individual_name: null,
      name: customer?.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  });
  emitEvent(tx, 'checkout.session.completed', { object: session });
  return session;
};
