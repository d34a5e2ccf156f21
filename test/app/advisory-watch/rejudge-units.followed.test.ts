import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '@scangate/domain/instant';
import { packageLock } from '#test/support/scans/judged-scans.ts';
import { watchWorld } from '#test/support/advisory-watch/watch-world.ts';
import { later, noon } from '#test/support/world.ts';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';

const other = osvRecord({ id: 'GHSA-other', name: 'other' });
const leaf = osvRecord({ id: 'GHSA-leaf', name: 'leaf', events: [{ introduced: '0' }, { fixed: '1.2.0' }] });
const lock = (version: string) => packageLock({ leaf: '1' }, { leaf: { version } });
const rooted = { 'package-lock.json': lock('1.2.0') };

let world: Awaited<ReturnType<typeof watchWorld>>;
beforeEach(async () => {
  world = await watchWorld();
  await world.publish([other], noon);
  await world.watch(noon);
});

const open = () => world.store.all('trackedFinding').filter(({ state }) => state === 'open');

test('a unit that the followed commit no longer has gets no finding while it is still in the index', async () => {
  await world.follow(await world.scan({ ...rooted, 'web/package-lock.json': lock('1.0.0') }), noon);
  await world.track(await world.scan(rooted), later(60));
  await world.publish([other, leaf], later(90));
  expect(await world.watch(later(120))).toBe(0);
  // The same is true when it is no longer indexed.
  const gone = world.store.all('indexedUnit').filter(({ packages }) => packages > 0);
  await world.watch(new Date(noon.getTime() + 2 * dayMs), { cause: 'again', units: gone });
  expect([gone.length, open()]).toEqual([2, []]);
});

test('a unit is judged by the followed scan while the index still has an older one', async () => {
  await world.follow(await world.scan({ 'package-lock.json': lock('1.0.0') }), noon);
  await world.track(await world.scan(rooted), later(60));
  await world.publish([other, leaf], later(90));
  expect(await world.watch(later(120))).toBe(1);
  expect([open(), world.events('advisory.matched')]).toEqual([[], []]);
  await world.track(await world.scan({ 'package-lock.json': lock('1.1.0') }), later(150));
  const units = world.store.all('indexedUnit');
  await world.watch(later(180), { cause: 'again', units });
  expect(open()).toMatchObject([{ packageVersion: '1.1.0' }]);
});
