import { emitEvent } from '../webhooks/events.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { PaymentMethod } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

/** Behaviors of a card that is charged. */
export const cardKinds = ['ok', 'declined', 'authentication_required'] as const;
export type CardKind = (typeof cardKinds)[number];

/** The last digits of Stripe's test cards with each behavior. */
const lastDigits: Record<CardKind, string> = {
  ok: '4242',
  declined: '0341',
  authentication_required: '3184',
};

/** Stripe's names of test cards. Each attachment creates a new card. */
export const testCards: Record<string, CardKind> = {
  pm_card_visa: 'ok',
  pm_card_chargeCustomerFail: 'declined',
  pm_card_authenticationRequired: 'authentication_required',
};

export const cardBehavior = (method: ReadonlyObject<PaymentMethod>): CardKind =>
  cardKinds.find((kind) => lastDigits[kind] === method.card?.last4) ?? 'ok';

export const newCard = (tx: Transaction, kind: CardKind): PaymentMethod =>
  tx.put({
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: new Date(tx.now * 1000).getUTCFullYear() + 10,
      fingerprint: `local${lastDigits[kind]}`,
      funding: 'credit',
      generated_from: null,
      last4: lastDigits[kind],
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: tx.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });

/** Attaches a card to a customer. */
export const attachCard = (tx: Transaction, method: string, customer: string): PaymentMethod => {
  const attached = tx.edit('payment_method', method);
  attached.customer = customer;
  emitEvent(tx, 'payment_method.attached', { object: attached });
  return attached;
};
