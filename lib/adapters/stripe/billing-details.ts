import type Stripe from 'stripe';
import type { BillingDetails } from '@scangate/domain/payments/billing-details';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import { find, request } from './errors.ts';

type TaxId = NonNullable<BillingDetails['taxId']>;

/** The name of the purchase order on invoices. */
const poNumberField = 'PO number';

const isSame = (one: Pick<Stripe.TaxId, 'type' | 'value'>, wanted: TaxId | undefined): boolean =>
  one.type === wanted?.type && one.value === wanted.value;

/** An empty string unsets a field at Stripe. */
const customerParams = ({ name, email, address, poNumber }: BillingDetails): Stripe.CustomerUpdateParams => ({
  name,
  email,
  address: address
    ? {
        line1: address.line1,
        line2: address.line2 ?? '',
        city: address.city ?? '',
        postal_code: address.postalCode ?? '',
        state: address.state ?? '',
        country: address.country,
      }
    : '',
  invoice_settings: {
    custom_fields: poNumber === undefined ? '' : [{ name: poNumberField, value: poNumber }],
  },
});

/** The new tax id comes first, because Stripe may refuse it; then nothing was changed. */
export const stripeBillingDetails = (stripe: Stripe): Pick<PaymentProvider, 'setBillingDetails'> => ({
  async setBillingDetails(key, customer, details) {
    const owner = { type: 'customer', customer } as const;
    const { data } = await request(stripe.taxIds.list({ owner, limit: 100 }));
    const { taxId } = details;
    if (taxId && !data.some((one) => isSame(one, taxId))) {
      const params = { owner, type: taxId.type as Stripe.TaxIdCreateParams.Type, value: taxId.value };
      await request(stripe.taxIds.create(params, { idempotencyKey: `${key}:tax_id` }));
    }
    await request(
      stripe.customers.update(customer, customerParams(details), { idempotencyKey: `${key}:customer` }),
    );
    for (const { id } of data.filter((one) => !isSame(one, taxId))) await find(stripe.taxIds.del(id));
  },
});
