import type Stripe from 'stripe';
import type { ProviderCharge, Reversal } from '@scangate/domain/payments/provider-objects';
import { request, find } from './errors.ts';
import { toInstant } from './instants.ts';
import { idOf } from './prices.ts';

const toReturn = ({ id, amount, currency, created }: Stripe.Refund | Stripe.Dispute): Reversal => ({
  reversalId: id,
  amount,
  currency,
  at: toInstant(created),
});

/** Refunds that were not carried out are none. */
const isCarriedOut = ({ status }: Stripe.Refund): boolean => status !== 'failed' && status !== 'canceled';

/** A charge with up to a hundred of its refunds, the latest. */
export const readCharge = async (stripe: Stripe, id: string): Promise<ProviderCharge | undefined> => {
  const charge = await find(stripe.charges.retrieve(id));
  if (!charge) return undefined;
  const of = { charge: id, limit: 100 };
  const [refunds, disputes] = await Promise.all([
    charge.amount_refunded > 0 ? request(stripe.refunds.list(of)) : undefined,
    charge.disputed ? request(stripe.disputes.list(of)) : undefined,
  ]);
  return {
    chargeId: id,
    ...(charge.customer && { customerId: idOf(charge.customer) }),
    refunds: (refunds?.data ?? []).filter(isCarriedOut).map(toReturn),
    disputes: (disputes?.data ?? []).map(toReturn),
  };
};
