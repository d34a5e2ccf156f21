import { changeObject, emitEvent } from '../webhooks/events.ts';
import {
  booleanParameter,
  createdRange,
  strictObject,
  listOf,
  metadataParameter,
  stringParameter,
  unsettable,
} from '../http/parameters.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
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
import type { Product } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const create = strictObject({
  name: stringParameter.min(1),
  id: stringParameter.optional(),
  active: booleanParameter.optional(),
  description: stringParameter.optional(),
  metadata: metadataParameter.optional(),
  statement_descriptor: stringParameter.max(22).optional(),
  tax_code: stringParameter.optional(),
  unit_label: stringParameter.optional(),
  url: stringParameter.optional(),
  images: listOf(stringParameter).optional(),
  shippable: booleanParameter.optional(),
});

const update = create
  .omit({ id: true })
  .partial()
  .extend({
    default_price: stringParameter.optional(),
    description: unsettable(stringParameter).optional(),
  });

export const newProduct = (tx: Transaction, given: { name: string; id?: string }): Product => {
  const product: Product = {
    id: given.id ?? newId('prod'),
    object: 'product',
    active: true,
    created: tx.now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: tx.now,
    url: null,
  };
  if (tx.find('product', product.id)) {
    throw invalidRequest('Product already exists.', 'id', 'resource_already_exists');
  }
  return tx.put(product);
};

export const productRoutes: Route[] = [
  route('POST', '/v1/products', {
    name: 'products.create',
    parameters: create,
    run: (tx, { metadata: given, ...rest }) => {
      const product = Object.assign(newProduct(tx, rest), rest, { metadata: mergeMetadata({}, given) });
      emitEvent(tx, 'product.created', { object: product });
      return product;
    },
  }),
  route('GET', '/v1/products/:id', {
    name: 'products.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('product', id),
  }),
  route('POST', '/v1/products/:id', {
    name: 'products.update',
    parameters: update,
    run: (tx, { metadata: given, ...rest }, id) =>
      changeObject(tx, { type: 'product', id, event: 'product.updated' }, (product) => {
        Object.assign(product, rest, { metadata: mergeMetadata(product.metadata, given), updated: tx.now });
      }),
  }),
  route('GET', '/v1/products', {
    name: 'products.list',
    parameters: listParameters({
      active: booleanParameter.optional(),
      created: createdRange,
      ids: listOf(stringParameter).optional(),
      shippable: booleanParameter.optional(),
    }),
    run: (tx, { active, created, ids, shippable, ...paging }) => {
      const found = tx.where(
        'product',
        (product) =>
          matchesFilter(product, { active, shippable }) &&
          inRange(created, product.created) &&
          (ids?.includes(product.id) ?? true),
      );
      return listPage(tx, '/v1/products', { found, paging });
    },
  }),
];
