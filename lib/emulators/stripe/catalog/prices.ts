import * as z from 'zod';
import { changeObject, emitEvent } from '../webhooks/events.ts';
import {
  booleanParameter,
  countParameter,
  createdRange,
  decimalParameter,
  strictObject,
  integerParameter,
  listOf,
  metadataParameter,
  stringParameter,
} from '../http/parameters.ts';
import { newProduct } from './products.ts';
import { missingParameter, invalidRequest } from '../http/stripe-api-error.ts';
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
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { Price } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const create = strictObject({
  currency: stringParameter.toLowerCase().length(3),
  unit_amount: countParameter.optional(),
  unit_amount_decimal: decimalParameter.optional(),
  product: stringParameter.optional(),
  product_data: strictObject({
    name: stringParameter.min(1),
    id: stringParameter.optional(),
    metadata: metadataParameter.optional(),
  }).optional(),
  recurring: strictObject({
    interval: z.enum(['day', 'week', 'month', 'year']),
    interval_count: integerParameter.pipe(z.number().min(1).max(1095)).optional(),
    usage_type: z.enum(['licensed']).optional(),
  }).optional(),
  active: booleanParameter.optional(),
  billing_scheme: z.enum(['per_unit']).optional(),
  lookup_key: stringParameter.max(200).optional(),
  transfer_lookup_key: booleanParameter.optional(),
  metadata: metadataParameter.optional(),
  nickname: stringParameter.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
});

const update = strictObject({
  active: booleanParameter.optional(),
  lookup_key: stringParameter.max(200).optional(),
  transfer_lookup_key: booleanParameter.optional(),
  metadata: metadataParameter.optional(),
  nickname: stringParameter.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive']).optional(),
});

/** Claims a lookup key, which names one price. Another price loses it only when a transfer is requested. */
const takeLookupKey = (
  tx: Transaction,
  id: string,
  { key, transfer = false }: { key: string | undefined; transfer?: boolean },
): void => {
  if (!key) return;
  const holder = tx.where('price', (price) => price.lookup_key === key && price.id !== id)[0];
  if (!holder) return;
  if (!transfer) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`;
    throw invalidRequest(message, 'lookup_key', 'resource_already_exists');
  }
  changeObject(
    tx,
    { type: 'price', id: holder.id, event: 'price.updated' },
    (price) => void (price.lookup_key = null),
  );
};

const productOf = (tx: Transaction, given: z.infer<typeof create>): string => {
  if (given.product !== undefined) return tx.get('product', given.product, 'product').id;
  if (!given.product_data) throw missingParameter('product');
  const product = newProduct(tx, given.product_data);
  product.metadata = mergeMetadata({}, given.product_data.metadata);
  emitEvent(tx, 'product.created', { object: product });
  return product.id;
};

const newPrice = (tx: Transaction, given: z.infer<typeof create>): Price => {
  const amount = given.unit_amount ?? given.unit_amount_decimal;
  if (amount === undefined) throw missingParameter('unit_amount');
  const id = newId('price');
  takeLookupKey(tx, id, { key: given.lookup_key, transfer: given.transfer_lookup_key });
  const { recurring } = given;
  const price: Price = {
    id,
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: tx.now,
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergeMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product: productOf(tx, given),
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
  return tx.put(price);
};

/** @returns cents, with a fraction when the price has one. */
export const unitAmountOf = (price: ReadonlyObject<Price>): number => Number(price.unit_amount_decimal ?? 0);

/** @throws StripeApiError when the price does not exist or is archived. */
export const activePrice = (tx: Transaction, id: string, param: string): ReadonlyObject<Price> => {
  const price = tx.get('price', id, param);
  if (price.active) return price;
  throw invalidRequest('The price specified is inactive. This field only accepts active prices.', param);
};

export const priceRoutes: Route[] = [
  route('POST', '/v1/prices', {
    name: 'prices.create',
    parameters: create,
    run: (tx, given) => {
      const price = newPrice(tx, given);
      emitEvent(tx, 'price.created', { object: price });
      return price;
    },
  }),
  route('GET', '/v1/prices/:id', {
    name: 'prices.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('price', id),
  }),
  route('POST', '/v1/prices/:id', {
    name: 'prices.update',
    parameters: update,
    run: (tx, given, id) => {
      const { transfer_lookup_key, metadata: keys, ...rest } = given;
      takeLookupKey(tx, id, { key: given.lookup_key, transfer: transfer_lookup_key });
      return changeObject(tx, { type: 'price', id, event: 'price.updated' }, (price) => {
        Object.assign(price, rest, { metadata: mergeMetadata(price.metadata, keys) });
        if (rest.lookup_key === '') price.lookup_key = null;
      });
    },
  }),
  route('GET', '/v1/prices', {
    name: 'prices.list',
    parameters: listParameters({
      active: booleanParameter.optional(),
      created: createdRange,
      currency: stringParameter.optional(),
      lookup_keys: listOf(stringParameter).pipe(z.array(z.string()).max(10)).optional(),
      product: stringParameter.optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
    }),
    run: (tx, { active, created, currency, lookup_keys, product, type, ...paging }) => {
      const found = tx.where(
        'price',
        (price) =>
          matchesFilter(price, { active, currency, product, type }) &&
          inRange(created, price.created) &&
          (lookup_keys?.includes(price.lookup_key ?? '') ?? true),
      );
      return listPage(tx, '/v1/prices', { found, paging });
    },
  }),
];
