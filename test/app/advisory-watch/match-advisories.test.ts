import { beforeEach, describe, expect, test } from 'vitest';
import { beginWatch } from '#app/advisory-watch/match-advisories.ts';
import { packageLock } from '#test/support/scans/judged-scans.ts';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { watchWorld } from '#test/support/advisory-watch/watch-world.ts';
import { later, noon } from '#test/support/world.ts';

const other = osvRecord({ id: 'GHSA-other', name: 'other' });
const leaf = osvRecord({ id: 'GHSA-leaf', name: 'leaf' });
const files = { 'package-lock.json': packageLock({ leaf: '1' }, { leaf: { version: '1.0.0' } }) };

let world: Awaited<ReturnType<typeof watchWorld>>;
beforeEach(async () => void (world = await watchWorld()));
const position = () => world.store.all('watchPosition')[0];

describe('the first run', () => {
  test('without any snapshot does nothing', async () => {
    expect(await world.match(noon)).toMatchObject({ hits: 0 });
    await beginWatch(world.ports);
    expect(position()).toBeUndefined();
  });

  test('treats what is published as matched', async () => {
    const snapshotId = await world.publish([other, leaf], noon);
    expect(await world.watch(noon)).toBe(0);
    expect(position()).toMatchObject({ snapshotId });
  });

  test('after a sync that began the watch matches what the sync changed', async () => {
    const before = await world.publish([other], noon);
    await beginWatch(world.ports);
    await beginWatch(world.ports);
    expect(position()).toMatchObject({ snapshotId: before, version: 1 });
    await world.follow(await world.scan(files), noon);
    await world.publish([other, leaf], later(60));
    expect(await world.watch(later(120))).toBe(1);
  });
});

describe('a match', () => {
  beforeEach(async () => {
    await world.publish([other], noon);
    await world.watch(noon);
    await world.follow(await world.scan(files), noon);
  });

  test('lists each unit once with the affected packages', async () => {
    await world.publish([other, leaf, osvRecord({ id: 'GHSA-second', name: 'leaf' })], later(60));
    const { hits, list } = await world.match(later(120));
    expect(hits).toBe(1);
    expect(world.stored.get(list?.key ?? '')).toMatchObject([
      { packages: [{ package: 'pkg:npm/leaf', advisories: ['GHSA-leaf', 'GHSA-second'] }], total: 1 },
    ]);
  });

  test('whose earlier shard is gone treats every package of it as changed', async () => {
    await world.publish([other, leaf], later(60));
    world.objects.stored.delete(position()?.shards['npm'] ?? '');
    expect(await world.match(later(120))).toMatchObject({ hits: 1 });
  });

  test('does not list a unit that no longer has the package', async () => {
    await world.follow(
      await world.scan({ 'package-lock.json': packageLock({ twig: '1' }, { twig: { version: '1.0.0' } }) }),
      later(30),
    );
    await world.publish([other, leaf], later(60));
    expect(await world.match(later(120))).toMatchObject({ hits: 0 });
  });

  test('lists units that were requested, too', async () => {
    const units = world.store.all('indexedUnit');
    expect(await world.match(later(120), { cause: 'missed', units })).toMatchObject({ hits: 1 });
  });
});
