import * as fc from 'fast-check';
import { expect } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { addLicenses } from '@scangate/domain/licenses/change-license-count';
import { type BillingState } from '@scangate/domain/accounts/billing-state';
import type { Store } from '#ports/store.ts';
import { newOrganization, noon } from '#test/support/world.ts';

export const now = noon.toISOString();
export const halfway = '2026-03-26T00:00:00.000Z';
export const renewal = '2026-04-10T12:00:00.000Z';

export const account = async (order: Parameters<typeof newOrganization>[1] = { licenses: 10 }) => {
  const store = new MemoryStore();
  const { organizationId } = await newOrganization(store, order);
  return { store, accountId: organizationId };
};
export const buy =
  (licenses: number, invoiceId: string, at = halfway) =>
  (state: BillingState) =>
    addLicenses(state, { licenses, invoiceId }, at);
export const core = (store: MemoryStore) => store.all('pool').find(({ pool }) => pool === 'core');
export const causes = (store: MemoryStore) => store.all('ledgerEntry').map(({ cause }) => cause);
export const stored = (store: MemoryStore) => [
  store.all('account'),
  store.all('pool'),
  store.all('ledgerEntry'),
];

/** Debits a pool as a scan does, without reading it before. */
export const debit = (accountId: string, name: string) => async (store: Store) => {
  const refusal = await store.commit([
    {
      change: 'insert',
      record: 'ledgerEntry',
      item: { accountId, pool: 'core', cause: `consume#${name}`, at: now, kind: 'consume', amount: -7 },
    },
    {
      change: 'update',
      record: 'pool',
      id: { accountId, pool: 'core' },
      add: { available: -7, consumed: 7 },
      floor: { available: 7 },
    },
  ]);
  expect(refusal).toBeUndefined();
};

export const histories = fc.array(fc.nat(5), { minLength: 1, maxLength: 30 });
