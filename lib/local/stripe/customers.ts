import { change, emit } from './events.ts';
import { createdRange, group, integer, metadata, text, unsettable } from './parameters.ts';
import { refuse } from './refusal.ts';
import { deletedCustomer } from './render.ts';
import { fits, listing, merged, nothing, page, route, within, type Route } from './route.ts';
import { cancelSubscription } from './subscription-cancel.ts';
import type { Customer } from './wire.ts';
import { newId, type Work } from './work.ts';
import * as z from 'zod';
import { attachCard, newCard, testCards } from './cards.ts';

const address = group({
  city: text.optional(),
  country: text.optional(),
  line1: text.optional(),
  line2: text.optional(),
  postal_code: text.optional(),
  state: text.optional(),
});

const create = group({
  address: unsettable(address).optional(),
  balance: integer.optional(),
  description: text.optional(),
  email: text.max(512).optional(),
  invoice_settings: group({ default_payment_method: text.optional() }).optional(),
  metadata: metadata.optional(),
  name: text.max(256).optional(),
  payment_method: text.optional(),
  phone: text.optional(),
});
const update = create.omit({ payment_method: true });

/** @throws Refusal unless the card is this customer's. */
export const ownCard = (work: Work, method: string, customer: string, param: string): string => {
  if (work.get('payment_method', method, param).customer === customer) return method;
  const told =
    'The customer does not have a payment method with the ID ' +
    `${method}. The payment method must be attached to the customer.`;
  throw refuse(told, param, 'resource_missing');
};

const fullAddress = (given: z.infer<typeof address> | null): Customer['address'] =>
  given && { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...given };

type Given = z.infer<typeof update>;

const apply = (work: Work, customer: Customer, given: Given): void => {
  const { address: place, invoice_settings: settings, metadata: keys, ...rest } = given;
  Object.assign(customer, rest);
  if (place !== undefined) customer.address = fullAddress(place);
  customer.metadata = merged(customer.metadata, keys);
  const method = settings?.default_payment_method;
  if (method === undefined) return;
  customer.invoice_settings.default_payment_method =
    method === '' ? null : ownCard(work, method, customer.id, 'invoice_settings[default_payment_method]');
};

export const newCustomer = (work: Work, given: Given): Customer => {
  const id = newId('cus');
  const customer: Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: work.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId('').slice(1, 9).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  apply(work, customer, given);
  return work.put(customer);
};

const created = (work: Work, { payment_method: method, ...given }: z.infer<typeof create>): Customer => {
  const { invoice_settings: settings, ...rest } = given;
  const customer = newCustomer(work, rest);
  if (method !== undefined) attachCard(work, cardNamed(work, method), customer.id);
  if (settings) apply(work, customer, { invoice_settings: settings });
  emit(work, 'customer.created', customer);
  return customer;
};

/** Ends what the customer subscribed to, at once; what is left is that there was one. */
const deleted = (work: Work, _: unknown, id: string): object => {
  const customer = work.get('customer', id);
  for (const subscription of work.where('subscription', (one) => one.customer === id)) {
    if (subscription.ended_at === null) cancelSubscription(work, subscription.id, {});
  }
  emit(work, 'customer.deleted', customer);
  work.remove('customer', id);
  work.put({ object: 'local.deleted', id });
  return { id, object: 'customer', deleted: true };
};

/** The card of that id; a new one where Stripe's name of a test card stands. */
export const cardNamed = (work: Work, name: string): string => {
  const kind = Object.hasOwn(testCards, name) ? testCards[name] : undefined;
  return kind ? newCard(work, kind).id : work.get('payment_method', name, 'payment_method').id;
};

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', 'customers.create', create, created),
  route(
    'GET',
    '/v1/customers/:id',
    'customers.retrieve',
    nothing,
    (work, _, id) => deletedCustomer(work, id) ?? work.get('customer', id),
  ),
  route('DELETE', '/v1/customers/:id', 'customers.del', nothing, deleted),
  route('POST', '/v1/customers/:id', 'customers.update', update, (work, given, id) =>
    change(work, 'customer', id, 'customer.updated', (customer) => apply(work, customer, given)),
  ),
  route(
    'GET',
    '/v1/customers',
    'customers.list',
    listing({ created: createdRange, email: text.optional() }),
    (work, { created: range, email, ...paging }) => {
      const found = work.where(
        'customer',
        (customer) => fits(customer, { email }) && within(range, customer.created),
      );
      return page(work, '/v1/customers', found, paging);
    },
  ),
];
