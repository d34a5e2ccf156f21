import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { rechargeAndAlert } from '#app/auto-recharge/recharge-and-alert.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { lend } from '@scangate/domain/credits/leases/pool-lease';
import { silentLog as log } from '#test/support/silent-log.ts';
import { newOrganization, noon, testIds, write } from '#test/support/world.ts';

test('a debit of a busy pool stays valid, even when its whole balance cannot be read afterwards', async () => {
  const store = new MemoryStore();
  const { organizationId } = await newOrganization(store, { credits: { core: 100 } });
  const at = noon.toISOString();
  const { pools } = await loadAccount(organizationId, store);
  await write(store, lend(pools.core, { leaseId: testIds.uuid(), policy: { slots: 3, most: 20 }, now: at }));
  const state = await loadAccount(organizationId, store);
  const unreadable = {
    commit: store.commit,
    get: async () => {
      throw new Error('the leases keep changing');
    },
  };
  const recharge = { start: async () => {} };
  const debit = { state, spent: { core: 60 }, cause: testIds.uuid() };
  await expect(
    rechargeAndAlert(debit, { store: unreadable, recharge, log }, noon.toISOString()),
  ).resolves.toBe(undefined);
});
