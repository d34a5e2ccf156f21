import { expect, test } from 'vitest';
import { SeenPools } from '#app/credit-leases/seen-pools.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { lend } from '@scangate/domain/credits/leases/pool-lease';
import type { Pool } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import { withoutEpochs } from '#test/support/store/without-epochs.ts';
import { noon, poolWith, testIds, write } from '#test/support/world.ts';

const policy = { slots: 8, most: 100 };

/** A process that debits its pool, and counts its transactions. */
const debits = async (store: Store, id: Pick<Pool, 'accountId' | 'pool'>, count: number): Promise<number> => {
  let transactions = 0;
  let chosen = 0;
  const counting: Store = Object.assign(Object.create(store) as Store, {
    load: store.load.bind(store),
    get: store.get.bind(store),
    list: store.list.bind(store),
    commit: (...args: Parameters<Store['commit']>) => {
      transactions += 1;
      return store.commit(...args);
    },
  });
  const random = () => (chosen++ % policy.slots) / policy.slots;
  const process = leasedStore(counting, { random, uuid: testIds.uuid, policy });
  await process.load([{ record: 'pool', id }], { withoutLent: true });
  for (let debit = 0; debit < count; debit += 1)
    await write(process, [
      {
        change: 'update',
        record: 'pool',
        id,
        add: { available: -1, consumed: 1 },
        floor: { available: 1 },
      },
    ]);
  return transactions;
};

test('a new process learns from one lease that a loan of an older release has no epochs', async () => {
  const memory = new MemoryStore();
  const old = withoutEpochs(memory);
  const accountId = testIds.uuid();
  const id = { accountId, pool: 'core' as const };
  const pool = poolWith(accountId, 'core', { included: 800 });
  await write(old, [{ change: 'insert', record: 'pool', item: pool }]);
  const leaseId = testIds.uuid();
  await write(old, lend(pool, { leaseId, policy, now: noon.toISOString() }));
  expect(memory.all('poolLease').map(({ epoch }) => epoch)).not.toContain(0);
  expect(await debits(memory, id, 2 * policy.slots)).toBe(2 * policy.slots + 1);
});

test('what a process remembers of pools is bounded', () => {
  const seen = new SeenPools();
  const of = (number: number) => ({
    ...poolWith(`account-${number}`, 'core', { included: 1 }),
    epoch: number,
  });
  for (let number = 1; number <= 10_001; number += 1) seen.note(of(number));
  expect(seen.epochOf(of(1))).toBeUndefined();
  expect(seen.epochOf(of(2))).toBe(2);
  expect(seen.epochOf(of(10_001))).toBe(10_001);
});
