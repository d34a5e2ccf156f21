import * as z from 'zod';
import { changeObject, emitEvent } from '../webhooks/events.ts';
import {
  createdRange,
  strictObject,
  integerParameter,
  metadataParameter,
  stringParameter,
} from '../http/parameters.ts';
import { missingParameter, invalidRequest } from '../http/stripe-api-error.ts';
import {
  matchesFilter,
  listParameters,
  mergeMetadata,
  noParameters,
  listPage,
  route,
  inRange,
  type Route,
} from '../http/route.ts';
import type { Dispute, Refund } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const create = strictObject({
  amount: integerParameter.pipe(z.number().min(1)).optional(),
  charge: stringParameter.optional(),
  payment_intent: stringParameter.optional(),
  metadata: metadataParameter.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
type Create = z.infer<typeof create>;

const chargeOf = (tx: Transaction, given: Create): string => {
  if (given.charge !== undefined) return tx.get('charge', given.charge, 'charge').id;
  if (given.payment_intent === undefined) throw missingParameter('charge');
  const { latest_charge } = tx.get('payment_intent', given.payment_intent, 'payment_intent');
  if (latest_charge === null)
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
  return latest_charge;
};

/** Refunds a charge, whole or in part, and adds the amount to the charge's total. */
export const createRefund = (tx: Transaction, given: Create): Refund => {
  const id = chargeOf(tx, given);
  const charge = tx.get('charge', id);
  if (!charge.paid) throw invalidRequest(`Charge ${id} has failed and cannot be refunded.`, 'charge');
  const left = charge.amount - charge.amount_refunded;
  if (left === 0)
    throw invalidRequest(`Charge ${id} has already been refunded.`, 'charge', 'charge_already_refunded');
  const amount = given.amount ?? left;
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    );
  const made = tx.put<Refund>({
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: id,
    created: tx.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: mergeMetadata({}, given.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  emitEvent(tx, 'refund.created', { object: made });
  changeObject(tx, { type: 'charge', id, event: 'charge.refunded' }, (one) => {
    one.amount_refunded += amount;
    one.refunded = one.amount_refunded === one.amount;
  });
  return made;
};

/** Opens a dispute, as the holder of the card does. */
export const openDispute = (tx: Transaction, chargeId: string): Dispute => {
  const charge = tx.get('charge', chargeId, 'charge');
  if (charge.disputed) throw invalidRequest('This charge is disputed already.', 'charge');
  tx.edit('charge', chargeId).disputed = true;
  const made = tx.put<Dispute>({
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: chargeId,
    created: tx.now,
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'general',
    status: 'needs_response',
  });
  emitEvent(tx, 'charge.dispute.created', { object: made });
  return made;
};

/** Closes a dispute, as the bank does. */
export const closeDispute = (tx: Transaction, chargeId: string, status: 'won' | 'lost'): Dispute => {
  const [open] = tx.where('dispute', (one) => one.charge === chargeId && one.status === 'needs_response');
  if (!open) throw invalidRequest('There is no open dispute of this charge.', 'charge');
  const closed = tx.edit('dispute', open.id);
  closed.status = status;
  emitEvent(tx, 'charge.dispute.closed', { object: closed });
  return closed;
};

export const refundRoutes: Route[] = [
  route('POST', '/v1/refunds', { name: 'refunds.create', parameters: create, run: createRefund }),
  route('GET', '/v1/refunds/:id', {
    name: 'refunds.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('refund', id),
  }),
  route('GET', '/v1/disputes/:id', {
    name: 'disputes.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('dispute', id),
  }),
  route('GET', '/v1/disputes', {
    name: 'disputes.list',
    parameters: listParameters({
      charge: stringParameter.optional(),
      created: createdRange,
      payment_intent: stringParameter.optional(),
    }),
    run: (tx, { charge, created, payment_intent, ...paging }) => {
      const found = tx.where(
        'dispute',
        (one) => matchesFilter(one, { charge, payment_intent }) && inRange(created, one.created),
      );
      return listPage(tx, '/v1/disputes', { found, paging });
    },
  }),
  route('GET', '/v1/disputes', {
    name: 'disputes.list',
    parameters: listParameters({ charge: stringParameter.optional() }),
    run: (tx, { charge, ...paging }) => {
      const found = tx.where('dispute', (one) => matchesFilter(one, { charge }));
      return listPage(tx, '/v1/disputes', { found, paging });
    },
  }),
  route('GET', '/v1/refunds', {
    name: 'refunds.list',
    parameters: listParameters({
      charge: stringParameter.optional(),
      created: createdRange,
      payment_intent: stringParameter.optional(),
    }),
    run: (tx, { charge, created, payment_intent, ...paging }) => {
      const found = tx.where(
        'refund',
        (one) => matchesFilter(one, { charge, payment_intent }) && inRange(created, one.created),
      );
      return listPage(tx, '/v1/refunds', { found, paging });
    },
  }),
];
