import { changeObject, emitEvent } from '../webhooks/events.ts';
import {
  createdRange,
  strictObject,
  integerParameter,
  listOf,
  metadataParameter,
  stringParameter,
  unsettable,
} from '../http/parameters.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import { renderDeletedCustomer } from '../http/render-object.ts';
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
import { cancelSubscription } from '../subscriptions/subscription-cancel.ts';
import type { Customer } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';
import * as z from 'zod';
import { attachCard, newCard, testCards } from './test-cards.ts';

export const addressParameter = strictObject({
  city: stringParameter.optional(),
  country: stringParameter.optional(),
  line1: stringParameter.optional(),
  line2: stringParameter.optional(),
  postal_code: stringParameter.optional(),
  state: stringParameter.optional(),
});

const customFields = listOf(strictObject({ name: stringParameter.max(40), value: stringParameter.max(140) }));

const create = strictObject({
  address: unsettable(addressParameter).optional(),
  balance: integerParameter.optional(),
  description: stringParameter.optional(),
  email: stringParameter.max(512).optional(),
  invoice_settings: strictObject({
    custom_fields: unsettable(customFields).optional(),
    default_payment_method: stringParameter.optional(),
  }).optional(),
  metadata: metadataParameter.optional(),
  name: stringParameter.max(256).optional(),
  payment_method: stringParameter.optional(),
  phone: stringParameter.optional(),
});
const update = create.omit({ payment_method: true });

/** @throws StripeApiError unless the card belongs to this customer. */
export const requireCustomerCard = (
  tx: Transaction,
  method: string,
  { customer, param }: { customer: string; param: string },
): string => {
  if (tx.get('payment_method', method, param).customer === customer) return method;
  const message =
    'The customer does not have a payment method with the ID ' +
    `${method}. The payment method must be attached to the customer.`;
  throw invalidRequest(message, param, 'resource_missing');
};

const fullAddress = (given: z.infer<typeof addressParameter> | null): Customer['address'] =>
  given && { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...given };

type Given = z.infer<typeof update>;

const apply = (tx: Transaction, customer: Customer, given: Given): void => {
  const { address: place, invoice_settings: settings, metadata: keys, ...rest } = given;
  Object.assign(customer, rest);
  if (place !== undefined) customer.address = fullAddress(place);
  customer.metadata = mergeMetadata(customer.metadata, keys);
  if (settings?.custom_fields !== undefined) customer.invoice_settings.custom_fields = settings.custom_fields;
  const method = settings?.default_payment_method;
  if (method === undefined) return;
  customer.invoice_settings.default_payment_method =
    method === ''
      ? null
      : requireCustomerCard(tx, method, {
          customer: customer.id,
          param: 'invoice_settings[default_payment_method]',
        });
};

export const newCustomer = (tx: Transaction, given: Given): Customer => {
  const id = newId('cus');
  const customer: Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: tx.now,
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
  apply(tx, customer, given);
  return tx.put(customer);
};

const created = (tx: Transaction, { payment_method: method, ...given }: z.infer<typeof create>): Customer => {
  const { invoice_settings: settings, ...rest } = given;
  const customer = newCustomer(tx, rest);
  if (method !== undefined) attachCard(tx, resolvePaymentMethod(tx, method), customer.id);
  if (settings) apply(tx, customer, { invoice_settings: settings });
  emitEvent(tx, 'customer.created', { object: customer });
  return customer;
};

/** Cancels the customer's subscriptions at once and leaves a tombstone. */
const deleted = (tx: Transaction, _: unknown, id: string): object => {
  const customer = tx.get('customer', id);
  for (const subscription of tx.where('subscription', (one) => one.customer === id)) {
    if (subscription.ended_at === null) cancelSubscription(tx, subscription.id, {});
  }
  emitEvent(tx, 'customer.deleted', { object: customer });
  tx.remove('customer', id);
  tx.put({ object: 'local.deleted', id });
  return { id, object: 'customer', deleted: true };
};

/** Finds a card by id, or creates one for Stripe's name of a test card. */
export const resolvePaymentMethod = (tx: Transaction, name: string): string => {
  const kind = Object.hasOwn(testCards, name) ? testCards[name] : undefined;
  return kind ? newCard(tx, kind).id : tx.get('payment_method', name, 'payment_method').id;
};

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', { name: 'customers.create', parameters: create, run: created }),
  route('GET', '/v1/customers/:id', {
    name: 'customers.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => renderDeletedCustomer(tx, id) ?? tx.get('customer', id),
  }),
  route('DELETE', '/v1/customers/:id', { name: 'customers.del', parameters: noParameters, run: deleted }),
  route('POST', '/v1/customers/:id', {
    name: 'customers.update',
    parameters: update,
    run: (tx, given, id) =>
      changeObject(tx, { type: 'customer', id, event: 'customer.updated' }, (customer) =>
        apply(tx, customer, given),
      ),
  }),
  route('GET', '/v1/customers', {
    name: 'customers.list',
    parameters: listParameters({ created: createdRange, email: stringParameter.optional() }),
    run: (tx, { created: range, email, ...paging }) => {
      const found = tx.where(
        'customer',
        (customer) => matchesFilter(customer, { email }) && inRange(range, customer.created),
      );
      return listPage(tx, '/v1/customers', { found, paging });
    },
  }),
];
