import { invalidRequest } from '../http/stripe-api-error.ts';
import type { Transaction } from '../store/transaction.ts';

/** Whether it is known where a customer is taxed. */
export const hasTaxLocation = (tx: Transaction, customer: string): boolean =>
  Boolean(tx.get('customer', customer, 'customer').address?.country);

/** Refuses taxes of a customer without an address, as Stripe does. */
export const requireTaxLocation = (
  tx: Transaction,
  customer: string,
  { automatic_tax: tax }: { automatic_tax?: { enabled: boolean } | undefined },
): void => {
  if (!tax?.enabled || hasTaxLocation(tx, customer)) return;
  throw invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    'automatic_tax',
    'customer_tax_location_invalid',
  );
};

/** Stores the address that a buyer enters where a checkout computes taxes: the emulator has no field for it. */
export const enterAddress = (tx: Transaction, customer: string): void => {
  if (hasTaxLocation(tx, customer)) return;
  tx.edit('customer', customer).address = {
    city: 'San Francisco',
    country: 'US',
    line1: '1 Main Street',
    line2: null,
    postal_code: '94105',
    state: 'CA',
  };
};
