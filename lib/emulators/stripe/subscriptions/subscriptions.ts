import * as z from 'zod';
import { requireCustomerCard } from '../customers/customers.ts';
import { requireTaxLocation } from '../customers/tax-location.ts';
import { discountsParameter, redeemDiscounts } from '../catalog/discounts.ts';
import {
  booleanParameter,
  countParameter,
  createdRange,
  strictObject,
  integerParameter,
  listOf,
  metadataParameter,
  stringParameter,
  unsettable,
} from '../http/parameters.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
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
import type { ReadonlyObject } from '../store/emulator-state.ts';
import { cancelSubscription } from './subscription-cancel.ts';
import { isBilledImmediately, planSubscriptionChange, setCancelAtPeriodEnd } from './subscription-change.ts';
import { taxParameters } from '../http/tax-parameters.ts';
import { createSubscription } from './subscription-creation.ts';
import { currentPeriod, changeSubscription } from './subscription-state.ts';
import { executeSubscriptionChange, paymentBehaviors } from './execute-change.ts';
import type { Subscription } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

const item = strictObject({
  id: stringParameter.optional(),
  price: stringParameter.optional(),
  quantity: countParameter.optional(),
  deleted: booleanParameter.optional(),
  metadata: metadataParameter.optional(),
});
const proration = z.enum(['always_invoice', 'create_prorations', 'none']);
const common = {
  automatic_tax: taxParameters.automatic_tax,
  cancel_at_period_end: booleanParameter.optional(),
  default_payment_method: stringParameter.optional(),
  description: stringParameter.optional(),
  discounts: discountsParameter.optional(),
  metadata: metadataParameter.optional(),
  off_session: booleanParameter.optional(),
  payment_behavior: z.enum(paymentBehaviors).optional(),
  proration_behavior: proration.optional(),
};
const create = strictObject({
  ...common,
  customer: stringParameter,
  items: listOf(item.omit({ id: true, deleted: true })),
  billing_cycle_anchor: integerParameter.optional(),
  billing_mode: strictObject({ type: z.enum(['flexible']) }).optional(),
  collection_method: z.enum(['charge_automatically']).optional(),
  currency: stringParameter.optional(),
});
const cancellation = strictObject({
  comment: stringParameter.optional(),
  feedback: stringParameter.optional(),
});
const update = strictObject({
  ...common,
  items: listOf(item).optional(),
  billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
  cancel_at: unsettable(integerParameter).optional(),
  cancellation_details: cancellation.optional(),
  proration_date: integerParameter.optional(),
});
type Update = z.infer<typeof update>;

const created = (tx: Transaction, given: z.infer<typeof create>): Subscription => {
  tx.get('customer', given.customer, 'customer');
  if (given.payment_behavior === 'pending_if_incomplete') {
    throw invalidRequest(
      '`payment_behavior=pending_if_incomplete` is only for updates of a subscription.',
      'payment_behavior',
    );
  }
  requireTaxLocation(tx, given.customer, given);
  const method = given.default_payment_method;
  const input = {
    customer: given.customer,
    automatic_tax: given.automatic_tax?.enabled,
    items: given.items,
    discounts: given.discounts ?? [],
    metadata: mergeMetadata({}, given.metadata),
    default_payment_method:
      method === undefined
        ? null
        : requireCustomerCard(tx, method, { customer: given.customer, param: 'default_payment_method' }),
    description: given.description ?? null,
    billing_cycle_anchor: given.billing_cycle_anchor,
    prorates: given.proration_behavior !== 'none',
    cancel_at_period_end: given.cancel_at_period_end,
  };
  return createSubscription(tx, input, given.payment_behavior ?? 'allow_incomplete');
};

/** Parameters of an update that may wait for its payment. */
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

const checkSchedule = ({ schedule }: ReadonlyObject<Subscription>, given: Update): void => {
  if (schedule === null) return;
  const managed = `The subscription is managed by the subscription schedule \`${schedule}\`, and updating`;
  if (given.cancel_at_period_end !== undefined || given.cancel_at !== undefined) {
    throw invalidRequest(
      `${managed} any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  if (changesItems(given)) {
    throw invalidRequest(`${managed} its items directly is not allowed. Please update the schedule instead.`);
  }
};

const checkUpdate = (subscription: ReadonlyObject<Subscription>, given: Update): void => {
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (
    subscription.ended_at !== null &&
    names.some((name) => name !== 'metadata' && name !== 'cancellation_details')
  ) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (
    subscription.status === 'incomplete' &&
    names.some((name) => name !== 'metadata' && name !== 'default_payment_method')
  ) {
    throw invalidRequest(
      'An incomplete subscription can only update its metadata and default_payment_method.',
    );
  }
  const unfit = names.filter((name) => !pendingSupports.has(name));
  if (given.payment_behavior === 'pending_if_incomplete' && unfit.length > 0) {
    throw invalidRequest(
      'When updating a subscription with `payment_behavior` set to `pending_if_incomplete`, ' +
        `these attributes are not supported: ${unfit.join(', ')}.`,
      unfit[0],
    );
  }
  checkSchedule(subscription, given);
};

const applySettings = (tx: Transaction, id: string, given: Update): void => {
  const { customer } = tx.get('subscription', id);
  requireTaxLocation(tx, customer, given);
  changeSubscription(tx, id, (subscription) => {
    if (given.automatic_tax) subscription.automatic_tax.enabled = given.automatic_tax.enabled;
    const method = given.default_payment_method;
    if (method === '') subscription.default_payment_method = null;
    else if (method !== undefined) {
      subscription.default_payment_method = requireCustomerCard(tx, method, {
        customer,
        param: 'default_payment_method',
      });
    }
    if (given.description !== undefined) subscription.description = given.description || null;
    if (given.discounts !== undefined) {
      subscription.discounts = redeemDiscounts(tx, given.discounts, { customer, subscription: id });
    }
    subscription.metadata = mergeMetadata(subscription.metadata, given.metadata);
    if (given.cancellation_details && subscription.cancellation_details) {
      Object.assign(subscription.cancellation_details, given.cancellation_details);
    }
    if (given.cancel_at !== undefined) {
      subscription.cancel_at = given.cancel_at;
      subscription.canceled_at = given.cancel_at === null ? null : tx.now;
    }
  });
};

const prorationInstant = (subscription: ReadonlyObject<Subscription>, given: Update, now: number): number => {
  const at = given.proration_date ?? now;
  const { start, end } = currentPeriod(subscription);
  if (at < start || at > end) {
    throw invalidRequest('Cannot specify `proration_date` outside of the current period.', 'proration_date');
  }
  return at;
};

/** @throws StripeApiError 402 when the change requires its payment and the payment fails. */
const updated = (tx: Transaction, given: Update, id: string): Subscription => {
  const subscription = tx.get('subscription', id, 'subscription_exposed_id');
  checkUpdate(subscription, given);
  applySettings(tx, id, given);
  const ends = given.cancel_at_period_end;
  const pending = given.payment_behavior === 'pending_if_incomplete';
  const change = changesItems(given)
    ? planSubscriptionChange(tx, tx.get('subscription', id), {
        items: given.items,
        anchorNow: given.billing_cycle_anchor === 'now',
        proration: given.proration_behavior ?? 'create_prorations',
        at: prorationInstant(subscription, given, tx.now),
      })
    : undefined;
  if (change) {
    const waits = pending && isBilledImmediately(change) && ends !== undefined;
    executeSubscriptionChange(tx, id, {
      change: { ...change, ...(waits && { cancel_at_period_end: ends }) },
      behavior: given.payment_behavior ?? 'allow_incomplete',
    });
    if (waits) return tx.edit('subscription', id);
  }
  if (ends !== undefined) changeSubscription(tx, id, (one) => setCancelAtPeriodEnd(tx, one, ends));
  return tx.edit('subscription', id);
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

/** Filters by status. Ended subscriptions are listed only on request. */
const hasStatus = (
  { status }: ReadonlyObject<Subscription>,
  filter: (typeof statuses)[number] | undefined,
): boolean => {
  if (filter === 'all') return true;
  if (filter === undefined) return status !== 'canceled' && status !== 'incomplete_expired';
  if (filter === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return status === filter;
};

export const subscriptionRoutes: Route[] = [
  route('POST', '/v1/subscriptions', { name: 'subscriptions.create', parameters: create, run: created }),
  route('GET', '/v1/subscriptions/:id', {
    name: 'subscriptions.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('subscription', id),
  }),
  route('POST', '/v1/subscriptions/:id', { name: 'subscriptions.update', parameters: update, run: updated }),
  route('DELETE', '/v1/subscriptions/:id', {
    name: 'subscriptions.cancel',
    parameters: strictObject({
      cancellation_details: cancellation.optional(),
      invoice_now: booleanParameter.optional(),
      prorate: booleanParameter.optional(),
    }),
    run: (tx, { cancellation_details: details, ...how }, id) => {
      if (details) applySettings(tx, id, { cancellation_details: details });
      return cancelSubscription(tx, id, how);
    },
  }),
  route('GET', '/v1/subscriptions', {
    name: 'subscriptions.list',
    parameters: listParameters({
      collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
      created: createdRange,
      customer: stringParameter.optional(),
      price: stringParameter.optional(),
      status: z.enum(statuses).optional(),
    }),
    run: (tx, { collection_method, created: range, customer, price, status, ...paging }) => {
      const found = tx.where(
        'subscription',
        (one) =>
          matchesFilter(one, { customer, collection_method }) &&
          inRange(range, one.created) &&
          hasStatus(one, status) &&
          (price === undefined || one.items.data.some((held) => held.price.id === price)),
      );
      return listPage(tx, '/v1/subscriptions', { found, paging });
    },
  }),
];
