import * as z from 'zod';
import { checkDiscount, discountsParameter } from '../catalog/discounts.ts';
import { activePrice } from '../catalog/prices.ts';
import {
  countParameter,
  integerParameter,
  listOf,
  metadataParameter,
  strictObject,
  stringParameter,
} from '../http/parameters.ts';
import { mergeMetadata } from '../http/route.ts';
import { taxParameters } from '../http/tax-parameters.ts';
import { invalidRequest, missingParameter } from '../http/stripe-api-error.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { Phase, Subscription, SubscriptionSchedule } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';
import { addIntervals } from '../time/billing-periods.ts';
import { currentPeriod } from './subscription-state.ts';

export const prorationParameter = z.enum(['always_invoice', 'create_prorations', 'none']);

export const phaseParameter = strictObject({
  automatic_tax: taxParameters.automatic_tax,
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
  proration_behavior: prorationParameter.optional(),
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

const phaseTax = (enabled: boolean): Phase['automatic_tax'] => ({
  disabled_reason: null,
  enabled,
  liability: null,
});

/** Describes the present subscription as a phase that lasts to the end of its period. */
export const presentPhase = (subscription: ReadonlyObject<Subscription>): Phase => {
  const { start, end } = currentPeriod(subscription);
  return {
    ...unusedInPhase,
    automatic_tax: phaseTax(subscription.automatic_tax.enabled),
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

type PhaseInput = z.infer<typeof phaseParameter>;

const endOf = (given: PhaseInput, start: number, index: number): number => {
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
  { phase: given, place }: { phase: PhaseInput; place: { start: number; index: number } },
): Phase => {
  const { start, index } = place;
  if (given.items.length === 0) throw missingParameter(`phases[${index}][items]`);
  for (const [at, one] of (given.discounts ?? []).entries()) {
    checkDiscount(tx, one, { customer: schedule.customer, param: `phases[${index}][discounts][${at}]` });
  }
  return {
    ...unusedInPhase,
    ...(given.automatic_tax && { automatic_tax: phaseTax(given.automatic_tax.enabled) }),
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
export const phasesOf = (
  tx: Transaction,
  schedule: ReadonlyObject<SubscriptionSchedule>,
  given: PhaseInput[],
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
