import { priceNames, type PriceName } from '@scangate/domain/plans/price-names';

export interface Product {
  /** The id at Stripe, chosen by the service so that the product is created once. */
  id: string;
  name: string;
}

const products = {
  starter: { id: 'scangate_starter', name: 'Scangate Starter' },
  team: { id: 'scangate_team', name: 'Scangate Team, per license' },
  sast_starter: { id: 'scangate_sast_starter', name: 'SAST for Starter' },
  sast_team: { id: 'scangate_sast_team', name: 'SAST for Team, per license' },
  pack: { id: 'scangate_pack', name: 'Credits' },
} as const satisfies Record<string, Product>;

export interface Offer {
  product: Product;
  nickname: string;
  /** In the smallest units of the currency. These are examples until the operator sets prices. */
  amount: number;
  interval?: 'month' | 'year';
}

/** The prices that are sold. `npm run stripe:setup -- --prices file.json` sets other amounts. */
export const offers: Readonly<Record<PriceName, Offer>> = {
  starter_month: {
    product: products.starter,
    nickname: 'Starter, monthly',
    amount: 4_900,
    interval: 'month',
  },
  starter_year: { product: products.starter, nickname: 'Starter, yearly', amount: 49_000, interval: 'year' },
  team_month: { product: products.team, nickname: 'Team, monthly', amount: 2_900, interval: 'month' },
  team_year: { product: products.team, nickname: 'Team, yearly', amount: 29_000, interval: 'year' },
  sast_starter_month: {
    product: products.sast_starter,
    nickname: 'SAST Starter',
    amount: 1_900,
    interval: 'month',
  },
  sast_team_month: { product: products.sast_team, nickname: 'SAST Team', amount: 900, interval: 'month' },
  'pack_core-100': { product: products.pack, nickname: '100 core credits', amount: 1_500 },
  'pack_core-500': { product: products.pack, nickname: '500 core credits', amount: 6_500 },
  'pack_sast-25': { product: products.pack, nickname: '25 SAST credits', amount: 2_500 },
};

export const productsOnSale: readonly Product[] = Object.values(products);

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Reads amounts by price name. @throws Error that names an unknown price or an invalid amount. */
export const readAmounts = (given: unknown): Partial<Record<PriceName, number>> => {
  if (typeof given !== 'object' || given === null) throw new Error('the prices are not a JSON object');
  for (const [name, amount] of Object.entries(given)) {
    if (!(priceNames as readonly string[]).includes(name)) throw new Error(`there is no price ${name}`);
    if (!isAmount(amount)) throw new Error(`${name}: an amount is a whole number of the smallest unit`);
  }
  return given;
};
