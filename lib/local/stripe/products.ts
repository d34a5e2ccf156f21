import { change, emit } from './events.ts';
import { boolean, createdRange, group, list, metadata, text, unsettable } from './parameters.ts';
import { refuse } from './refusal.ts';
import { fits, listing, merged, nothing, page, route, within, type Route } from './route.ts';
import type { Product } from './wire.ts';
import { newId, type Work } from './work.ts';

const create = group({
  name: text.min(1),
  id: text.optional(),
  active: boolean.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  statement_descriptor: text.max(22).optional(),
  tax_code: text.optional(),
  unit_label: text.optional(),
  url: text.optional(),
  images: list(text).optional(),
  shippable: boolean.optional(),
});

const update = create
  .omit({ id: true })
  .partial()
  .extend({
    default_price: text.optional(),
    description: unsettable(text).optional(),
  });

export const newProduct = (work: Work, given: { name: string; id?: string }): Product => {
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
    throw refuse('Product already exists.', 'id', 'resource_already_exists');
  }
  return work.put(product);
};

export const productRoutes: Route[] = [
  route('POST', '/v1/products', 'products.create', create, (work, { metadata: given, ...rest }) => {
    const product = Object.assign(newProduct(work, rest), rest, { metadata: merged({}, given) });
    emit(work, 'product.created', product);
    return product;
  }),
  route('GET', '/v1/products/:id', 'products.retrieve', nothing, (work, _, id) => work.get('product', id)),
  route('POST', '/v1/products/:id', 'products.update', update, (work, { metadata: given, ...rest }, id) =>
    change(work, 'product', id, 'product.updated', (product) => {
      Object.assign(product, rest, { metadata: merged(product.metadata, given), updated: work.now });
    }),
  ),
  route(
    'GET',
    '/v1/products',
    'products.list',
    listing({
      active: boolean.optional(),
      created: createdRange,
      ids: list(text).optional(),
      shippable: boolean.optional(),
    }),
    (work, { active, created, ids, shippable, ...paging }) => {
      const found = work.where(
        'product',
        (product) =>
          fits(product, { active, shippable }) &&
          within(created, product.created) &&
          (ids?.includes(product.id) ?? true),
      );
      return page(work, '/v1/products', found, paging);
    },
  ),
];
