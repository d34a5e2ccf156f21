import type Stripe from 'stripe';
import type { PriceName } from '../../domain/billing/prices.ts';
import { TillRefused } from '../../ports/till.ts';
import { ask } from './errors.ts';
import { idOf, type PriceBook } from './prices.ts';
import { itemOf, nextPhase, withSchedule } from './subscriptions.ts';

type Schedule = Stripe.SubscriptionSchedule;
type Phase = Schedule['phases'][number];
type PhaseOrder = Stripe.SubscriptionScheduleUpdateParams.Phase;

export interface Next {
  price: PriceName;
  quantity: number;
}

const isAlive = ({ status }: Schedule): boolean => status === 'active' || status === 'not_started';

/** A discount goes on as itself: redeemed once, not again by each phase. */
const discountOrders = ({ discounts }: Phase) =>
  discounts.flatMap(({ discount, promotion_code: promotion, coupon }) => {
    if (discount) return { discount: idOf(discount) };
    if (promotion) return { promotion_code: idOf(promotion) };
    return coupon ? { coupon: idOf(coupon) } : [];
  });

/** Without any it is left out: then a discount of the customer's, if there is one, counts as before. */
const keptDiscounts = (phase: Phase): Pick<PhaseOrder, 'discounts'> => {
  const discounts = discountOrders(phase);
  return discounts.length > 0 ? { discounts } : {};
};

const currentPhase = ({ phases, current_phase: current }: Schedule): Phase => {
  const phase = phases.find(({ start_date: start }) => start === current?.start_date) ?? phases[0];
  if (!phase) throw new TillRefused('schedule_empty', 'the schedule has no phases');
  return phase;
};

const intervalOf = (price: PriceName) => (price.endsWith('_year') ? 'year' : 'month');

/** The phase under way up to the end of its period, and one period of what follows; then the schedule lets go. */
const phasesOf = (
  schedule: Schedule,
  { current_period_end: end, price: { recurring } }: Stripe.SubscriptionItem,
  next: Next & { priceId: string },
): PhaseOrder[] => {
  const current = currentPhase(schedule);
  const interval = intervalOf(next.price);
  const kept = { ...keptDiscounts(current), proration_behavior: 'none' };
  return [
    {
      start_date: current.start_date,
      end_date: end,
      items: current.items.map(({ price, quantity = 1 }) => ({ price: idOf(price), quantity })),
      ...kept,
    },
    {
      items: [{ price: next.priceId, quantity: next.quantity }],
      duration: { interval, interval_count: 1 },
      // Another interval begins a cycle of its own: a whole period from here, not what is left to some older day.
      ...(recurring && recurring.interval !== interval && { billing_cycle_anchor: 'phase_start' }),
      ...kept,
    },
  ];
};

const isArranged = (schedule: Schedule, { priceId, quantity }: { priceId: string; quantity: number }) => {
  const phase = nextPhase(schedule);
  const item = phase?.items[0];
  if (!phase || !item || idOf(item.price) !== priceId || (item.quantity ?? 1) !== quantity) return false;
  const discountsOf = (of: Phase) => JSON.stringify(discountOrders(of));
  return discountsOf(phase) === discountsOf(currentPhase(schedule));
};

const mostEnded = 5;

/** A schedule for the subscription. An answer under an old key may be of one that was released since. */
const newSchedule = async (stripe: Stripe, key: string, subscription: string): Promise<Schedule> => {
  let idempotencyKey = `${key}:create`;
  for (let ended = 0; ended < mostEnded; ended++) {
    const order: Stripe.SubscriptionScheduleCreateParams = { from_subscription: subscription };
    const { id } = await ask(stripe.subscriptionSchedules.create(order, { idempotencyKey }));
    const schedule = await ask(stripe.subscriptionSchedules.retrieve(id));
    if (isAlive(schedule)) return schedule;
    idempotencyKey = `${key}:create:${id}`;
  }
  throw new TillRefused('schedule_ended', 'every schedule under this key was released');
};

/**
 * In one call where a schedule is there, so that nothing is lost between. Cut after a schedule was made and before it
 * says anything, it arranges nothing, and the next call goes on from there.
 */
export const scheduleNext = async (
  stripe: Stripe,
  prices: PriceBook,
  key: string,
  subscriptionId: string,
  next: Next,
): Promise<void> => {
  const { id: priceId } = await prices.sold(next.price);
  const subscription = await ask(stripe.subscriptions.retrieve(subscriptionId, withSchedule));
  const { schedule: found } = subscription;
  const schedule =
    found !== null && typeof found === 'object' ? found : await newSchedule(stripe, key, subscriptionId);
  if (isArranged(schedule, { priceId, quantity: next.quantity })) return;
  const phases = phasesOf(schedule, itemOf(subscription), { ...next, priceId });
  const order: Stripe.SubscriptionScheduleUpdateParams = {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases,
  };
  const idempotencyKey = `${key}:phases:${schedule.id}`;
  await ask(stripe.subscriptionSchedules.update(schedule.id, order, { idempotencyKey }));
};

export const releaseSchedule = async (stripe: Stripe, key: string, id: string): Promise<void> => {
  try {
    await ask(stripe.subscriptionSchedules.release(id, {}, { idempotencyKey: key }));
  } catch (error) {
    if (!(error instanceof TillRefused)) throw error;
    if (isAlive(await ask(stripe.subscriptionSchedules.retrieve(id)))) throw error;
  }
};

/** The same once more, where a change of the subscription has to be in what follows too. */
export const followSubscription = async (
  stripe: Stripe,
  prices: PriceBook,
  key: string,
  subscriptionId: string,
): Promise<void> => {
  const { schedule } = await ask(stripe.subscriptions.retrieve(subscriptionId, withSchedule));
  const item = schedule !== null && typeof schedule === 'object' ? nextPhase(schedule)?.items[0] : undefined;
  const price = item && (await prices.nameOf(item.price));
  if (price) await scheduleNext(stripe, prices, key, subscriptionId, { price, quantity: item.quantity ?? 1 });
};
