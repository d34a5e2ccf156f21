import * as z from 'zod';
import { change, emit } from './events.ts';
import { createdRange, group, integer, metadata, text } from './parameters.ts';
import { missing, refuse } from './refusal.ts';
import { fits, listing, merged, nothing, page, route, within, type Route } from './route.ts';
import type { Dispute, Refund } from './wire.ts';
import { newId, type Work } from './work.ts';

const create = group({
  amount: integer.pipe(z.number().min(1)).optional(),
  charge: text.optional(),
  payment_intent: text.optional(),
  metadata: metadata.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
type Create = z.infer<typeof create>;

const chargeOf = (work: Work, given: Create): string => {
  if (given.charge !== undefined) return work.get('charge', given.charge, 'charge').id;
  if (given.payment_intent === undefined) throw missing('charge');
  const { latest_charge } = work.get('payment_intent', given.payment_intent, 'payment_intent');
  if (latest_charge === null)
    throw refuse('This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
  return latest_charge;
};

/** Gives money back; the charge says how much in all. */
export const refund = (work: Work, given: Create): Refund => {
  const id = chargeOf(work, given);
  const charge = work.get('charge', id);
  if (!charge.paid) throw refuse(`Charge ${id} has failed and cannot be refunded.`, 'charge');
  const left = charge.amount - charge.amount_refunded;
  if (left === 0)
    throw refuse(`Charge ${id} has already been refunded.`, 'charge', 'charge_already_refunded');
  const amount = given.amount ?? left;
  if (amount > left)
    throw refuse(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount');
  const made = work.put<Refund>({
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: id,
    created: work.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: merged({}, given.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  emit(work, 'refund.created', made);
  change(work, 'charge', id, 'charge.refunded', (one) => {
    one.amount_refunded += amount;
    one.refunded = one.amount_refunded === one.amount;
  });
  return made;
};

/** The holder of the card contests a charge. */
export const dispute = (work: Work, chargeId: string): Dispute => {
  const charge = work.get('charge', chargeId, 'charge');
  if (charge.disputed) throw refuse('This charge is disputed already.', 'charge');
  work.edit('charge', chargeId).disputed = true;
  const made = work.put<Dispute>({
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: chargeId,
    created: work.now,
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'general',
    status: 'needs_response',
  });
  emit(work, 'charge.dispute.created', made);
  return made;
};

/** The bank decides a dispute; what was lost stays taken. */
export const closeDispute = (work: Work, chargeId: string, status: 'won' | 'lost'): Dispute => {
  const [open] = work.where('dispute', (one) => one.charge === chargeId && one.status === 'needs_response');
  if (!open) throw refuse('There is no open dispute of this charge.', 'charge');
  const closed = work.edit('dispute', open.id);
  closed.status = status;
  emit(work, 'charge.dispute.closed', closed);
  return closed;
};

export const refundRoutes: Route[] = [
  route('POST', '/v1/refunds', 'refunds.create', create, refund),
  route('GET', '/v1/refunds/:id', 'refunds.retrieve', nothing, (work, _, id) => work.get('refund', id)),
  route('GET', '/v1/disputes/:id', 'disputes.retrieve', nothing, (work, _, id) => work.get('dispute', id)),
  route(
    'GET',
    '/v1/disputes',
    'disputes.list',
    listing({ charge: text.optional(), created: createdRange, payment_intent: text.optional() }),
    (work, { charge, created, payment_intent, ...paging }) => {
      const found = work.where(
        'dispute',
        (one) => fits(one, { charge, payment_intent }) && within(created, one.created),
      );
      return page(work, '/v1/disputes', found, paging);
    },
  ),
  route(
    'GET',
    '/v1/disputes',
    'disputes.list',
    listing({ charge: text.optional() }),
    (work, { charge, ...paging }) => {
      const found = work.where('dispute', (one) => fits(one, { charge }));
      return page(work, '/v1/disputes', found, paging);
    },
  ),
  route(
    'GET',
    '/v1/refunds',
    'refunds.list',
    listing({ charge: text.optional(), created: createdRange, payment_intent: text.optional() }),
    (work, { charge, created, payment_intent, ...paging }) => {
      const found = work.where(
        'refund',
        (one) => fits(one, { charge, payment_intent }) && within(created, one.created),
      );
      return page(work, '/v1/refunds', found, paging);
    },
  ),
];
