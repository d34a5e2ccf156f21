import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { sealPool } from '#app/billing/seal-ledger.ts';
import { log } from '#runtime/log.ts';
import { provisionAccount } from '#test/support/billing/accounts.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later, noon, write } from '#test/support/world.ts';

let output = '';
beforeEach(() => {
  output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});

/** Seals a pool whose first sums are each followed by a movement. @param drift what its balance has and no entry says. */
const sealMoving = async (movements: number, drift: number): Promise<void> => {
  const store = new MemoryStore();
  const accountId = await provisionAccount(store, noon.toISOString());
  const id = { accountId, pool: 'core' as const };
  await write(store, [{ change: 'update', record: 'pool', id, add: { available: drift } }]);
  let left = movements;
  const list: MemoryStore['list'] = async (name, owner, page) => {
    const found = await store.list(name, owner, page);
    if (name === 'ledgerByTime' && left-- > 0) {
      const move = { available: 1, purchased: 1 };
      await write(store, [{ change: 'update', record: 'pool', id, add: move }]);
      await write(store, [
        {
          change: 'insert',
          record: 'ledgerEntry',
          item: {
            ...id,
            cause: `adjust#moved-${left}`,
            at: later(60).toISOString(),
            kind: 'adjust',
            amount: 1,
          },
        },
      ]);
    }
    return found;
  };
  const moving = Object.assign(Object.create(store) as MemoryStore, {
    list,
    get: store.get,
    load: store.load,
    commit: store.commit.bind(store),
  });
  const timer = { sleep: async () => undefined };
  await sealPool(id, { store: moving, log, timer }, taskContextAt(later(7_200)));
};

test('a pool in motion is compared with its ledger as soon as it rests', async () => {
  await sealMoving(5, 7);
  expect(output).toContain('"LedgerDrift":1');
  expect(output).toContain('"drift":7');
});

test('one in motion that adds up is no drift, and is audited', async () => {
  await sealMoving(5, 0);
  expect(output).not.toContain('LedgerDrift');
  expect(output).not.toContain('PoolsNotAudited');
});

test('of one that never rests the metric tells that it was not audited', async () => {
  await sealMoving(1_000, 0);
  expect(output).not.toContain('LedgerDrift');
  expect(output).toContain('"PoolsNotAudited":1');
});
