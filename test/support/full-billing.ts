const at = '2026-03-01T12:00:00.000Z';

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
