import { cardBehavior } from '../customers/test-cards.ts';
import { emitEvent } from '../webhooks/events.ts';
import { StripeApiError } from '../http/stripe-api-error.ts';
import { renderObject } from '../http/render-object.ts';
import { noParameters, route, type Route } from '../http/route.ts';
import type { Charge, PaymentIntent } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

export type PaymentOutcome = 'succeeded' | 'declined' | 'requires_action';

interface IntentInput {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata?: Record<string, string>;
  keepsCard?: boolean;
}

export const newIntent = (tx: Transaction, input: IntentInput): PaymentIntent => {
  const id = newId('pi');
  const intent = tx.put<PaymentIntent>({
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${newId('').slice(1)}`,
    confirmation_method: 'automatic',
    created: tx.now,
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    description: input.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: input.keepsCard ? 'off_session' : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  });
  emitEvent(tx, 'payment_intent.created', { object: intent });
  return intent;
};

const declineMessage = 'Your card was declined.';

/** Fields that never change in the emulator. */
const unusedInCharge = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  failure_balance_transaction: null,
  on_behalf_of: null,
  receipt_email: null,
  receipt_number: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  fraud_details: {},
  livemode: false,
};

const newCharge = (
  tx: Transaction,
  intent: PaymentIntent,
  { method, paid }: { method: string; paid: boolean },
): Charge =>
  tx.put<Charge>({
    ...unusedInCharge,
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    calculated_statement_descriptor: 'LOCAL EMULATOR',
    captured: paid,
    created: tx.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: paid ? null : 'card_declined',
    failure_message: paid ? null : declineMessage,
    metadata: intent.metadata,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: paid ? null : 'generic_decline',
      seller_message: paid ? 'Payment complete.' : 'The bank did not return any further details.',
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: intent.id,
    payment_method: method,
    payment_method_details: { type: 'card' },
    receipt_url: paid ? `${tx.settings.publicUrl}/_local/stripe/state` : null,
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  });

const decide = (tx: Transaction, method: string, onSession: boolean): PaymentOutcome => {
  if (tx.settings.declinesCharge()) return 'declined';
  const behavior = cardBehavior(tx.get('payment_method', method));
  if (behavior === 'declined') return 'declined';
  return behavior === 'ok' || onSession ? 'succeeded' : 'requires_action';
};

/** Charges a card. @param onSession says whether its holder is present to authenticate. */
export const confirmIntent = (
  tx: Transaction,
  id: string,
  { method, onSession }: { method: string; onSession: boolean },
): PaymentOutcome => {
  const intent = tx.edit('payment_intent', id);
  const outcome = decide(tx, method, onSession);
  intent.payment_method = method;
  intent.next_action = null;
  if (outcome === 'requires_action') {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk' };
    emitEvent(tx, 'payment_intent.requires_action', { object: intent });
    return outcome;
  }
  const charge = newCharge(tx, intent, { method, paid: outcome === 'succeeded' });
  intent.latest_charge = charge.id;
  if (outcome === 'succeeded') {
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null });
  } else {
    intent.status = 'requires_payment_method';
    intent.payment_method = null;
    intent.last_payment_error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: declineMessage,
      charge: charge.id,
    };
  }
  emitEvent(tx, `charge.${outcome === 'succeeded' ? 'succeeded' : 'failed'}`, { object: charge });
  emitEvent(tx, `payment_intent.${outcome === 'succeeded' ? 'succeeded' : 'payment_failed'}`, {
    object: intent,
  });
  return outcome;
};

/** Creates a 402 for a failed payment, which keeps the changes of the attempt. */
export const cardError = (
  tx: Transaction,
  outcome: Exclude<PaymentOutcome, 'succeeded'>,
  { intent, actionCode }: { intent?: string; actionCode: string },
): StripeApiError => {
  const stored = intent === undefined ? undefined : tx.find('payment_intent', intent);
  const members = {
    ...(stored && { payment_intent: renderObject(tx, stored) }),
    ...(stored?.latest_charge && { charge: stored.latest_charge }),
  };
  if (outcome === 'requires_action') {
    const message =
      'This payment requires additional user action before it can be completed successfully. ' +
      'Payment can be completed using the PaymentIntent associated with the invoice.';
    return new StripeApiError(402, 'card_error', {
      message,
      members: { code: actionCode, ...members },
      keepsChanges: true,
    });
  }
  const code = { code: 'card_declined', decline_code: 'generic_decline' };
  return new StripeApiError(402, 'card_error', {
    message: declineMessage,
    members: { ...code, ...members },
    keepsChanges: true,
  });
};

/** Cancels a payment intent of a voided invoice. */
export const cancelIntent = (tx: Transaction, id: string): void => {
  const intent = tx.edit('payment_intent', id);
  Object.assign(intent, { status: 'canceled', canceled_at: tx.now, cancellation_reason: 'void_invoice' });
  emitEvent(tx, 'payment_intent.canceled', { object: intent });
};

export const paymentRoutes: Route[] = [
  route('GET', '/v1/payment_intents/:id', {
    name: 'paymentIntents.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('payment_intent', id, 'intent'),
  }),
  route('GET', '/v1/charges/:id', {
    name: 'charges.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('charge', id),
  }),
];
