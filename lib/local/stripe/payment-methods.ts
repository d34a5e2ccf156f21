import * as z from 'zod';
import { attachCard } from './cards.ts';
import { cardNamed } from './customers.ts';
import { change, emit } from './events.ts';
import { group, text } from './parameters.ts';
import { refuse } from './refusal.ts';
import { listing, nothing, page, route, type Route } from './route.ts';
import type { PaymentMethod } from './wire.ts';
import type { Work } from './work.ts';

const attach = (work: Work, { customer }: { customer: string }, name: string): PaymentMethod => {
  work.get('customer', customer, 'customer');
  const id = cardNamed(work, name);
  if (work.find('local.deleted', id)) {
    throw refuse(
      'This PaymentMethod was detached from a Customer, and may not be used again.',
      'payment_method',
    );
  }
  const { customer: holder } = work.get('payment_method', id);
  if (holder === customer) return work.edit('payment_method', id);
  if (holder !== null) {
    throw refuse('The payment method you provided has already been attached to a customer.');
  }
  return attachCard(work, id, customer);
};

/** A card that is gone is nobody's default any longer. */
const forget = (work: Work, id: string, customer: string): void => {
  const { invoice_settings: settings } = work.get('customer', customer);
  if (settings.default_payment_method === id) {
    change(work, 'customer', customer, 'customer.updated', (one) => {
      one.invoice_settings.default_payment_method = null;
    });
  }
  for (const { id: subscription } of work.where('subscription', (one) => one.default_payment_method === id)) {
    change(work, 'subscription', subscription, 'customer.subscription.updated', (one) => {
      one.default_payment_method = null;
    });
  }
};

const detach = (work: Work, _: unknown, id: string): PaymentMethod => {
  const { customer } = work.get('payment_method', id);
  if (customer === null) {
    throw refuse(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  const method = work.edit('payment_method', id);
  method.customer = null;
  emit(work, 'payment_method.detached', method, { customer });
  work.put({ object: 'local.deleted', id });
  forget(work, id, customer);
  return method;
};

const type = z.enum(['card']).optional();

export const paymentMethodRoutes: Route[] = [
  route('GET', '/v1/payment_methods/:id', 'paymentMethods.retrieve', nothing, (work, _, id) =>
    work.get('payment_method', id, 'payment_method'),
  ),
  route('POST', '/v1/payment_methods/:id/attach', 'paymentMethods.attach', group({ customer: text }), attach),
  route('POST', '/v1/payment_methods/:id/detach', 'paymentMethods.detach', nothing, detach),
  route(
    'GET',
    '/v1/payment_methods',
    'paymentMethods.list',
    listing({ customer: text, type }),
    (work, { customer, ...paging }) => {
      work.get('customer', customer, 'customer');
      const found = work.where('payment_method', (method) => method.customer === customer);
      return page(work, '/v1/payment_methods', found, paging);
    },
  ),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    'customers.listPaymentMethods',
    listing({ type }),
    (work, paging, id) => {
      const found = work.where('payment_method', (method) => method.customer === work.get('customer', id).id);
      return page(work, `/v1/customers/${id}/payment_methods`, found, paging);
    },
  ),
];
