import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { loadTrends } from '#app/tracking/load-trends.ts';
import type { Change } from '@scangate/domain/record-changes';
import { secretOf, vulnerabilityOf } from '#test/support/tracking/tracked-samples.ts';
import { trackedWorld, type TrackedWorld } from '#test/support/tracking/tracked-world.ts';
import { later, noon, restartIds } from '#test/support/world.ts';

/**
 * The process may be interrupted before and after any write: one more run leaves what an uninterrupted run
 * leaves.
 */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

class Cut extends Error {}

/** A store that fails at one of its writes. */
class CutStore extends MemoryStore {
  cutAt = Infinity;
  moment: 'before' | 'after' = 'before';
  writes = 0;

  override async commit(changes: readonly Change[]) {
    const isCut = ++this.writes === this.cutAt;
    if (isCut && this.moment === 'before') throw new Cut();
    const failed = await super.commit(changes);
    if (isCut) throw new Cut();
    return failed;
  }
}

const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => secretOf(from + index));

/** A second commit that opens, fixes, changes and leaves out a unit, in several transactions. */
const followSecond = async (cutAt: number, moment: CutStore['moment']) => {
  restartIds();
  const store = new CutStore();
  const world: TrackedWorld = await trackedWorld(store);
  const web = { web: { findings: [vulnerabilityOf('w')] } };
  await world.scan({ commit: 1, units: { '': { findings: many(0, 60) }, ...web } });
  const findings = [...many(50, 160), secretOf('again', { severity: 'low' })];
  const second = await world.ended({ commit: 2, units: { '': { findings } }, at: later(90_000) });
  store.writes = 0;
  Object.assign(store, { cutAt, moment });
  await world.follow(second).catch((error: unknown) => {
    if (!(error instanceof Cut)) throw error;
  });
  const writes = store.writes;
  store.cutAt = Infinity;
  expect(await world.follow(second)).toBe('followed');
  const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  return {
    writes,
    left: {
      findings: sorted(store.all('trackedFinding')),
      locations: sorted(store.all('findingLocation')),
      followed: store.all('followedCommit'),
      trends: await loadTrends({ organizationId: world.organizationId, days: 3 }, store, later(90_000)),
    },
  };
};

describe('following a scan with an interruption', () => {
  test.each(['before', 'after'] as const)(
    '%s any of its writes has the same result as without one',
    async (moment) => {
      const { writes, left } = await followSecond(Infinity, moment);
      expect(writes).toBeGreaterThan(6);
      expect(left.trends.at(-1)).toMatchObject({ opened: 101, fixed: 51, open: { total: 111 } });
      for (let at = 1; at <= writes; at++) expect((await followSecond(at, moment)).left).toEqual(left);
    },
  );
});

test('a first scan of thousands of findings is written in bounded transactions', async () => {
  const world = await trackedWorld();
  const commits = vi.spyOn(world.store, 'commit');
  await world.scan({ commit: 1, units: { '': { findings: many(0, 3000) } }, at: noon });
  const sizes = commits.mock.calls.map(([changes]) => changes.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(world.store.all('trackedFinding')).toHaveLength(3000);
});
