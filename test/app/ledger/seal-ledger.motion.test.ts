import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { sealPool } from '#app/ledger/seal-ledger.ts';
import type { LedgerSeal } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import { log } from '#runtime/log.ts';
import { provisionAccount } from '#test/support/billing/accounts.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { bookMany } from '#test/support/billing/sealed-ledger.ts';
import { nothingSigned } from '#test/support/billing/memory-ledger-seal-store.ts';
import { withoutEpochs } from '#test/support/store/without-epochs.ts';
import { later, noon, testIds, write } from '#test/support/world.ts';

let output = '';
beforeEach(() => {
  output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});

/** Adds a credit to a pool, with an entry that is too young to be sealed. */
const bookOne = (by: Store, id: { accountId: string; pool: 'core' }, name: string): Promise<void> => {
  const at = later(7_190).toISOString();
  return write(by, [
    { change: 'update', record: 'pool', id, add: { available: 1, purchased: 1 } },
    {
      change: 'insert',
      record: 'ledgerEntry',
      item: { ...id, cause: `adjust#${name}`, at, kind: 'adjust', amount: 1 },
    },
  ]);
};

/**
 * Seals a pool some of whose sums are each followed by a movement.
 * @param isMoving decides by the number of pages that were read before.  @param drift what its balance has and no entry says.
 * @param settled how many old entries it has.
 * @param isPresent whether the movements are those of this release, whose entries name epochs.
 * @returns its seals.
 */
const sealMoving = async (
  isMoving: (page: number) => boolean,
  { drift = 0, settled = 0, isPresent }: { drift?: number; settled?: number; isPresent?: true },
): Promise<LedgerSeal[]> => {
  const store = new MemoryStore();
  const leases = { random: () => 0, uuid: testIds.uuid };
  const mover = leasedStore(isPresent ? store : withoutEpochs(store), leases);
  const accountId = await provisionAccount(store, noon.toISOString());
  const id = { accountId, pool: 'core' as const };
  await write(store, [{ change: 'update', record: 'pool', id, add: { available: drift } }]);
  if (settled > 0) await bookMany(store, { accountId, count: settled, at: later(60) });
  let pages = 0;
  const list: MemoryStore['list'] = async (name, owner, page) => {
    const found = await store.list(name, owner, page);
    if (name !== 'ledgerByTime') return found;
    if (isMoving(pages++)) {
      await bookOne(mover, id, `moved-${pages}`);
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
  await sealPool(
    id,
    { store: leasedStore(moving, leases), log, timer, sealStore: nothingSigned },
    taskContextAt(later(7_200)),
  );
  return store.all('ledgerSeal');
};

const atFirst = (page: number) => page < 5;

test('a pool that is changing is compared with its ledger as soon as it stops changing', async () => {
  await sealMoving(atFirst, { drift: 7 });
  expect(output).toContain('"LedgerDrift":1');
  expect(output).toContain('"drift":7');
});

test('a changing pool that adds up is not reported as drift, and is audited', async () => {
  await sealMoving(atFirst, {});
  expect(output).not.toContain('LedgerDrift');
  expect(output).not.toContain('PoolsNotAudited');
});

test('a pool that never stops changing is counted as not audited, and its seals say so', async () => {
  const seals = await sealMoving(() => true, { settled: 1_200 });
  expect(output).not.toContain('LedgerDrift');
  expect(output).toContain('"PoolsNotAudited":1');
  expect(output).toContain('could not be compared with its ledger');
  expect(seals.map(({ isUnproven }) => isUnproven)).toEqual([true, true, true]);
});

test('a pool of this release that never stops changing is proven by a snapshot, and its seals say nothing else', async () => {
  const seals = await sealMoving(() => true, { settled: 1_200, isPresent: true });
  expect(output).not.toContain('LedgerDrift');
  expect(output).not.toContain('PoolsNotAudited');
  expect(seals.map(({ isUnproven }) => isUnproven)).toEqual([undefined, undefined, undefined]);
});

test('a snapshot finds what no entry says of a pool that never stops changing', async () => {
  expect(await sealMoving(() => true, { drift: 3, isPresent: true })).toEqual([]);
  expect(output).toContain('"drift":3');
});

test('a difference is reported although the pool keeps changing afterwards', async () => {
  await sealMoving((page) => page >= 2, { drift: -5 });
  expect(output).toContain('"LedgerDrift":1');
  expect(output).toContain('"drift":-5');
  expect(output).not.toContain('PoolsNotAudited');
});

test('a pool that is unchanged while one page is read is audited, however many old entries it has', async () => {
  const seals = await sealMoving((page) => page % 2 === 1, { settled: 1_200 });
  expect(output).not.toContain('PoolsNotAudited');
  expect(seals.map(({ isUnproven }) => isUnproven)).toEqual([undefined, undefined, undefined]);
});

test('a pool that is written between each read and the advance of its epoch is unproven, and is sealed all the same', async () => {
  const store = new MemoryStore();
  const accountId = await provisionAccount(store, noon.toISOString());
  const id = { accountId, pool: 'core' as const };
  await bookMany(store, { accountId, count: 10, at: later(60) });
  const mover = leasedStore(store, { random: () => 0, uuid: testIds.uuid });
  let moves = 0;
  const move = () => bookOne(mover, id, `between-${moves++}`);
  const moving: MemoryStore = Object.assign(Object.create(store) as MemoryStore, {
    list: store.list,
    get: async (...args: Parameters<MemoryStore['get']>) => {
      const found = await store.get(...args);
      if (args[0] === 'pool') await move();
      return found;
    },
    load: async (...args: Parameters<MemoryStore['load']>) => {
      const found = await store.load(...args);
      if (args[0].some(({ record }) => record === 'pool')) await move();
      return found;
    },
    commit: store.commit.bind(store),
  });
  const timer = { sleep: async () => undefined };
  await sealPool(id, { store: moving, log, timer, sealStore: nothingSigned }, taskContextAt(later(7_200)));
  expect(output).not.toContain('LedgerDrift');
  expect(output).toContain('"PoolsNotAudited":1');
  expect(store.all('ledgerSeal').map(({ isUnproven }) => isUnproven)).toEqual([true]);
});

test('a difference of a lagging index is no alarm although a release without epochs writes after the snapshot', async () => {
  const store = new MemoryStore();
  const accountId = await provisionAccount(store, noon.toISOString());
  const id = { accountId, pool: 'core' as const };
  await bookMany(store, { accountId, count: 10, at: later(60) });
  const leases = { random: () => 0, uuid: testIds.uuid };
  await bookOne(leasedStore(store, leases), id, 'late');
  let isIndexed = false;
  const lagging: MemoryStore = Object.assign(Object.create(store) as MemoryStore, {
    list: async (...args: Parameters<MemoryStore['list']>) => {
      const found = await store.list(...args);
      if (isIndexed || args[0] !== 'ledgerByTime') return found;
      const entries = found.items as { cause: string }[];
      return { ...found, items: entries.filter(({ cause }) => cause !== 'adjust#late') };
    },
    get: store.get,
    load: store.load,
    commit: async (...args: Parameters<MemoryStore['commit']>) => {
      const refused = await store.commit(...args);
      const advances = args[0].some((change) => change.change === 'update' && change.record === 'pool');
      if (advances && !isIndexed) {
        isIndexed = true;
        await bookOne(withoutEpochs(store), id, 'old');
      }
      return refused;
    },
  });
  const timer = { sleep: async () => undefined };
  await sealPool(id, { store: lagging, log, timer, sealStore: nothingSigned }, taskContextAt(later(7_200)));
  expect(output).not.toContain('LedgerDrift');
  expect(store.all('ledgerSeal')).toHaveLength(1);
});
