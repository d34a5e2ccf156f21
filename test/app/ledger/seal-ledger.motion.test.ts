import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { sealPool } from '#app/ledger/seal-ledger.ts';
import type { LedgerSeal } from '@scangate/domain/records';
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
      const move = { available: 1, purchased: 1 };
      await write(mover, [
        { change: 'update', record: 'pool', id, add: move },
        {
          change: 'insert',
          record: 'ledgerEntry',
          item: {
            ...id,
            cause: `adjust#moved-${pages}`,
            at: later(7_190).toISOString(),
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

test('a pool of this release that never stops changing is proven by a cut, and its seals say nothing else', async () => {
  const seals = await sealMoving(() => true, { settled: 1_200, isPresent: true });
  expect(output).not.toContain('LedgerDrift');
  expect(output).not.toContain('PoolsNotAudited');
  expect(seals.map(({ isUnproven }) => isUnproven)).toEqual([undefined, undefined, undefined]);
});

test('a cut finds what no entry says of a pool that never stops changing', async () => {
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
