import type Stripe from 'stripe';
import { find, request } from './errors.ts';

/** The parameter that lets Stripe compute the taxes of an invoice, a preview or a subscription, where that is set. */
export const taxParams = (automaticTax = false): { automatic_tax?: { enabled: true } } =>
  automaticTax ? { automatic_tax: { enabled: true } } : {};

type CustomerDetails = Stripe.InvoiceCreatePreviewParams.CustomerDetails;
type TaxIdType = Stripe.InvoiceCreatePreviewParams.CustomerDetails.TaxId.Type;

/** Returns the address and tax ids of a customer, by which a preview without that customer is taxed. */
export const taxedAs = async (
  stripe: Stripe,
  customer: string,
): Promise<{ customer_details?: CustomerDetails }> => {
  const found = await find(stripe.customers.retrieve(customer));
  const address = found && !found.deleted ? found.address : undefined;
  if (!address?.country) return {};
  const owner = { type: 'customer', customer } as const;
  const { data } = await request(stripe.taxIds.list({ owner, limit: 100 }));
  const parts = Object.entries(address).flatMap(([name, part]) => (part === null ? [] : [[name, part]]));
  return {
    customer_details: {
      address: Object.fromEntries(parts),
      ...(data.length > 0 && {
        tax_ids: data.map(({ type, value }) => ({ type: type as TaxIdType, value })),
      }),
    },
  };
};
