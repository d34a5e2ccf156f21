import * as z from 'zod';
import { emitEvent } from '../webhooks/events.ts';
import {
  booleanParameter,
  createdRange,
  strictObject,
  listOf,
  metadataParameter,
  stringParameter,
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
import { applyCurrentPhase, showScheduledEnd } from './schedule-phases.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import { cancelSubscription } from './subscription-cancel.ts';
import { phaseParameter, phasesOf, presentPhase, prorationParameter } from './phase-parameters.ts';
import { closeSchedule, changeSubscription } from './subscription-state.ts';
import { isRunning } from './subscription-renewal.ts';
import type { Subscription, SubscriptionSchedule } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const create = strictObject({ from_subscription: stringParameter });
const update = strictObject({
  end_behavior: z.enum(['release', 'cancel']).optional(),
  metadata: metadataParameter.optional(),
  phases: listOf(phaseParameter).optional(),
  proration_behavior: prorationParameter.optional(),
});

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
