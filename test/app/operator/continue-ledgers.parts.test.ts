import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { continueLedgers, type PoolPosition } from '#app/operator/continue-ledgers.ts';
import { statementName } from '@scangate/domain/ledger/seal-statement';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import type { Store } from '#ports/store.ts';
import { provisionAccount } from '#test/support/billing/accounts.ts';
import { memorySealStore } from '#test/support/billing/memory-ledger-seal-store.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { noon } from '#test/support/world.ts';

const restoredTo = noon.toISOString();

/** The pools of thirty accounts, and the names of the statements that were looked for. */
const manyPools = async () => {
  const store = new MemoryStore();
  for (let count = 0; count < 30; count += 1) await provisionAccount(store, restoredTo);
  const { sealStore } = memorySealStore();
  const looked: string[] = [];
  const read: LedgerSealStore['read'] = async (name) => {
    looked.push(name);
    return sealStore.read(name);
  };
  const names = store.all('pool').map((pool) => statementName({ ...pool, number: 1 }));
  const call = (from?: PoolPosition, listDue: Store['listDue'] = store.listDue) => {
    const ports = { store: { list: store.list.bind(store), listDue }, log: silentLog };
    const input = { restoredTo, from, pools: 1 };
    return continueLedgers(input, { ...ports, sealStore: { ...sealStore, read } }, taskContextAt(noon));
  };
  return { call, names, looked, store };
};

/** Calls until it is finished, each time from where the last answer ended. @returns the number of calls. */
const finish = async (call: Awaited<ReturnType<typeof manyPools>>['call'], listDue?: Store['listDue']) => {
  let from: PoolPosition | undefined;
  for (let calls = 1; calls < 100; calls += 1) {
    const answer = await call(from, listDue).catch(() => undefined);
    if (answer?.finished) return calls;
    if (answer) from = answer.next;
  }
  throw new Error('it does not get through');
};

test('each call goes on where the one before ended, and every pool is looked at once', async () => {
  const { call, names, looked } = await manyPools();
  expect(await finish(call)).toBeGreaterThan(3);
  expect(looked.toSorted()).toEqual(names.toSorted());
});

test('a call that is lost costs its own pools, and not those of the calls before', async () => {
  const { call, names, looked, store } = await manyPools();
  let reads = 0;
  const lost: Store['listDue'] = async (...args) => {
    if (++reads % 5 === 0) throw new Error('nothing answers any more');
    return store.listDue(...args);
  };
  await finish(call, lost);
  expect(new Set(looked)).toEqual(new Set(names));
  expect(looked.length).toBeLessThan(2 * names.length);
});

test('a pool that cannot be read keeps its call from going on, and no other pool back', async () => {
  const { call, names, looked, store } = await manyPools();
  const { list } = store;
  let failures = 0;
  store.list = (async (...args: Parameters<typeof list>) => {
    if (failures < 3 && JSON.stringify(args).includes(String(names[0]?.split('/')[0]))) {
      failures += 1;
      throw new Error('the table does not answer');
    }
    return list(...args);
  }) as typeof list;
  await finish(call);
  expect(failures).toBe(3);
  expect(new Set(looked)).toEqual(new Set(names));
});
