import * as z from 'zod';
import { discountsGiven, redeemDiscounts } from './discounts.ts';
import { reckon } from './invoice-totals.ts';
import { boolean, count, group, integer, list, metadata, text } from './parameters.ts';
import { missing, refuse } from './refusal.ts';
import { render } from './render.ts';
import { merged, route, type Route } from './route.ts';
import { applyChange, billsNow, invoiceChange, planChange } from './subscription-change.ts';
import { newSubscription } from './subscription-creation.ts';
import { newProrations } from './subscription-invoice.ts';
import { previewRenewal, runs } from './subscription-renewal.ts';
import { enterPhase } from './schedule-phases.ts';
import { periodOf } from './subscription-state.ts';
import { newId, type Work } from './work.ts';

const create = group({
  customer: text.optional(),
  subscription: text.optional(),
  discounts: discountsGiven.optional(),
  preview_mode: z.enum(['next']).optional(),
  subscription_details: group({
    billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
    cancel_at_period_end: boolean.optional(),
    items: list(
      group({
        id: text.optional(),
        price: text.optional(),
        quantity: count.optional(),
        deleted: boolean.optional(),
        metadata: metadata.optional(),
      }),
    ).optional(),
    proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
    proration_date: integer.optional(),
  }).optional(),
});
type Create = z.infer<typeof create>;

const none = (what: string) => refuse(`No upcoming invoices for ${what}`, undefined, 'invoice_upcoming_none');

/** Of a change: what would be billed at once, or else with the next renewal. */
const ofChange = (work: Work, id: string, details: NonNullable<Create['subscription_details']>): string => {
  const change = planChange(work, work.get('subscription', id), {
    items: details.items,
    anchorNow: details.billing_cycle_anchor === 'now',
    proration: details.proration_behavior ?? 'create_prorations',
    at: details.proration_date ?? work.now,
  });
  if (billsNow(change)) return invoiceChange(work, id, change).id;
  newProrations(work, change.prorations);
  applyChange(work, id, change);
  return previewRenewal(work, id);
};

/** What a schedule has arranged for the next period is what the renewal will bill. */
const enterScheduled = (work: Work, id: string): void => {
  const subscription = work.get('subscription', id);
  if (subscription.schedule === null) return;
  const { phases } = work.get('subscription_schedule', subscription.schedule);
  const next = phases.find(({ start_date }) => start_date === periodOf(subscription).end);
  if (next) enterPhase(work, id, next, true);
};

const ofSubscription = (work: Work, id: string, given: Create): string => {
  const subscription = work.get('subscription', id, 'subscription');
  const details = given.subscription_details;
  if (given.customer !== undefined && given.customer !== subscription.customer) {
    throw refuse('The subscription is of another customer.', 'customer');
  }
  const ends = details?.cancel_at_period_end ?? subscription.cancel_at !== null;
  if (!runs(subscription)) throw none(`subscription: ${id}`);
  if (details?.items || details?.billing_cycle_anchor === 'now') return ofChange(work, id, details);
  if (ends) throw none(`subscription: ${id}`);
  enterScheduled(work, id);
  return previewRenewal(work, id);
};

const ofNew = (work: Work, given: Create): string => {
  const { customer, subscription_details: details } = given;
  if (customer === undefined) throw missing('customer');
  if (!details?.items) throw none(`customer: ${work.get('customer', customer, 'customer').id}`);
  const items = details.items.map((item) => ({ ...item, metadata: merged({}, item.metadata) }));
  const order = { customer, items, discounts: [], metadata: {}, prorates: true };
  return newSubscription(work, order).invoice;
};

const preview = (work: Work, given: Create): object => {
  const { subscription, discounts } = given;
  const id = subscription === undefined ? ofNew(work, given) : ofSubscription(work, subscription, given);
  const invoice = work.edit('invoice', id);
  if (discounts) invoice.discounts = redeemDiscounts(work, discounts, { customer: invoice.customer });
  reckon(work, invoice);
  const shown = newId('upcoming_in');
  return {
    ...render(work, invoice),
    id: shown,
    status: 'draft',
    number: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
  };
};

export const previewRoutes: Route[] = [
  route('POST', '/v1/invoices/create_preview', 'invoices.createPreview', create, (work, given) =>
    work.attempt(
      () => preview(work, given),
      () => false,
    ),
  ),
];
