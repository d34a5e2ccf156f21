import * as z from 'zod';
import { ownCard } from './customers.ts';
import { discountsGiven, redeemDiscounts } from './discounts.ts';
import {
  boolean,
  count,
  createdRange,
  group,
  integer,
  list,
  metadata,
  text,
  unsettable,
} from './parameters.ts';
import { refuse } from './refusal.ts';
import { fits, listing, merged, nothing, page, route, within, type Route } from './route.ts';
import type { Seen } from './state.ts';
import { cancelSubscription } from './subscription-cancel.ts';
import { billsNow, planChange, setCancelAtEnd } from './subscription-change.ts';
import { createSubscription } from './subscription-creation.ts';
import { periodOf, updateSubscription } from './subscription-state.ts';
import { makeChange, paymentBehaviors } from './subscription-update.ts';
import type { Subscription } from './wire.ts';
import type { Work } from './work.ts';

const item = group({
  id: text.optional(),
  price: text.optional(),
  quantity: count.optional(),
  deleted: boolean.optional(),
  metadata: metadata.optional(),
});
const proration = z.enum(['always_invoice', 'create_prorations', 'none']);
const common = {
  cancel_at_period_end: boolean.optional(),
  default_payment_method: text.optional(),
  description: text.optional(),
  discounts: discountsGiven.optional(),
  metadata: metadata.optional(),
  off_session: boolean.optional(),
  payment_behavior: z.enum(paymentBehaviors).optional(),
  proration_behavior: proration.optional(),
};
const create = group({
  ...common,
  customer: text,
  items: list(item.omit({ id: true, deleted: true })),
  billing_cycle_anchor: integer.optional(),
  billing_mode: group({ type: z.enum(['flexible']) }).optional(),
  collection_method: z.enum(['charge_automatically']).optional(),
  currency: text.optional(),
});
const cancellation = group({ comment: text.optional(), feedback: text.optional() });
const update = group({
  ...common,
  items: list(item).optional(),
  billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
  cancel_at: unsettable(integer).optional(),
  cancellation_details: cancellation.optional(),
  proration_date: integer.optional(),
});
type Update = z.infer<typeof update>;

const created = (work: Work, given: z.infer<typeof create>): Subscription => {
  work.get('customer', given.customer, 'customer');
  if (given.payment_behavior === 'pending_if_incomplete') {
    throw refuse(
      '`payment_behavior=pending_if_incomplete` is only for updates of a subscription.',
      'payment_behavior',
    );
  }
  const method = given.default_payment_method;
  const order = {
    customer: given.customer,
    items: given.items,
    discounts: given.discounts ?? [],
    metadata: merged({}, given.metadata),
    default_payment_method:
      method === undefined ? null : ownCard(work, method, given.customer, 'default_payment_method'),
    description: given.description ?? null,
    billing_cycle_anchor: given.billing_cycle_anchor,
    prorates: given.proration_behavior !== 'none',
    cancel_at_period_end: given.cancel_at_period_end,
  };
  return createSubscription(work, order, given.payment_behavior ?? 'allow_incomplete');
};

/** What an update that waits for its payment may hold. */
const pendingSupports = new Set([
  'items',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'billing_cycle_anchor',
  'cancel_at_period_end',
  'off_session',
]);

const changesItems = (given: Update): boolean =>
  given.items !== undefined || given.billing_cycle_anchor === 'now';

const checkSchedule = ({ schedule }: Seen<Subscription>, given: Update): void => {
  if (schedule === null) return;
  const managed = `The subscription is managed by the subscription schedule \`${schedule}\`, and updating`;
  if (given.cancel_at_period_end !== undefined || given.cancel_at !== undefined) {
    throw refuse(
      `${managed} any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  if (changesItems(given)) {
    throw refuse(`${managed} its items directly is not allowed. Please update the schedule instead.`);
  }
};

const checkUpdate = (subscription: Seen<Subscription>, given: Update): void => {
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (
    subscription.ended_at !== null &&
    names.some((name) => name !== 'metadata' && name !== 'cancellation_details')
  ) {
    throw refuse('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (
    subscription.status === 'incomplete' &&
    names.some((name) => name !== 'metadata' && name !== 'default_payment_method')
  ) {
    throw refuse('An incomplete subscription can only update its metadata and default_payment_method.');
  }
  const unfit = names.filter((name) => !pendingSupports.has(name));
  if (given.payment_behavior === 'pending_if_incomplete' && unfit.length > 0) {
    throw refuse(
      'When updating a subscription with `payment_behavior` set to `pending_if_incomplete`, ' +
        `these attributes are not supported: ${unfit.join(', ')}.`,
      unfit[0],
    );
  }
  checkSchedule(subscription, given);
};

const applySettings = (work: Work, id: string, given: Update): void => {
  const { customer } = work.get('subscription', id);
  updateSubscription(work, id, (subscription) => {
    const method = given.default_payment_method;
    if (method === '') subscription.default_payment_method = null;
    else if (method !== undefined) {
      subscription.default_payment_method = ownCard(work, method, customer, 'default_payment_method');
    }
    if (given.description !== undefined) subscription.description = given.description || null;
    if (given.discounts !== undefined) {
      subscription.discounts = redeemDiscounts(work, given.discounts, { customer, subscription: id });
    }
    subscription.metadata = merged(subscription.metadata, given.metadata);
    if (given.cancellation_details && subscription.cancellation_details) {
      Object.assign(subscription.cancellation_details, given.cancellation_details);
    }
    if (given.cancel_at !== undefined) {
      subscription.cancel_at = given.cancel_at;
      subscription.canceled_at = given.cancel_at === null ? null : work.now;
    }
  });
};

const prorationInstant = (subscription: Seen<Subscription>, given: Update, now: number): number => {
  const at = given.proration_date ?? now;
  const { start, end } = periodOf(subscription);
  if (at < start || at > end) {
    throw refuse('Cannot specify `proration_date` outside of the current period.', 'proration_date');
  }
  return at;
};

/** @throws Refusal 402 where the change was to come with its payment only. */
const updated = (work: Work, given: Update, id: string): Subscription => {
  const subscription = work.get('subscription', id, 'subscription_exposed_id');
  checkUpdate(subscription, given);
  applySettings(work, id, given);
  const ends = given.cancel_at_period_end;
  const pending = given.payment_behavior === 'pending_if_incomplete';
  const change = changesItems(given)
    ? planChange(work, work.get('subscription', id), {
        items: given.items,
        anchorNow: given.billing_cycle_anchor === 'now',
        proration: given.proration_behavior ?? 'create_prorations',
        at: prorationInstant(subscription, given, work.now),
      })
    : undefined;
  if (change) {
    const waits = pending && billsNow(change) && ends !== undefined;
    makeChange(
      work,
      id,
      { ...change, ...(waits && { cancel_at_period_end: ends }) },
      given.payment_behavior ?? 'allow_incomplete',
    );
    if (waits) return work.edit('subscription', id);
  }
  if (ends !== undefined) updateSubscription(work, id, (one) => setCancelAtEnd(work, one, ends));
  return work.edit('subscription', id);
};

const statuses = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;

/** Unless asked for, those that have ended are not listed. */
const hasStatus = (
  { status }: Seen<Subscription>,
  wanted: (typeof statuses)[number] | undefined,
): boolean => {
  if (wanted === 'all') return true;
  if (wanted === undefined) return status !== 'canceled' && status !== 'incomplete_expired';
  if (wanted === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return status === wanted;
};

export const subscriptionRoutes: Route[] = [
  route('POST', '/v1/subscriptions', 'subscriptions.create', create, created),
  route('GET', '/v1/subscriptions/:id', 'subscriptions.retrieve', nothing, (work, _, id) =>
    work.get('subscription', id),
  ),
  route('POST', '/v1/subscriptions/:id', 'subscriptions.update', update, updated),
  route(
    'DELETE',
    '/v1/subscriptions/:id',
    'subscriptions.cancel',
    group({
      cancellation_details: cancellation.optional(),
      invoice_now: boolean.optional(),
      prorate: boolean.optional(),
    }),
    (work, { cancellation_details: details, ...how }, id) => {
      if (details) applySettings(work, id, { cancellation_details: details });
      return cancelSubscription(work, id, how);
    },
  ),
  route(
    'GET',
    '/v1/subscriptions',
    'subscriptions.list',
    listing({
      collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
      created: createdRange,
      customer: text.optional(),
      price: text.optional(),
      status: z.enum(statuses).optional(),
    }),
    (work, { collection_method, created: range, customer, price, status, ...paging }) => {
      const found = work.where(
        'subscription',
        (one) =>
          fits(one, { customer, collection_method }) &&
          within(range, one.created) &&
          hasStatus(one, status) &&
          (price === undefined || one.items.data.some((held) => held.price.id === price)),
      );
      return page(work, '/v1/subscriptions', found, paging);
    },
  ),
];
