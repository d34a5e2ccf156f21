import * as z from 'zod';
import { change, emit } from './events.ts';
import { boolean, count, createdRange, decimal, group, integer, list, metadata, text } from './parameters.ts';
import { newProduct } from './products.ts';
import { missing, refuse } from './refusal.ts';
import { fits, listing, merged, nothing, page, route, within, type Route } from './route.ts';
import type { Seen } from './state.ts';
import type { Price } from './wire.ts';
import { newId, type Work } from './work.ts';

const create = group({
  currency: text.toLowerCase().length(3),
  unit_amount: count.optional(),
  unit_amount_decimal: decimal.optional(),
  product: text.optional(),
  product_data: group({ name: text.min(1), id: text.optional(), metadata: metadata.optional() }).optional(),
  recurring: group({
    interval: z.enum(['day', 'week', 'month', 'year']),
    interval_count: integer.pipe(z.number().min(1).max(1095)).optional(),
    usage_type: z.enum(['licensed']).optional(),
  }).optional(),
  active: boolean.optional(),
  billing_scheme: z.enum(['per_unit']).optional(),
  lookup_key: text.max(200).optional(),
  transfer_lookup_key: boolean.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
});

const update = group({
  active: boolean.optional(),
  lookup_key: text.max(200).optional(),
  transfer_lookup_key: boolean.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive']).optional(),
});

/** A lookup key names one price; another price gets it only when it is told to take it over. */
const takeLookupKey = (work: Work, id: string, key: string | undefined, transfer = false): void => {
  if (!key) return;
  const holder = work.where('price', (price) => price.lookup_key === key && price.id !== id)[0];
  if (!holder) return;
  if (!transfer) {
    const told = `A price (\`${holder.id}\`) already uses that lookup key.`;
    throw refuse(told, 'lookup_key', 'resource_already_exists');
  }
  change(work, 'price', holder.id, 'price.updated', (price) => void (price.lookup_key = null));
};

const productOf = (work: Work, given: z.infer<typeof create>): string => {
  if (given.product !== undefined) return work.get('product', given.product, 'product').id;
  if (!given.product_data) throw missing('product');
  const product = newProduct(work, given.product_data);
  product.metadata = merged({}, given.product_data.metadata);
  emit(work, 'product.created', product);
  return product.id;
};

const newPrice = (work: Work, given: z.infer<typeof create>): Price => {
  const amount = given.unit_amount ?? given.unit_amount_decimal;
  if (amount === undefined) throw missing('unit_amount');
  const id = newId('price');
  takeLookupKey(work, id, given.lookup_key, given.transfer_lookup_key);
  const { recurring } = given;
  const price: Price = {
    id,
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: work.now,
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: merged({}, given.metadata),
    nickname: given.nickname ?? null,
    product: productOf(work, given),
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: Number.isInteger(amount) ? amount : null,
    unit_amount_decimal: String(amount),
  };
  return work.put(price);
};

/** In cents; not whole where the price has fractions of a cent. */
export const unitAmountOf = (price: Seen<Price>): number => Number(price.unit_amount_decimal ?? 0);

/** @throws Refusal when there is no such price or it is archived. */
export const activePrice = (work: Work, id: string, param: string): Seen<Price> => {
  const price = work.get('price', id, param);
  if (price.active) return price;
  throw refuse('The price specified is inactive. This field only accepts active prices.', param);
};

export const priceRoutes: Route[] = [
  route('POST', '/v1/prices', 'prices.create', create, (work, given) => {
    const price = newPrice(work, given);
    emit(work, 'price.created', price);
    return price;
  }),
  route('GET', '/v1/prices/:id', 'prices.retrieve', nothing, (work, _, id) => work.get('price', id)),
  route('POST', '/v1/prices/:id', 'prices.update', update, (work, given, id) => {
    const { transfer_lookup_key, metadata: keys, ...rest } = given;
    takeLookupKey(work, id, given.lookup_key, transfer_lookup_key);
    return change(work, 'price', id, 'price.updated', (price) => {
      Object.assign(price, rest, { metadata: merged(price.metadata, keys) });
      if (rest.lookup_key === '') price.lookup_key = null;
    });
  }),
  route(
    'GET',
    '/v1/prices',
    'prices.list',
    listing({
      active: boolean.optional(),
      created: createdRange,
      currency: text.optional(),
      lookup_keys: list(text).pipe(z.array(z.string()).max(10)).optional(),
      product: text.optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
    }),
    (work, { active, created, currency, lookup_keys, product, type, ...paging }) => {
      const found = work.where(
        'price',
        (price) =>
          fits(price, { active, currency, product, type }) &&
          within(created, price.created) &&
          (lookup_keys?.includes(price.lookup_key ?? '') ?? true),
      );
      return page(work, '/v1/prices', found, paging);
    },
  ),
];
