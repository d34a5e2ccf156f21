import type Stripe from 'stripe';
import type { ProviderCharge, Reversal } from '@scangate/domain/payments/provider-objects';
import { request, find } from './errors.ts';
import { toInstant } from './instants.ts';
import { idOf } from './prices.ts';

const toReversal = ({ id, amount, currency, created }: Stripe.Refund | Stripe.Dispute): Reversal => ({
  reversalId: id,
  amount,
  currency,
  at: toInstant(created),
});

/** A refund that failed or was canceled moved no money. */
const isEffective = ({ status }: Stripe.Refund): boolean => status !== 'failed' && status !== 'canceled';

/** Reads a charge with up to a hundred of its latest refunds and disputes. */
export const readCharge = async (stripe: Stripe, id: string): Promise<ProviderCharge | undefined> => {
  const charge = await find(stripe.charges.retrieve(id));
  if (!charge) return undefined;
  const query = { charge: id, limit: 100 };
  const [refunds, disputes] = await Promise.all([
    charge.amount_refunded > 0 ? request(stripe.refunds.list(query)) : undefined,
    charge.disputed ? request(stripe.disputes.list(query)) : undefined,
  ]);
  return {
    chargeId: id,
    ...(charge.customer && { customerId: idOf(charge.customer) }),
    refunds: (refunds?.data ?? []).filter(isEffective).map(toReversal),
    disputes: (disputes?.data ?? []).map(toReversal),
  };
};
