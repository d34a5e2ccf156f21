import { hasTaxLocation } from '../customers/tax-location.ts';
import { invalidRequest } from '../http/stripe-api-error.ts';
import type { Transaction } from '../store/transaction.ts';

interface TaxCollection {
  automatic_tax?: { enabled: boolean } | undefined;
  tax_id_collection?: { enabled: boolean } | undefined;
  customer?: string | undefined;
  customer_update?: { address?: string | undefined; name?: string | undefined } | undefined;
}

/** Refuses what Stripe refuses for an existing customer: the request must state which customer fields may change. */
export const checkTaxCollection = (tx: Transaction, given: TaxCollection): void => {
  if (given.customer === undefined) return;
  const hasLocation = hasTaxLocation(tx, given.customer);
  if (given.automatic_tax?.enabled && !hasLocation && given.customer_update?.address !== 'auto')
    throw invalidRequest(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Set `customer_update[address]` to 'auto' to save the entered address.",
      'automatic_tax',
      'customer_tax_location_invalid',
    );
  if (given.tax_id_collection?.enabled && given.customer_update?.name !== 'auto')
    throw invalidRequest(
      "Tax ID collection requires updating business name on the customer. Set `customer_update[name]` to 'auto'.",
      'tax_id_collection',
    );
};

/** The fields of a session that show its tax collection. */
export const taxFields = ({ automatic_tax: automatic, tax_id_collection: collection }: TaxCollection) => ({
  automatic_tax: { enabled: automatic?.enabled ?? false, liability: null, provider: null, status: null },
  tax_id_collection: { enabled: collection?.enabled ?? false, required: 'never' as const },
});
