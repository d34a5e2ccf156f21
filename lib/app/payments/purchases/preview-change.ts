import {
  effectsOf,
  previewChange,
  type PreviewedChange,
  type PreviewedPurchase,
} from '@scangate/domain/accounts/preview-change';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { priceOfPlan } from '@scangate/domain/plans/price-names';
import { nextRenewalAt } from '@scangate/domain/plans/subscription-period';
import type { Instant, PaymentAccount } from '@scangate/domain/records';
import type { InvoicePreview, PaymentReader } from '#ports/payment-provider.ts';
import { requireNoPlan } from './buy-plan.ts';
import { loadBuyer, type BuyerReader } from './load-buyer.ts';

export interface PreviewPorts {
  store: BuyerReader;
  paymentProvider: Pick<PaymentReader, 'preview' | 'previewOrder'>;
}

type NextInvoice = InvoicePreview & { at: Instant };

interface PreviewFacts {
  given: PreviewedChange;
  after: BillingState;
  purchase: PreviewedPurchase | undefined;
  paymentAccount: PaymentAccount | undefined;
  now: Instant;
}

/** The amount due at once: the proration of more licenses, or a first invoice. */
const dueNow = async (
  { purchase, paymentAccount }: PreviewFacts,
  { paymentProvider }: PreviewPorts,
): Promise<InvoicePreview | undefined> => {
  if (!purchase) return undefined;
  const { of, ...item } = purchase;
  const { customerId, subscriptionId, promotionId } = paymentAccount ?? {};
  const target = of === 'licenses' ? { subscriptionId } : { customerId };
  return paymentProvider.previewOrder({
    ...item,
    ...target,
    bills: 'now',
    ...(of === 'checkout' && { promotionId }),
  });
};

/** Changes that do not affect the plan's next invoice. */
const besidesThePlan: readonly PreviewedChange['change'][] = [
  'sast_addon',
  'cancel_sast_addon',
  'resume_sast_addon',
  'pack',
];

/** The plan's next invoice after the change; null when the plan ends, or if a discount may end before it. */
const nextInvoice = async (
  { given, after, purchase, paymentAccount, now }: PreviewFacts,
  { paymentProvider }: PreviewPorts,
): Promise<NextInvoice | null> => {
  const { customerId, subscriptionId, promotionId } = paymentAccount ?? {};
  const at = nextRenewalAt(after, now);
  if (purchase?.of === 'checkout') {
    const { price, quantity } = purchase;
    if (promotionId !== undefined) return null;
    return { ...(await paymentProvider.previewOrder({ price, quantity, customerId, bills: 'next' })), at };
  }
  if (subscriptionId === undefined) return null;
  if (besidesThePlan.includes(given.change)) return (await paymentProvider.preview(subscriptionId)) ?? null;
  if (after.account.endsAt !== undefined) return null;
  const item = priceOfPlan(after.account.pending ?? after.account);
  return { ...(await paymentProvider.previewOrder({ ...item, subscriptionId, bills: 'next' })), at };
};

/**
 * Previews a change: its cost now and at the renewal, by the payment provider's own preview, and its effects.
 * Nothing is written, here or at the provider.
 * @throws the Problem with which the change itself would be refused.
 */
export const previewBillingChange = async (
  { accountId, change: given, now }: { accountId: string; change: PreviewedChange; now: Date },
  ports: PreviewPorts,
) => {
  const account = await loadBuyer(accountId, ports.store, now);
  const { state, paymentAccount } = account;
  if (given.change === 'checkout') requireNoPlan(account);
  const at = now.toISOString();
  const { after, purchase } = previewChange(state, given, at);
  const facts = { given, after, purchase, paymentAccount, now: at };
  const [due, next] = await Promise.all([dueNow(facts, ports), nextInvoice(facts, ports)]);
  // If nothing is billed, any price determines the currency.
  const priced =
    due ??
    next ??
    (await ports.paymentProvider.previewOrder({ price: 'starter_month', quantity: 1, bills: 'now' }));
  return {
    dueNow: due?.amountDue ?? 0,
    currency: priced.currency,
    lines: due?.lines ?? [],
    nextInvoice: next,
    effects: effectsOf(state, after, at),
  };
};
