import { vi, beforeEach, afterEach } from 'vitest';
import { call, resetWorld, world } from '../api/call-endpoint.ts';
import { newOrganization, noon, write } from '../world.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Account, Pool } from '@scangate/domain/records';

/** Empties the world before each test of the calling file. */
export const useBillingAccounts = (): void => {
  beforeEach(resetWorld);
  afterEach(() => void vi.setSystemTime(noon));
};

export const at = noon.toISOString();
export const status = (caller: Caller) => call('get-billing-status', { caller });
const open = newOrganization;
export const newAccount = async (
  order: Parameters<typeof newOrganization>[1] = {},
  account: Partial<Account> = {},
) => {
  const organization = await open(world.store, order);
  const accountId = organization.organizationId;
  await write(world.store, [{ change: 'update', record: 'account', id: { accountId }, set: account }]);
  return { accountId, owner: organization.as('owner'), as: organization.as };
};
export const setPool = (accountId: string, pool: Pool) => {
  const { accountId: _id, pool: name, ...set } = pool;
  return write(world.store, [{ change: 'update', record: 'pool', id: { accountId, pool: name }, set }]);
};
