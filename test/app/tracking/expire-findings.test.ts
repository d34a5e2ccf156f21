import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listTrackedFindings } from '#app/tracking/list-tracked-findings.ts';
import { expireFindings } from '#app/tracking/expire-findings.ts';
import { loadTrends } from '#app/tracking/load-trends.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { secretOf } from '#test/support/tracking/tracked-samples.ts';
import { trackedWorld, type TrackedWorld } from '#test/support/tracking/tracked-world.ts';
import { alreadyFree } from '@scangate/domain/waivers/waiver-slots';
import type { Waiver } from '@scangate/domain/records';
import { fullWaivers } from '#test/support/full-waivers.ts';
import { later, write } from '#test/support/world.ts';

const inDays = (days: number) => later(days * 86_400);
let world: TrackedWorld;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  world = await trackedWorld();
});
const expire = (days: number, retentionDays: number | null = 30) =>
  expireFindings(
    { organizationId: world.organizationId, retentionDays },
    world.ports,
    taskContextAt(inDays(days)),
  );
const listed = async () => {
  const { organizationId } = world;
  const page = await listTrackedFindings({ organizationId, facets: {}, limit: 100 }, world.store, inDays(0));
  return page.items.map(({ title, state }) => `${title.slice(8)} ${state}`);
};
const rowOf = (name: string) =>
  world.store.all('trackedFinding').find(({ title }) => title === `finding ${name}`);
const units = (...findings: ReturnType<typeof secretOf>[]) => ({ '': { findings } });

describe('fixed findings past retention', () => {
  beforeEach(async () => {
    await world.scan({ commit: 1, units: units(secretOf('a'), secretOf('b'), secretOf('c')) });
    await world.scan({ commit: 2, units: units(secretOf('b'), secretOf('c')), at: inDays(1) });
    await world.scan({ commit: 3, units: units(secretOf('c')), at: inDays(10) });
  });

  test('are removed with their locations, and no others; a second run changes nothing', async () => {
    await expire(35);
    expect(await listed()).toEqual(['c open', 'b fixed']);
    expect(rowOf('a')).toMatchObject({ expiresAt: inDays(35).toISOString() });
    expect(world.store.all('findingLocation').filter(({ expiresAt }) => expiresAt)).toHaveLength(1);
    const commits = vi.spyOn(world.store, 'commit');
    await expire(35);
    expect(commits.mock.calls.flatMap(([changes]) => changes)).toEqual([]);
  });

  test('stay in trends, and are never removed if the retention is unlimited', async () => {
    await expire(400, null);
    expect(await listed()).toEqual(['c open', 'a fixed', 'b fixed']);
    const before = await loadTrends(
      { organizationId: world.organizationId, days: 20 },
      world.store,
      inDays(12),
    );
    await expire(400);
    expect(await listed()).toEqual(['c open']);
    expect(
      await loadTrends({ organizationId: world.organizationId, days: 20 }, world.store, inDays(12)),
    ).toEqual(before);
  });

  test('are new findings when they come back', async () => {
    await expire(400);
    await world.scan({ commit: 4, units: units(secretOf('a'), secretOf('c')), at: inDays(401) });
    expect(await listed()).toEqual(['c open', 'a open']);
    expect(rowOf('a')).toMatchObject({ version: 1, firstSeen: { at: inDays(401).toISOString() } });
    expect(rowOf('a')).not.toHaveProperty('expiresAt');
  });
});

test('notes past retention are removed, and newer ones stay', async () => {
  await world.scan({ commit: 1, units: units(secretOf('old'), secretOf('new')) });
  for (const [name, days] of [
    ['old', 0],
    ['new', 20],
  ] as const) {
    const row = rowOf(name)!;
    const set = { notes: 'text', notedAt: inDays(days).toISOString() };
    await world.store.commit([{ change: 'update', record: 'trackedFinding', id: row, set }]);
  }
  await expire(40);
  expect([rowOf('old')?.notes, rowOf('new')?.notes]).toEqual([undefined, 'text']);
  expect(rowOf('old')).not.toHaveProperty('notedAt');
});

/** Stores a waiver in a slot of its own. */
const storeWaiver = (slot: number, waiver: Partial<Waiver>) => {
  const { organizationId } = world;
  const item = {
    ...fullWaivers.waiver,
    organizationId,
    slot,
    status: 'approved',
    scope: {},
    ...waiver,
  } as Waiver;
  const { waiverId, expiresAt: freeAt, status } = item;
  const held = {
    organizationId,
    slot,
    waiverId,
    waiver: item,
    freeAt: status === 'approved' ? freeAt : alreadyFree,
  };
  return write(world.store, [
    { change: 'insert', record: 'waiverSlot', item: held, replaceIf: [{ field: 'freeAt', is: 'present' }] },
  ]);
};
const waiverId = '00000000-0000-4000-8000-00000000aaaa';

test('a finding whose waiver is withdrawn is open again, even without a scan', async () => {
  const expiresAt = inDays(50).toISOString();
  await world.scan({ commit: 1, units: units(secretOf('a', { waived: { expiresAt } })) });
  await storeWaiver(1, { waiverId, expiresAt });
  await expire(1);
  expect(await listed()).toEqual(['a waived']);
  await storeWaiver(1, { waiverId, expiresAt, status: 'withdrawn' });
  await expire(2);
  expect(await listed()).toEqual(['a open']);
});

test('a finding that is waived while the run works stays waived', async () => {
  const expiresAt = inDays(50).toISOString();
  await world.scan({ commit: 1, units: units(secretOf('a', { waived: { expiresAt } })) });
  const list = world.store.list.bind(world.store);
  vi.spyOn(world.store, 'list').mockImplementation(async (...asked) => {
    if (asked[0] === 'trackedFindings') await storeWaiver(1, { waiverId, expiresAt });
    return list(...asked);
  });
  await expire(1);
  expect(await listed()).toEqual(['a waived']);
});

test('a finding whose waiver is renewed stays waived until the end of the last renewal', async () => {
  const [first, second, third] = [5, 10, 15].map((days) => inDays(days).toISOString());
  await world.scan({ commit: 1, units: units(secretOf('a', { waived: { expiresAt: first ?? '' } })) });
  await storeWaiver(1, { waiverId, expiresAt: first ?? '', status: 'replaced' });
  await storeWaiver(2, { waiverId: 'w-2', renews: waiverId, expiresAt: second ?? '', status: 'replaced' });
  await storeWaiver(3, { waiverId: 'w-3', renews: 'w-2', expiresAt: third ?? '' });
  await expire(5);
  expect(rowOf('a')?.tolerated).toMatchObject({ waiverId: 'w-3', expiresAt: third });
  await expire(14);
  expect(await listed()).toEqual(['a waived']);
  await expire(15);
  expect(await listed()).toEqual(['a open']);
});

test('a finding whose waiver has expired is open again, even without a scan', async () => {
  const waived = { expiresAt: inDays(5).toISOString() };
  await storeWaiver(1, { waiverId, ...waived });
  await world.scan({ commit: 1, units: units(secretOf('a', { waived })) });
  await expire(4);
  expect(await listed()).toEqual(['a waived']);
  await expire(5);
  expect(await listed()).toEqual(['a open']);
  const [day] = (
    await loadTrends({ organizationId: world.organizationId, days: 1 }, world.store, inDays(5))
  ).slice(-1);
  expect(day).toMatchObject({ open: { high: 1, total: 1 }, waived: 0, opened: 0 });
});

test('more findings than fit one transaction are removed in several', async () => {
  const many = Array.from({ length: 120 }, (_, index) => secretOf(index));
  await world.scan({ commit: 1, units: units(...many) });
  await world.scan({ commit: 2, units: units(), at: inDays(1) });
  await expire(40);
  expect(await listed()).toEqual([]);
});
