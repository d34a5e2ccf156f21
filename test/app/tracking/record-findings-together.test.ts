import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import { secretOf } from '#test/support/tracking/tracked-samples.ts';
import { trackedWorld, type TrackedWorld } from '#test/support/tracking/tracked-world.ts';
import { restartIds } from '#test/support/world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

/** A store that counts the guards of its transactions, and may change a row before one. */
class CountingStore extends MemoryStore {
  guarded: number[] = [];
  before: ((guarded: number) => Promise<void>) | undefined;

  override async commit(changes: readonly Change[]) {
    const isGuarded = changes.some(
      ({ change, record }) => change === 'require' && record === 'followedCommit',
    );
    if (isGuarded) {
      this.guarded.push(changes.length);
      const { before } = this;
      this.before = undefined;
      await before?.(this.guarded.length);
    }
    return super.commit(changes);
  }
}

const units = (count: number, findingsOf: (unit: number) => number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, unit) => [
      `packages/${unit}`,
      { findings: Array.from({ length: findingsOf(unit) }, (__, at) => secretOf(`s-${unit}-${at}`)) },
    ]),
  );

const makeWorld = async (): Promise<{ store: CountingStore; world: TrackedWorld }> => {
  restartIds();
  const store = new CountingStore();
  return { store, world: await trackedWorld(store) };
};

const kept = ({ store }: Pick<TrackedWorld, 'store'>) => ({
  findings: store
    .all('trackedFinding')
    .map(({ title, state, version }) => `${title} ${state} ${version}`)
    .toSorted(),
  locations: store.all('findingLocation').length,
  trend: store.all('trend').map(({ opened, fixed }) => ({ opened, fixed })),
});

test('the changes of 200 units with a finding each share 5 transactions, and 200 units without a change have none', async () => {
  const { store, world } = await makeWorld();
  expect(await world.scan({ commit: 1, units: units(200, () => 1) })).toBe('followed');
  expect(store.guarded).toHaveLength(5);
  expect(Math.max(...store.guarded)).toBeLessThanOrEqual(100);
  expect(store.all('trackedFinding')).toHaveLength(200);
  expect(store.all('trend')).toEqual([expect.objectContaining({ opened: 200 })]);
  store.guarded = [];
  expect(await world.scan({ commit: 2, units: units(200, () => 1) })).toBe('followed');
  expect(store.guarded).toEqual([]);
});

test('units that are gone share transactions, and their records are removed', async () => {
  const { store, world } = await makeWorld();
  await world.scan({ commit: 1, units: units(100, () => 1) });
  store.guarded = [];
  await world.scan({ commit: 2, units: units(1, () => 1) });
  expect(store.guarded).toHaveLength(3);
  expect(store.all('trackedFinding').filter(({ state }) => state === 'fixed')).toHaveLength(99);
  expect(store.all('followedCommit')).toEqual([
    expect.objectContaining({ units: [world.unitId('packages/0')] }),
  ]);
});

test('a finding that a person changes meanwhile conflicts, and each unit is then written separately', async () => {
  const scanTwice = async (interrupt: boolean) => {
    const { store, world } = await makeWorld();
    await world.scan({ commit: 1, units: units(30, (unit) => 1 + (unit % 3)) });
    const [row] = store.all('trackedFinding');
    if (!row) throw new Error('nothing is tracked');
    const { organizationId, projectUnitId, fingerprint, version } = row;
    const change = async (): Promise<void> => {
      const id = { organizationId, projectUnitId, fingerprint };
      const set = { notes: 'looked at', version: version + 1 };
      await store.commit([{ change: 'update', record: 'trackedFinding', id, set }]);
    };
    if (interrupt) store.before = change;
    else await change();
    expect(await world.scan({ commit: 2, units: units(30, (unit) => unit % 2) })).toBe('followed');
    expect(store.all('trackedFinding').filter(({ notes }) => notes === 'looked at')).toHaveLength(1);
    return kept(world);
  };
  expect(await scanTwice(true)).toEqual(await scanTwice(false));
});
