import { creditPacks, packNames, type PackName } from '../credits/credit-packs.ts';
import type { PoolName } from '../credits/credit-pool.ts';
import type { Interval } from '../records.ts';
import { addonSizeOfPrice, planOfPrice, priceNames, priceOfPack, type PriceName } from './price-names.ts';

/** A price as currently sold; the amount is in the smallest unit of the currency. */
interface SoldPrice {
  price: PriceName;
  amount: number;
  currency: string;
}

/** The prices of plans, packs of credits and the SAST add-on. */
export interface PriceList {
  currency: string;
  plans: { plan: 'Starter' | 'Team'; interval: Interval; amount: number; perLicense: boolean }[];
  packs: { pack: PackName; pool: PoolName; credits: number; amount: number }[];
  sastAddon: { size: 'starter' | 'team'; interval: Interval; amount: number; perLicense: boolean }[];
}

/**
 * Orders prices by product. A price in another currency than the first one is left out, because an account pays in
 * one currency.
 * @returns undefined when nothing is sold.
 */
export const priceList = (sold: readonly SoldPrice[]): PriceList | undefined => {
  const byName = new Map(sold.map((one) => [one.price, one]));
  const inOrder = priceNames.flatMap((name) => byName.get(name) ?? []);
  const currency = inOrder[0]?.currency;
  if (currency === undefined) return undefined;
  const amounts = new Map(
    inOrder.filter((one) => one.currency === currency).map(({ price, amount }) => [price, amount]),
  );
  return {
    currency,
    plans: [...amounts].flatMap(([price, amount]) => {
      const bought = planOfPrice(price);
      return bought ? [{ ...bought, amount, perLicense: bought.plan === 'Team' }] : [];
    }),
    packs: packNames.flatMap((pack) => {
      const amount = amounts.get(priceOfPack(pack));
      return amount === undefined ? [] : [{ pack, ...creditPacks[pack], amount }];
    }),
    sastAddon: [...amounts].flatMap(([price, amount]) => {
      const size = addonSizeOfPrice(price);
      return size ? [{ size, interval: 'month' as const, amount, perLicense: size === 'team' }] : [];
    }),
  };
};
