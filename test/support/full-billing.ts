import type { Records } from '@scangate/domain/record-changes';

const at = '2026-03-01T12:00:00.000Z';
const billed = { accountId: 'a-1' };

/** An attempt to recharge a pool, with every field. */
export const attempt = {
  attemptId: 'attempt-1',
  pack: 'core-100' as const,
  at,
  settingsVersion: 2,
  periodStartAt: at,
  paymentMethodId: 'pm_1',
};

/** Billing details with every field. */
export const billingDetails = {
  name: 'Acme Inc.',
  email: 'billing@example.com',
  address: {
    line1: '1 Main Street',
    line2: 'Floor 2',
    city: 'Berlin',
    postalCode: '10115',
    state: 'BE',
    country: 'DE',
  },
  taxId: { type: 'eu_vat', value: 'DE123456789' },
  poNumber: '4711',
};

/** A pool and what it has lent, with every field. */
export const fullPools: { [R in 'pool' | 'poolLease']: Required<Records[R]> } = {
  pool: {
    ...billed,
    pool: 'core',
    available: 10,
    included: 100,
    purchased: 0,
    consumed: 90,
    supportGranted: 7,
    promotions: [{ grantId: 'g-1', amount: 5, expiresAt: at }],
    expiredPromotions: [{ grantId: 'g-0', amount: 3, over: -2, version: 2 }],
    promotionsVersion: 3,
    anchorAt: at,
    periodStartAt: at,
    periodEndAt: at,
    grantedLicenses: 5,
    toldLowIn: at,
    accountVersion: 9,
    dueQueue: 'scan3',
    dueAt: at,
    leaseId: 'l-1',
    leaseSlots: 32,
    leasedUntil: at,
    debitedAt: '2026-03-10T11:00:00.000Z',
    lent: 640,
    epoch: 1_773_144_000_000,
  },
  poolLease: {
    ...billed,
    pool: 'core',
    slot: 7,
    leaseId: 'l-1',
    isOpen: true,
    available: 4,
    consumed: 16,
    filled: 20,
    filledAt: at,
    epoch: 1_773_144_000_000,
  },
};

/** A copy of an invoice, with every field. */
export const invoice: Required<Records['invoice']> = {
  ...billed,
  invoiceId: 'in_1',
  number: 'A-1',
  status: 'paid',
  amountDue: 100,
  amountPaid: 100,
  currency: 'eur',
  createdAt: at,
  hostedUrl: 'https://x.example',
  pdfUrl: 'https://y.example',
};
