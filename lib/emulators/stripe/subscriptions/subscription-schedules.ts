import * as z from 'zod';
import { checkDiscount, discountsParameter } from '../catalog/discounts.ts';
import { emitEvent } from '../webhooks/events.ts';
import { addIntervals } from '../time/billing-periods.ts';
import {
  booleanParameter,
  createdRange,
  strictObject,
  integerParameter,
  listOf,
  metadataParameter,
  stringParameter,
  countParameter,
} from '../http/parameters.ts';
import { activePrice } from '../catalog/prices.ts';
import { missingParameter, invalidRequest } from '../http/stripe-api-error.ts';
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
import { applyCurrentPhase, showScheduledEnd } from './schedule-phases.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import { cancelSubscription } from './subscription-cancel.ts';
import { closeSchedule, currentPeriod, changeSubscription } from './subscription-state.ts';
import { isRunning } from './subscription-renewal.ts';
import type { Phase, Subscription, SubscriptionSchedule } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const proration = z.enum(['always_invoice', 'create_prorations', 'none']);

const phaseGiven = strictObject({
  items: listOf(
    strictObject({
      price: stringParameter,
      quantity: countParameter.optional(),
      metadata: metadataParameter.optional(),
    }),
  ),
  start_date: integerParameter.optional(),
  end_date: integerParameter.optional(),
  duration: strictObject({
    interval: z.enum(['day', 'week', 'month', 'year']),
    interval_count: countParameter.optional(),
  }).optional(),
  billing_cycle_anchor: z.enum(['automatic', 'phase_start']).optional(),
  default_payment_method: stringParameter.optional(),
  description: stringParameter.optional(),
  discounts: discountsParameter.optional(),
  metadata: metadataParameter.optional(),
  proration_behavior: proration.optional(),
});

const create = strictObject({ from_subscription: stringParameter });
const update = strictObject({
  end_behavior: z.enum(['release', 'cancel']).optional(),
  metadata: metadataParameter.optional(),
  phases: listOf(phaseGiven).optional(),
  proration_behavior: proration.optional(),
});

const unusedInPhase = {
  add_invoice_items: [],
  application_fee_percent: null,
  billing_thresholds: null,
  collection_method: null,
  default_tax_rates: [],
  invoice_settings: null,
  on_behalf_of: null,
  transfer_data: null,
  trial_end: null,
};

const itemIn = (price: string, quantity: number): Phase['items'][number] => ({
  billing_thresholds: null,
  discounts: [],
  metadata: {},
  plan: price,
  price,
  quantity,
  tax_rates: [],
});

/** Describes the present subscription as a phase that lasts to the end of its period. */
const presentPhase = (subscription: ReadonlyObject<Subscription>): Phase => {
  const { start, end } = currentPeriod(subscription);
  return {
    ...unusedInPhase,
    billing_cycle_anchor: null,
    currency: subscription.currency,
    default_payment_method: null,
    description: null,
    discounts: subscription.discounts.map((discount) => ({ coupon: null, discount, promotion_code: null })),
    end_date: end,
    items: subscription.items.data.map(({ price, quantity }) => itemIn(price.id, quantity ?? 1)),
    metadata: {},
    proration_behavior: 'create_prorations',
    start_date: start,
  };
};

const defaultSettings = (
  subscription: ReadonlyObject<Subscription>,
): SubscriptionSchedule['default_settings'] => ({
  application_fee_percent: null,
  billing_cycle_anchor: 'automatic',
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  default_payment_method: subscription.default_payment_method,
  description: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    days_until_due: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  on_behalf_of: null,
  transfer_data: null,
});

const fromSubscription = (tx: Transaction, id: string): SubscriptionSchedule => {
  const subscription = tx.get('subscription', id, 'from_subscription');
  if (subscription.schedule !== null) {
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      'from_subscription',
    );
  }
  if (!isRunning(subscription)) {
    throw invalidRequest(
      `You cannot migrate a subscription that is ${subscription.status}.`,
      'from_subscription',
    );
  }
  const phase = presentPhase(subscription);
  const schedule = tx.put<SubscriptionSchedule>({
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { ...subscription.billing_mode },
    canceled_at: null,
    completed_at: null,
    created: tx.now,
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    customer: subscription.customer,
    customer_account: null,
    default_settings: defaultSettings(subscription),
    end_behavior: subscription.cancel_at_period_end ? 'cancel' : 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: id,
    test_clock: null,
  });
  emitEvent(tx, 'subscription_schedule.created', { object: schedule });
  changeSubscription(tx, id, (one) => void (one.schedule = schedule.id));
  showScheduledEnd(tx, schedule);
  return schedule;
};

type PhaseGiven = z.infer<typeof phaseGiven>;

const endOf = (given: PhaseGiven, start: number, index: number): number => {
  if (given.end_date !== undefined && given.duration) {
    throw invalidRequest(
      'You may only specify one of these parameters: end_date, duration.',
      `phases[${index}]`,
    );
  }
  const { duration } = given;
  const end =
    given.end_date ??
    (duration && addIntervals(start, { ...duration, interval_count: duration.interval_count ?? 1 }, 1));
  if (end === undefined) throw missingParameter(`phases[${index}][end_date]`);
  if (end <= start) throw invalidRequest('A phase must end after its start.', `phases[${index}][end_date]`);
  return end;
};

const phaseOf = (
  tx: Transaction,
  schedule: ReadonlyObject<SubscriptionSchedule>,
  { phase: given, place }: { phase: PhaseGiven; place: { start: number; index: number } },
): Phase => {
  const { start, index } = place;
  if (given.items.length === 0) throw missingParameter(`phases[${index}][items]`);
  for (const [at, one] of (given.discounts ?? []).entries()) {
    checkDiscount(tx, one, { customer: schedule.customer, param: `phases[${index}][discounts][${at}]` });
  }
  return {
    ...unusedInPhase,
    billing_cycle_anchor: given.billing_cycle_anchor ?? null,
    currency: schedule.phases[0]?.currency ?? 'usd',
    default_payment_method: given.default_payment_method ?? null,
    description: given.description ?? null,
    discounts: (given.discounts ?? []).map((one) => ({
      coupon: null,
      discount: null,
      promotion_code: null,
      ...one,
    })),
    end_date: endOf(given, start, index),
    items: given.items.map(({ price, quantity }) =>
      itemIn(activePrice(tx, price, `phases[${index}][items]`).id, quantity ?? 1),
    ),
    metadata: mergeMetadata({}, given.metadata),
    proration_behavior: given.proration_behavior ?? 'create_prorations',
    start_date: start,
  };
};

/** Checks that phases have no gaps and that the current one keeps its start. */
const phasesOf = (
  tx: Transaction,
  schedule: ReadonlyObject<SubscriptionSchedule>,
  given: PhaseGiven[],
): Phase[] => {
  const present = schedule.current_phase;
  if (given[0]?.start_date !== present?.start_date) {
    throw invalidRequest(
      'The current phase must be part of the phases, with its start date as it is.',
      'phases[0][start_date]',
    );
  }
  const phases: Phase[] = [];
  for (const [index, one] of given.entries()) {
    const start = phases.at(-1)?.end_date ?? present?.start_date ?? 0;
    if (one.start_date !== undefined && one.start_date !== start) {
      throw invalidRequest(
        'A phase must start where the one before it ends.',
        `phases[${index}][start_date]`,
      );
    }
    phases.push(phaseOf(tx, schedule, { phase: one, place: { start, index } }));
  }
  if ((phases[0]?.end_date ?? 0) <= tx.now)
    throw invalidRequest('The current phase must end in the future.', 'phases[0][end_date]');
  return phases;
};

const active = (tx: Transaction, id: string, what: string): SubscriptionSchedule => {
  const schedule = tx.edit('subscription_schedule', id);
  if (schedule.status === 'active' || schedule.status === 'not_started') return schedule;
  throw invalidRequest(
    `You cannot ${what} a subscription schedule that is currently in the \`${schedule.status}\` status. ` +
      'It must be in one of these statuses: `not_started`, `active`.',
  );
};

const updated = (tx: Transaction, given: z.infer<typeof update>, id: string): SubscriptionSchedule => {
  const schedule = active(tx, id, 'update');
  schedule.end_behavior = given.end_behavior ?? schedule.end_behavior;
  schedule.metadata = mergeMetadata(schedule.metadata, given.metadata);
  if (given.phases) {
    schedule.phases = phasesOf(tx, schedule, given.phases);
    const [first] = schedule.phases;
    if (first) schedule.current_phase = { start_date: first.start_date, end_date: first.end_date };
    applyCurrentPhase(tx, schedule, given.proration_behavior ?? 'create_prorations');
  }
  emitEvent(tx, 'subscription_schedule.updated', { object: schedule });
  showScheduledEnd(tx, schedule);
  return tx.edit('subscription_schedule', id);
};

const released = (
  tx: Transaction,
  given: { preserve_cancel_date?: boolean },
  id: string,
): SubscriptionSchedule => {
  const { subscription } = active(tx, id, 'release');
  const schedule = closeSchedule(tx, id, 'released');
  if (subscription !== null && !given.preserve_cancel_date) {
    changeSubscription(tx, subscription, (one) => Object.assign(one, { cancel_at: null, canceled_at: null }));
  }
  return schedule;
};

export const scheduleRoutes: Route[] = [
  route('POST', '/v1/subscription_schedules', {
    name: 'subscriptionSchedules.create',
    parameters: create,
    run: (tx, given) => fromSubscription(tx, given.from_subscription),
  }),
  route('GET', '/v1/subscription_schedules/:id', {
    name: 'subscriptionSchedules.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('subscription_schedule', id, 'schedule'),
  }),
  route('POST', '/v1/subscription_schedules/:id', {
    name: 'subscriptionSchedules.update',
    parameters: update,
    run: updated,
  }),
  route('POST', '/v1/subscription_schedules/:id/release', {
    name: 'subscriptionSchedules.release',
    parameters: strictObject({ preserve_cancel_date: booleanParameter.optional() }),
    run: released,
  }),
  route('POST', '/v1/subscription_schedules/:id/cancel', {
    name: 'subscriptionSchedules.cancel',
    parameters: strictObject({
      invoice_now: booleanParameter.optional(),
      prorate: booleanParameter.optional(),
    }),
    run: (tx, given, id) => {
      const { subscription } = active(tx, id, 'cancel');
      const how = { invoice_now: given.invoice_now ?? true, prorate: given.prorate ?? true };
      if (subscription !== null) cancelSubscription(tx, subscription, how);
      return tx.get('subscription_schedule', id);
    },
  }),
  route('GET', '/v1/subscription_schedules', {
    name: 'subscriptionSchedules.list',
    parameters: listParameters({ created: createdRange, customer: stringParameter.optional() }),
    run: (tx, { created, customer, ...paging }) => {
      const found = tx.where(
        'subscription_schedule',
        (one) => matchesFilter(one, { customer }) && inRange(created, one.created),
      );
      return listPage(tx, '/v1/subscription_schedules', { found, paging });
    },
  }),
];
