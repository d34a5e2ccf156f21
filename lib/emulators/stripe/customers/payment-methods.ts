import * as z from 'zod';
import { attachCard } from './test-cards.ts';
import { resolvePaymentMethod } from './customers.ts';
import { changeObject, emitEvent } from '../webhooks/events.ts';
import { strictObject, stringParameter } from '../http/parameters.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import { listParameters, noParameters, listPage, route, type Route } from '../http/route.ts';
import type { PaymentMethod } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

const attach = (tx: Transaction, { customer }: { customer: string }, name: string): PaymentMethod => {
  tx.get('customer', customer, 'customer');
  const id = resolvePaymentMethod(tx, name);
  if (tx.find('local.deleted', id)) {
    throw invalidRequest(
      'This PaymentMethod was detached from a Customer, and may not be used again.',
      'payment_method',
    );
  }
  const { customer: holder } = tx.get('payment_method', id);
  if (holder === customer) return tx.edit('payment_method', id);
  if (holder !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.');
  }
  return attachCard(tx, id, customer);
};

/** Removes a detached card from all defaults. */
const forget = (tx: Transaction, id: string, customer: string): void => {
  const { invoice_settings: settings } = tx.get('customer', customer);
  if (settings.default_payment_method === id) {
    changeObject(tx, { type: 'customer', id: customer, event: 'customer.updated' }, (one) => {
      one.invoice_settings.default_payment_method = null;
    });
  }
  for (const { id: subscription } of tx.where('subscription', (one) => one.default_payment_method === id)) {
    changeObject(
      tx,
      { type: 'subscription', id: subscription, event: 'customer.subscription.updated' },
      (one) => {
        one.default_payment_method = null;
      },
    );
  }
};

const detach = (tx: Transaction, _: unknown, id: string): PaymentMethod => {
  const { customer } = tx.get('payment_method', id);
  if (customer === null) {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  const method = tx.edit('payment_method', id);
  method.customer = null;
  emitEvent(tx, 'payment_method.detached', { object: method, previous: { customer } });
  tx.put({ object: 'local.deleted', id });
  forget(tx, id, customer);
  return method;
};

const type = z.enum(['card']).optional();

export const paymentMethodRoutes: Route[] = [
  route('GET', '/v1/payment_methods/:id', {
    name: 'paymentMethods.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('payment_method', id, 'payment_method'),
  }),
  route('POST', '/v1/payment_methods/:id/attach', {
    name: 'paymentMethods.attach',
    parameters: strictObject({ customer: stringParameter }),
    run: attach,
  }),
  route('POST', '/v1/payment_methods/:id/detach', {
    name: 'paymentMethods.detach',
    parameters: noParameters,
    run: detach,
  }),
  route('GET', '/v1/payment_methods', {
    name: 'paymentMethods.list',
    parameters: listParameters({ customer: stringParameter, type }),
    run: (tx, { customer, ...paging }) => {
      tx.get('customer', customer, 'customer');
      const found = tx.where('payment_method', (method) => method.customer === customer);
      return listPage(tx, '/v1/payment_methods', { found, paging });
    },
  }),
  route('GET', '/v1/customers/:id/payment_methods', {
    name: 'customers.listPaymentMethods',
    parameters: listParameters({ type }),
    run: (tx, paging, id) => {
      const found = tx.where('payment_method', (method) => method.customer === tx.get('customer', id).id);
      return listPage(tx, `/v1/customers/${id}/payment_methods`, { found, paging });
    },
  }),
];
