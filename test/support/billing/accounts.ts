import {
  provisionOrganization,
  type NewOrganization,
} from '@scangate/domain/accounts/provision-organization';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { LedgerEntry, Pool } from '@scangate/domain/records';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import type { Store } from '#ports/store.ts';
import { testIds, write } from '../world.ts';

/** Provisions an organization that pays for itself, with periods anchored at this instant. */
export const provisionAccount = async (
  store: Store,
  createdAt: string,
  order: Partial<NewOrganization> = {},
): Promise<string> => {
  const organizationId = testIds.uuid();
  const owner = { personId: testIds.uuid(), role: 'owner' as const, email: 'owner@example.com' };
  const full = { name: 'Test', plan: 'Free' as const, ...order };
  await write(store, provisionOrganization(full, { organizationId, people: [owner], createdAt }));
  return organizationId;
};

export const poolOf = (store: MemoryStore, accountId: string, name: PoolName = 'core'): Pool => {
  const pool = store.all('pool').find((one) => one.accountId === accountId && one.pool === name);
  if (!pool) throw new Error('no such pool');
  return pool;
};

/** The causes of the core entries of an account. */
export const causesOf = (store: MemoryStore, accountId: string): string[] =>
  store
    .all('ledgerEntry')
    .filter((entry: LedgerEntry) => entry.accountId === accountId && entry.pool === 'core')
    .map(({ cause }) => cause)
    .toSorted();
