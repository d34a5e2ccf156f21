import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import { emittedEvents, emittedTypes, listenTo } from '#test/support/events/emitted-events.ts';
import { secretOf, vulnerabilityOf } from '#test/support/tracking/tracked-samples.ts';
import { trackedWorld, type TrackedWorld } from '#test/support/tracking/tracked-world.ts';
import { later, restartIds } from '#test/support/world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => secretOf(from + index));

const listeningWorld = async (store?: MemoryStore, ...listens: string[]): Promise<TrackedWorld> => {
  const world = await trackedWorld(store);
  await listenTo(world.store, world.organizationId, listens.length > 0 ? listens : ['*']);
  return world;
};

describe('a scan of the default branch', () => {
  test('reports what it introduced in one event, the most severe first, and what it fixed in another', async () => {
    const world = await listeningWorld();
    const first = [secretOf('a'), vulnerabilityOf('b', { severity: 'critical' })];
    await world.scan({ commit: 1, units: { '': { findings: first }, web: { findings: [secretOf('w')] } } });
    const { repositoryId, fullName } = world.repository;
    expect(emittedEvents(world.store)).toMatchObject([
      {
        type: 'finding.introduced',
        about: { repositoryId, branch: 'main', severity: 'critical' },
        data: {
          repository: { repositoryId, fullName },
          total: 3,
          highestSeverity: 'critical',
          findings: [{ title: 'finding b' }, { title: 'finding a' }, { title: 'finding w' }],
          more: 0,
        },
      },
    ]);
    const second = await world.ended({
      commit: 2,
      units: { '': { findings: first.slice(0, 1) } },
      at: later(60),
    });
    await world.follow(second, {}, later(90));
    const fixed = emittedEvents(world.store).filter(({ type }) => type === 'finding.fixed');
    expect(fixed).toMatchObject([{ at: later(90).toISOString(), data: { total: 2, scanId: second.scanId } }]);
    expect(emittedTypes(world.store)).toEqual(['finding.fixed', 'finding.introduced']);
  });

  test('of 5,000 findings names 50 and where to read all of them', async () => {
    const world = await listeningWorld();
    await world.scan({ commit: 1, units: { '': { findings: many(0, 5_000) } } });
    const [event] = emittedEvents(world.store);
    expect(event?.data).toMatchObject({ total: 5_000, more: 4_950 });
    expect(event?.data['link']).toContain('/v1/findings?repositoryId=');
  });

  test('that changes nothing, or only tolerated findings, emits nothing', async () => {
    const world = await listeningWorld();
    await world.scan({ commit: 1, units: { '': { findings: [secretOf('a', { suppressed: true })] } } });
    await world.scan({ commit: 2, units: { '': { findings: [secretOf('a', { suppressed: true })] } } });
    expect(emittedEvents(world.store)).toEqual([]);
  });

  test('of another branch, or an older commit, emits nothing', async () => {
    const world = await listeningWorld();
    await world.scan({ commit: 'elsewhere', units: { '': { findings: [secretOf('a')] } } });
    await world.scan({ commit: 5, units: { '': { findings: [] } } });
    await world.scan({ commit: 4, units: { '': { findings: [secretOf('b')] } } });
    expect(emittedEvents(world.store)).toEqual([]);
  });

  test('without a subscriber costs no additional writes', async () => {
    const written = async (listens: string[]) => {
      restartIds();
      const world = await listeningWorld(new MemoryStore(), ...listens);
      const changes: string[] = [];
      const commit = world.store.commit.bind(world.store);
      world.store.commit = async (all) => {
        changes.push(...all.map(({ change, record }) => `${change} ${record}`));
        return commit(all);
      };
      await world.scan({ commit: 1, units: { '': { findings: [secretOf('a')] } } });
      return changes;
    };
    const [silent, heard] = [await written(['scan.*']), await written(['finding.introduced'])];
    expect(silent).not.toContain('insert storedEvent');
    expect(heard.filter((change) => !silent.includes(change))).toEqual([
      'update followedCommit',
      'insert storedEvent',
    ]);
  });
});

class Cut extends Error {}

/** A store that fails before or after one of its writes. */
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

const first = { commit: 1, units: { '': { findings: many(0, 60) }, web: { findings: [secretOf('w')] } } };
const second = { commit: 2, units: { '': { findings: many(50, 160) } }, at: later(60) };

/**
 * Follows two scans, interrupted at one of the writes of the first, and then again as the workflow retries.
 */
const followCut = async (cutAt: number, moment: CutStore['moment'], { retries }: { retries: boolean }) => {
  restartIds();
  const store = new CutStore();
  const world = await listeningWorld(store);
  const one = await world.ended(first);
  store.writes = 0;
  Object.assign(store, { cutAt, moment });
  await world.follow(one).catch((error: unknown) => {
    if (!(error instanceof Cut)) throw error;
  });
  const { writes } = store;
  store.cutAt = Infinity;
  if (retries) await world.follow(one, {}, later(30));
  await world.follow(await world.ended(second), {}, later(90));
  const events = emittedEvents(store);
  const told = (type: string) =>
    events.filter((event) => event.type === type).reduce((sum, { data }) => sum + Number(data['total']), 0);
  return { writes, events, introduced: told('finding.introduced'), fixed: told('finding.fixed') };
};

describe('following with an interruption', () => {
  test.each(['before', 'after'] as const)(
    '%s any write and retried emits each event once',
    async (moment) => {
      const whole = await followCut(Infinity, moment, { retries: false });
      expect([whole.introduced, whole.fixed]).toEqual([161, 51]);
      for (let at = 1; at <= whole.writes; at++) {
        const { introduced, fixed, events } = await followCut(at, moment, { retries: true });
        expect([at, introduced, fixed]).toEqual([at, 161, 51]);
        expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
      }
    },
  );

  test.each(['before', 'after'] as const)(
    '%s any write and overtaken by the next scan leaves no open finding unreported',
    async (moment) => {
      const { writes } = await followCut(Infinity, moment, { retries: false });
      for (let at = 1; at <= writes; at++) {
        const { events, introduced } = await followCut(at, moment, { retries: false });
        const isTold = events.length > 0 && introduced >= 110;
        expect([at, isTold]).toEqual([at, true]);
      }
    },
  );
});

test('a subscriber gets no events for findings that were opened before it subscribed', async () => {
  const world = await listeningWorld(undefined, 'member.joined');
  await world.scan({ commit: 1, units: { '': { findings: [secretOf('a')] } } });
  await listenTo(world.store, world.organizationId, ['*']);
  await world.follow(
    await world.ended({
      commit: 2,
      units: { '': { findings: [secretOf('a'), secretOf('b')] } },
      at: later(60),
    }),
    {},
    later(60),
  );
  expect(emittedEvents(world.store)).toMatchObject([
    { data: { total: 1, findings: [{ title: 'finding b' }] } },
  ]);
});
