import type Stripe from 'stripe';
import type { PaidCharge, ProviderCharge, Reversal } from '@scangate/domain/payments/provider-objects';
import { PaymentProviderRefused, type PaymentProvider, type PaymentReader } from '#ports/payment-provider.ts';
import { request, find } from './errors.ts';
import { toInstant } from './instants.ts';
import { intentOf, withPayment } from './invoices.ts';
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
const readCharge = async (stripe: Stripe, id: string): Promise<ProviderCharge | undefined> => {
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

/** Reads the charge that paid an invoice. */
const readPaidCharge = async (stripe: Stripe, id: string): Promise<PaidCharge | undefined> => {
  const invoice = await find(stripe.invoices.retrieve(id, withPayment));
  const latest = invoice && intentOf(invoice)?.latest_charge;
  if (!latest) return undefined;
  const charge = await request(stripe.charges.retrieve(idOf(latest)));
  if (!charge.paid) return undefined;
  return {
    chargeId: charge.id,
    amount: charge.amount,
    currency: charge.currency,
    isReversed: charge.amount_refunded > 0 || charge.disputed,
  };
};

export const stripeCharges = (stripe: Stripe): Pick<PaymentReader, 'charge' | 'chargeOfInvoice'> => ({
  charge: (id) => readCharge(stripe, id),
  chargeOfInvoice: (id) => readPaidCharge(stripe, id),
});

/** Finds a refund again after its idempotency key has expired. */
const metadataName = 'refundKey';

export const stripeRefunds = (stripe: Stripe): Pick<PaymentProvider, 'refundCharge'> => ({
  async refundCharge(key, { chargeId, amount }) {
    const { data } = await request(stripe.refunds.list({ charge: chargeId, limit: 100 }));
    const params = { charge: chargeId, amount, metadata: { [metadataName]: key } };
    const refund =
      data.find(({ metadata }) => metadata?.[metadataName] === key) ??
      (await request(stripe.refunds.create(params, { idempotencyKey: key })));
    if (!isEffective(refund)) throw new PaymentProviderRefused('refund_failed', 'the refund failed');
  },
});
