import type Stripe from 'stripe';
import type { PriceName } from '@scangate/domain/plans/prices';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import { request } from './errors.ts';
import { idOf, type PriceCatalog } from './prices.ts';
import { itemOf, nextPhase, withSchedule } from './subscriptions.ts';

type Schedule = Stripe.SubscriptionSchedule;
type Phase = Schedule['phases'][number];
type PhaseOrder = Stripe.SubscriptionScheduleUpdateParams.Phase;

export interface NextPhase {
  price: PriceName;
  quantity: number;
}

const isAlive = ({ status }: Schedule): boolean => status === 'active' || status === 'not_started';

/**
 * What the subscription has goes on as itself: redeemed once, not again by each phase. Without any it is left out: then
 * a discount of the customer's, if there is one, counts as before.
 */
const keptDiscounts = ({ discounts }: Stripe.Subscription): Pick<PhaseOrder, 'discounts'> =>
  discounts.length > 0 ? { discounts: discounts.map((one) => ({ discount: idOf(one) })) } : {};

const currentPhase = ({ phases, current_phase: current }: Schedule): Phase => {
  const phase = phases.find(({ start_date: start }) => start === current?.start_date) ?? phases[0];
  if (!phase) throw new PaymentProviderRefused('schedule_empty', 'the schedule has no phases');
  return phase;
};

const intervalOf = (price: PriceName) => (price.endsWith('_year') ? 'year' : 'month');

/** The phase under way up to the end of its period, and one period of what follows; then the schedule lets go. */
const phasesOf = (
  schedule: Schedule,
  subscription: Stripe.Subscription,
  next: NextPhase & { priceId: string },
): PhaseOrder[] => {
  const { current_period_end: end, price, quantity } = itemOf(subscription);
  const current = currentPhase(schedule);
  const interval = intervalOf(next.price);
  const kept = { ...keptDiscounts(subscription), proration_behavior: 'none' };
  return [
    {
      start_date: current.start_date,
      end_date: end,
      // As the subscription is, whatever the schedule took it for: this must not change it.
      items: [{ price: price.id, quantity: quantity ?? 1 }],
      ...kept,
    },
    {
      items: [{ price: next.priceId, quantity: next.quantity }],
      duration: { interval, interval_count: 1 },
      // Another interval begins a cycle of its own: a whole period from here, not what is left to some older day.
      ...(price.recurring &&
        price.recurring.interval !== interval && { billing_cycle_anchor: 'phase_start' }),
      ...kept,
    },
  ];
};

const isArranged = (
  schedule: Schedule,
  { discounts }: Stripe.Subscription,
  { priceId, quantity }: { priceId: string; quantity: number },
): boolean => {
  const phase = nextPhase(schedule);
  const item = phase?.items[0];
  if (!phase || !item || idOf(item.price) !== priceId || (item.quantity ?? 1) !== quantity) return false;
  const kept = phase.discounts.map(({ discount }) => discount && idOf(discount));
  return kept.length === discounts.length && discounts.every((one) => kept.includes(idOf(one)));
};

const mostEnded = 5;

/** A schedule for the subscription. An answer under an old key may be of one that was released since. */
const newSchedule = async (stripe: Stripe, key: string, subscription: string): Promise<Schedule> => {
  let idempotencyKey = `${key}:create`;
  for (let ended = 0; ended < mostEnded; ended++) {
    const order: Stripe.SubscriptionScheduleCreateParams = { from_subscription: subscription };
    const { id } = await request(stripe.subscriptionSchedules.create(order, { idempotencyKey }));
    const schedule = await request(stripe.subscriptionSchedules.retrieve(id));
    if (isAlive(schedule)) return schedule;
    idempotencyKey = `${key}:create:${id}`;
  }
  throw new PaymentProviderRefused('schedule_ended', 'every schedule under this key was released');
};

/**
 * In one call where a schedule is there, so that nothing is lost between. Cut after a schedule was made and before it
 * says anything, it arranges nothing, and the next call goes on from there.
 */
export const scheduleNext = async (
  stripe: Stripe,
  prices: PriceCatalog,
  key: string,
  subscriptionId: string,
  next: NextPhase,
): Promise<void> => {
  const { id: priceId } = await prices.currentPrice(next.price);
  const subscription = await request(stripe.subscriptions.retrieve(subscriptionId, withSchedule));
  const { schedule: found } = subscription;
  const schedule =
    found !== null && typeof found === 'object' ? found : await newSchedule(stripe, key, subscriptionId);
  if (isArranged(schedule, subscription, { priceId, quantity: next.quantity })) return;
  const phases = phasesOf(schedule, subscription, { ...next, priceId });
  const order: Stripe.SubscriptionScheduleUpdateParams = {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases,
  };
  const idempotencyKey = `${key}:phases:${schedule.id}`;
  await request(stripe.subscriptionSchedules.update(schedule.id, order, { idempotencyKey }));
};

export const releaseSchedule = async (stripe: Stripe, key: string, id: string): Promise<void> => {
  try {
    await request(stripe.subscriptionSchedules.release(id, {}, { idempotencyKey: key }));
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused)) throw error;
    if (isAlive(await request(stripe.subscriptionSchedules.retrieve(id)))) throw error;
  }
};

/** The same once more, where a change of the subscription has to be in what follows too. */
export const refreshSchedule = async (
  stripe: Stripe,
  prices: PriceCatalog,
  key: string,
  subscriptionId: string,
): Promise<void> => {
  const { schedule } = await request(stripe.subscriptions.retrieve(subscriptionId, withSchedule));
  const item = schedule !== null && typeof schedule === 'object' ? nextPhase(schedule)?.items[0] : undefined;
  const price = item && (await prices.nameOf(item.price));
  if (price) await scheduleNext(stripe, prices, key, subscriptionId, { price, quantity: item.quantity ?? 1 });
};
