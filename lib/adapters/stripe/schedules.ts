import type Stripe from 'stripe';
import type { PriceName } from '@scangate/domain/plans/price-names';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import { request } from './errors.ts';
import { idOf, type PriceCatalog } from './prices.ts';
import { taxParams } from './taxes.ts';
import { itemOf, nextPhase, withSchedule } from './subscriptions.ts';

type Schedule = Stripe.SubscriptionSchedule;
type Phase = Schedule['phases'][number];
type PhaseParams = Stripe.SubscriptionScheduleUpdateParams.Phase;

export interface StripeContext {
  stripe: Stripe;
  prices: PriceCatalog;
  /** Whether Stripe computes the taxes of what is created. */
  automaticTax?: boolean;
}

/** A call that changes a subscription under an idempotency key. */
export interface SubscriptionCall {
  key: string;
  subscriptionId: string;
}

export interface NextPhase {
  price: PriceName;
  quantity: number;
}

const attachedTo = ({ schedule }: Stripe.Subscription): Schedule | undefined =>
  schedule !== null && typeof schedule === 'object' ? schedule : undefined;

const isActive = ({ status }: Schedule): boolean => status === 'active' || status === 'not_started';

/**
 * Keeps the discounts of a subscription as they are, so that no phase redeems them again. Without any the parameter is
 * left out, so that a discount of the customer still counts.
 */
const keptDiscounts = ({ discounts }: Stripe.Subscription): Pick<PhaseParams, 'discounts'> =>
  discounts.length > 0 ? { discounts: discounts.map((one) => ({ discount: idOf(one) })) } : {};

const currentPhase = ({ phases, current_phase: current }: Schedule): Phase => {
  const phase = phases.find(({ start_date: start }) => start === current?.start_date) ?? phases[0];
  if (!phase) throw new PaymentProviderRefused('schedule_empty', 'the schedule has no phases');
  return phase;
};

const intervalOf = (price: PriceName) => (price.endsWith('_year') ? 'year' : 'month');

/** Makes the current phase up to the end of its period, and one period of the next; then the schedule is released. */
const phasesOf = (
  schedule: Schedule,
  subscription: Stripe.Subscription,
  next: NextPhase & { priceId: string },
): PhaseParams[] => {
  const { current_period_end: end, price, quantity } = itemOf(subscription);
  const current = currentPhase(schedule);
  const interval = intervalOf(next.price);
  const kept = {
    ...keptDiscounts(subscription),
    ...taxParams(subscription.automatic_tax.enabled),
    proration_behavior: 'none',
  };
  return [
    {
      start_date: current.start_date,
      end_date: end,
      // The subscription's own item, so that the schedule does not change it, whatever it was created from.
      items: [{ price: price.id, quantity: quantity ?? 1 }],
      ...kept,
    },
    {
      items: [{ price: next.priceId, quantity: next.quantity }],
      duration: { interval, interval_count: 1 },
      // Another interval starts a cycle of its own: a whole period from here on.
      ...(price.recurring &&
        price.recurring.interval !== interval && { billing_cycle_anchor: 'phase_start' }),
      ...kept,
    },
  ];
};

const isScheduled = (
  schedule: Schedule,
  { discounts, automatic_tax: tax }: Stripe.Subscription,
  { priceId, quantity }: { priceId: string; quantity: number },
): boolean => {
  const phase = nextPhase(schedule);
  const item = phase?.items[0];
  if (!phase || !item || idOf(item.price) !== priceId || (item.quantity ?? 1) !== quantity) return false;
  if (tax.enabled && phase.automatic_tax?.enabled !== true) return false;
  const kept = phase.discounts.map(({ discount }) => discount && idOf(discount));
  return kept.length === discounts.length && discounts.every((one) => kept.includes(idOf(one)));
};

const maxReleased = 5;

/** Creates a schedule for a subscription. The response under an old key may be a schedule that was released since. */
const createSchedule = async (
  stripe: Stripe,
  { key, subscriptionId }: SubscriptionCall,
): Promise<Schedule> => {
  let idempotencyKey = `${key}:create`;
  for (let released = 0; released < maxReleased; released++) {
    const params: Stripe.SubscriptionScheduleCreateParams = { from_subscription: subscriptionId };
    const { id } = await request(stripe.subscriptionSchedules.create(params, { idempotencyKey }));
    const schedule = await request(stripe.subscriptionSchedules.retrieve(id));
    if (isActive(schedule)) return schedule;
    idempotencyKey = `${key}:create:${id}`;
  }
  throw new PaymentProviderRefused('schedule_ended', 'every schedule under this key was released');
};

/**
 * Schedules the next phase, in one request where a schedule exists. An interruption after a schedule was created leaves
 * one that changes nothing, from which the next call continues.
 */
export const scheduleNext = async (
  { stripe, prices }: StripeContext,
  call: SubscriptionCall,
  next: NextPhase,
): Promise<void> => {
  const { key, subscriptionId } = call;
  const { id: priceId } = await prices.currentPrice(next.price);
  const retrieve = () => request(stripe.subscriptions.retrieve(subscriptionId, withSchedule));
  const found = await retrieve();
  const attached = attachedTo(found);
  const schedule = attached ?? (await createSchedule(stripe, call));
  // Read again beside its schedule, which has to be released before its quantity is changed.
  const subscription = attached ? found : await retrieve();
  if (isScheduled(schedule, subscription, { priceId, quantity: next.quantity })) return;
  const params: Stripe.SubscriptionScheduleUpdateParams = {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: phasesOf(schedule, subscription, { ...next, priceId }),
  };
  const idempotencyKey = `${key}:phases:${schedule.id}`;
  await request(stripe.subscriptionSchedules.update(schedule.id, params, { idempotencyKey }));
};

export const releaseSchedule = async (stripe: Stripe, key: string, id: string): Promise<void> => {
  try {
    await request(stripe.subscriptionSchedules.release(id, {}, { idempotencyKey: key }));
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused)) throw error;
    if (isActive(await request(stripe.subscriptionSchedules.retrieve(id)))) throw error;
  }
};

/** Schedules the same next phase again, after a change of the subscription that has to be in it too. */
export const refreshSchedule = async (context: StripeContext, call: SubscriptionCall): Promise<void> => {
  const { stripe, prices } = context;
  const schedule = attachedTo(
    await request(stripe.subscriptions.retrieve(call.subscriptionId, withSchedule)),
  );
  const item = schedule && nextPhase(schedule)?.items[0];
  const price = item && (await prices.nameOf(item.price));
  if (price) await scheduleNext(context, call, { price, quantity: item.quantity ?? 1 });
};
