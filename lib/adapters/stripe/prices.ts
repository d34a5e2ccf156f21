import type Stripe from 'stripe';
import { priceNames, type PriceName } from '@scangate/domain/plans/price-names';
import { PaymentProviderRefused, type CurrentPrice } from '#ports/payment-provider.ts';
import { request, find } from './errors.ts';

/**
 * The metadata field with the name of a price. When an amount changes, the lookup key moves to the new price, while older
 * subscriptions still pay the old one, which keeps its name here.
 */
export const priceNameKey = 'scangate_price';

type AnyPrice = string | Stripe.Price | Stripe.DeletedPrice;

export interface PriceCatalog {
  /**
   * Returns the price that is currently sold under a name.
   * @throws PaymentProviderRefused price_missing
   */
  currentPrice(name: PriceName): Promise<{ id: string; currency: string }>;
  /** Reads all of them again, because they are shown before something is bought. */
  currentPrices(): Promise<CurrentPrice[]>;
  /** The name of a price, also of one that is no longer sold; undefined when the price is not ours. */
  nameOf(price: AnyPrice): Promise<PriceName | undefined>;
}

export const idOf = (object: string | { id: string }): string =>
  typeof object === 'string' ? object : object.id;

const isPriceName = (name: string | null | undefined): name is PriceName =>
  (priceNames as readonly (string | null | undefined)[]).includes(name);

const nameOfPrice = (price: Stripe.Price): PriceName | undefined =>
  [price.lookup_key, price.metadata[priceNameKey]].find(isPriceName);

const isWhole = (price: AnyPrice): price is Stripe.Price =>
  typeof price !== 'string' && 'lookup_key' in price;

/** Reads our prices once, and any other price when it first occurs. */
export const priceCatalog = (stripe: Stripe): PriceCatalog => {
  const names = new Map<string, Promise<PriceName | undefined>>();
  let listed: Promise<Map<PriceName, Stripe.Price>> | undefined;

  const list = async (): Promise<Map<PriceName, Stripe.Price>> => {
    const { data } = await request(
      stripe.prices.list({ lookup_keys: [...priceNames], active: true, limit: 100 }),
    );
    const prices = data.flatMap((price) => (isPriceName(price.lookup_key) ? [price] : []));
    return new Map(prices.map((price) => [price.lookup_key as PriceName, price]));
  };

  const lookUp = async (id: string): Promise<PriceName | undefined> => {
    const found = await find(stripe.prices.retrieve(id));
    return found && nameOfPrice(found);
  };

  const forgetAndThrow = (error: unknown): never => {
    listed = undefined;
    throw error;
  };

  return {
    async currentPrice(name) {
      const price = (await (listed ??= list().catch(forgetAndThrow))).get(name);
      if (price) return { id: price.id, currency: price.currency };
      listed = undefined;
      throw new PaymentProviderRefused('price_missing', `Stripe has no price ${name}: run stripe:setup`);
    },
    async currentPrices() {
      // A price in fractions of the smallest unit has no such amount. It is not one of `npm run stripe:setup`.
      return [...(await list())].flatMap(([price, { unit_amount: amount, currency }]) =>
        amount === null ? [] : [{ price, amount, currency }],
      );
    },
    nameOf(price) {
      const id = idOf(price);
      const known = names.get(id);
      if (known) return known;
      const pending = (isWhole(price) ? Promise.resolve(nameOfPrice(price)) : lookUp(id)).catch(
        (error: unknown) => {
          names.delete(id);
          throw error;
        },
      );
      names.set(id, pending);
      return pending;
    },
  };
};
