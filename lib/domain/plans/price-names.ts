import type { Interval, Subscription } from '../records.ts';
import type { PackName } from '../credits/credit-packs.ts';

/**
 * The lookup keys of the prices at the payment provider. `npm run stripe:setup` creates the prices; their amounts are
 * changed at the provider (docs/adr/0010-payments.md).
 */
export const priceNames = [
  'starter_month',
  'starter_year',
  'team_month',
  'team_year',
  'sast_starter_month',
  'sast_team_month',
  'pack_core-100',
  'pack_core-500',
  'pack_sast-25',
] as const;
export type PriceName = (typeof priceNames)[number];

const planPrices = {
  starter_month: { plan: 'Starter', interval: 'month' },
  starter_year: { plan: 'Starter', interval: 'year' },
  team_month: { plan: 'Team', interval: 'month' },
  team_year: { plan: 'Team', interval: 'year' },
} as const;

const isPlanPrice = (price: PriceName): price is keyof typeof planPrices => price in planPrices;

/** Returns the subscription that a price and a quantity represent; undefined when the price is not that of a plan. */
export const subscriptionOfPrice = (
  price: PriceName | undefined,
  quantity: number,
): (Subscription & { plan: 'Starter' | 'Team' }) | undefined => {
  if (price === undefined || !isPlanPrice(price)) return undefined;
  const { plan, interval } = planPrices[price];
  return { plan, interval, ...(plan === 'Team' && { licenses: quantity }) };
};

/**
 * Returns the price and quantity of a plan.
 * @throws Error for Free and Regulated, which have no price.
 */
export const priceOfPlan = ({
  plan,
  interval,
  licenses,
}: Subscription): { price: PriceName; quantity: number } => {
  if (plan !== 'Starter' && plan !== 'Team') throw new Error(`${plan} has no price`);
  const price: `${'starter' | 'team'}_${Interval}` = `${plan === 'Team' ? 'team' : 'starter'}_${interval}`;
  return { price, quantity: plan === 'Team' ? (licenses ?? 1) : 1 };
};

const addonSizes: Partial<Record<PriceName, 'starter' | 'team'>> = {
  sast_starter_month: 'starter',
  sast_team_month: 'team',
};

/** Returns the size of the SAST add-on with this price; undefined for any other price. */
export const addonSizeOfPrice = (price: PriceName | undefined): 'starter' | 'team' | undefined =>
  price && addonSizes[price];

/** The add-on is sold by the month, on Team per license. */
export const priceOfAddon = (
  size: 'starter' | 'team',
  licenses: number,
): { price: PriceName; quantity: number } =>
  size === 'team'
    ? { price: 'sast_team_month', quantity: licenses }
    : { price: 'sast_starter_month', quantity: 1 };

/** Returns the plan and the period that a price pays for; undefined when the price is not that of a plan. */
export const planOfPrice = (price: PriceName) => (isPlanPrice(price) ? planPrices[price] : undefined);

/** The name of the price of a pack. */
export const priceOfPack = (pack: PackName): PriceName => `pack_${pack}`;
