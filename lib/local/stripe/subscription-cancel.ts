import { finalizeAndCollect, voidInvoice } from './invoice-lifecycle.ts';
import { pendingItems } from './new-invoice.ts';
import { expirePending } from './pending-update.ts';
import { noSuch } from './refusal.ts';
import { creditOf } from './subscription-change.ts';
import { invoiceSubscription, newProrations } from './subscription-invoice.ts';
import { endSubscription } from './subscription-state.ts';
import type { Subscription } from './wire.ts';
import type { Work } from './work.ts';

const billNow = (work: Work, id: string): void => {
  const items = pendingItems(work, work.get('subscription', id).customer, id).filter(
    ({ parent }) => parent !== null,
  );
  if (items.length === 0) return;
  const order = { reason: 'subscription_update' as const, lines: [], items, auto_advance: true };
  finalizeAndCollect(work, invoiceSubscription(work, id, order).id);
};

/** Ends a subscription at once. Unused time is credited, and what waits billed, only when asked for. */
export const cancelSubscription = (
  work: Work,
  id: string,
  how: { invoice_now?: boolean; prorate?: boolean },
): Subscription => {
  const subscription = work.get('subscription', id);
  if (subscription.ended_at !== null) throw noSuch('subscription', id, 'id');
  if (subscription.status === 'incomplete') {
    if (subscription.latest_invoice !== null) voidInvoice(work, subscription.latest_invoice);
    return work.edit('subscription', id);
  }
  expirePending(work, id);
  const credits = how.prorate
    ? subscription.items.data.flatMap((item) => creditOf(work, subscription, item, work.now))
    : [];
  if (how.invoice_now) {
    newProrations(work, credits);
    billNow(work, id);
    return endSubscription(work, id, 'cancellation_requested');
  }
  const ended = endSubscription(work, id, 'cancellation_requested');
  newProrations(work, credits);
  return ended;
};
