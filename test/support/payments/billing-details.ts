import { setBillingDetails } from '#app/payments/purchases/set-billing-details.ts';
import type { BillingDetails } from '@scangate/domain/payments/billing-details';
import { scopesOfRole } from '@scangate/domain/identity/roles';
import { testIds } from '../world.ts';
import type { PaymentWorld } from './payment-world.ts';

export const details = {
  name: 'Acme GmbH',
  email: 'billing@example.com',
  address: { line1: 'Main Street 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
  taxId: { type: 'eu_vat', value: 'DE123456789' },
  poNumber: '4711',
} satisfies BillingDetails;

/** Sets the billing details as the owner of the account does. */
export const setDetails = (
  { accountId, now }: PaymentWorld,
  { store, paymentProvider, log }: Pick<PaymentWorld, 'store' | 'paymentProvider' | 'log'>,
  body: BillingDetails,
) => {
  const caller = {
    organizationId: accountId,
    billingAccountId: accountId,
    personId: 'owner',
    tokenId: 'token',
    role: 'owner' as const,
    plan: 'Starter' as const,
    scopes: scopesOfRole('owner'),
    tokenKind: 'personal' as const,
  };
  return setBillingDetails({ caller, body, ids: testIds, now: now() }, { store, paymentProvider, log });
};
