import type Stripe from 'stripe';
import type { TillCharge, TillReturn } from '../../domain/billing/till.ts';
import { ask, find } from './errors.ts';
import { instant } from './instants.ts';
import { idOf } from './prices.ts';

const toReturn = ({ id, amount, currency, created }: Stripe.Refund | Stripe.Dispute): TillReturn => ({
  returnId: id,
  amount,
  currency,
  at: instant(created),
});

/** Refunds that were not carried out are none. */
const isCarriedOut = ({ status }: Stripe.Refund): boolean => status !== 'failed' && status !== 'canceled';

/** A charge with up to a hundred of its refunds, the latest. */
export const readCharge = async (stripe: Stripe, id: string): Promise<TillCharge | undefined> => {
  const charge = await find(stripe.charges.retrieve(id));
  if (!charge) return undefined;
  const of = { charge: id, limit: 100 };
  const [refunds, disputes] = await Promise.all([
    charge.amount_refunded > 0 ? ask(stripe.refunds.list(of)) : undefined,
    charge.disputed ? ask(stripe.disputes.list(of)) : undefined,
  ]);
  return {
    chargeId: id,
    ...(charge.customer && { customerId: idOf(charge.customer) }),
    refunds: (refunds?.data ?? []).filter(isCarriedOut).map(toReturn),
    disputes: (disputes?.data ?? []).map(toReturn),
  };
};
