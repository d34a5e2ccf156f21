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

export const newProduct = (work: Transaction, given: { name: string; id?: string }): Product => {
  const product: Product = {
    id: given.id ?? newId('prod'),
    object: 'product',
    active: true,
    created: work.now,
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
    updated: work.now,
    url: null,
  };
  if (work.find('product', product.id)) {
    throw invalidRequest('Product already exists.', 'id', 'resource_already_exists');
  }
  return work.put(product);
};

export const productRoutes: Route[] = [
  route('POST', '/v1/products', 'products.create', create, (work, { metadata: given, ...rest }) => {
    const product = Object.assign(newProduct(work, rest), rest, { metadata: mergeMetadata({}, given) });
    emitEvent(work, 'product.created', product);
    return product;
  }),
  route('GET', '/v1/products/:id', 'products.retrieve', noParameters, (work, _, id) =>
    work.get('product', id),
  ),
  route('POST', '/v1/products/:id', 'products.update', update, (work, { metadata: given, ...rest }, id) =>
    changeObject(work, 'product', id, 'product.updated', (product) => {
      Object.assign(product, rest, { metadata: mergeMetadata(product.metadata, given), updated: work.now });
    }),
  ),
  route(
    'GET',
    '/v1/products',
    'products.list',
    listParameters({
      active: booleanParameter.optional(),
      created: createdRange,
      ids: listOf(stringParameter).optional(),
      shippable: booleanParameter.optional(),
    }),
    (work, { active, created, ids, shippable, ...paging }) => {
      const found = work.where(
        'product',
        (product) =>
          matchesFilter(product, { active, shippable }) &&
          inRange(created, product.created) &&
          (ids?.includes(product.id) ?? true),
      );
      return listPage(work, '/v1/products', found, paging);
    },
  ),
];
