import { beforeEach, expect, test } from 'vitest';
import { emittedEvents, emittedTypes, listenTo } from '#test/support/events/emitted-events.ts';
import { packageLock } from '#test/support/scans/judged-scans.ts';
import { watchWorld } from '#test/support/advisory-watch/watch-world.ts';
import { later, noon } from '#test/support/world.ts';
import { cvss, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';

const other = osvRecord({ id: 'GHSA-other', name: 'other' });
const leaf = osvRecord({
  id: 'GHSA-leaf',
  name: 'leaf',
  summary: 'Leaf falls',
  events: [{ introduced: '0' }, { fixed: '1.2.0' }],
  severity: cvss(vector.critical),
});
const lock = packageLock({ leaf: '1' }, { leaf: { version: '1.0.0' } });

let world: Awaited<ReturnType<typeof watchWorld>>;
beforeEach(async () => {
  world = await watchWorld();
  await world.publish([other], noon);
  await world.watch(noon);
  await world.follow(await world.scan({ 'package-lock.json': lock }), noon);
});
const listen = (...listens: string[]) =>
  listenTo(world.store, world.repository.organizationId, listens.length > 0 ? listens : ['*']);

test('an advisory that is published later is reported with its packages, and with the findings it opens', async () => {
  await listen();
  const snapshotId = await world.publish([other, leaf], later(60));
  await world.watch(later(120));
  const { repositoryId, fullName } = world.repository;
  expect(emittedEvents(world.store)).toMatchObject([
    {
      type: 'advisory.matched',
      at: later(120).toISOString(),
      about: { repositoryId, branch: 'main', severity: 'critical' },
      data: {
        repository: { repositoryId, fullName },
        advisorySnapshot: snapshotId,
        total: 1,
        packages: [{ package: 'pkg:npm/leaf', versions: ['1.0.0'], advisories: ['GHSA-leaf'] }],
      },
    },
    {
      type: 'finding.introduced',
      about: { repositoryId, branch: 'main', severity: 'critical' },
      data: {
        advisorySnapshot: snapshotId,
        total: 1,
        findings: [{ rule: 'GHSA-leaf', title: 'Leaf falls' }],
      },
    },
  ]);
});

test('a second run reports nothing again; an advisory that is withdrawn is reported as fixed', async () => {
  await listen();
  await world.publish([other, leaf], later(60));
  await world.watch(later(120));
  await world.watch(later(240), { cause: 'again', units: world.store.all('indexedUnit') });
  expect(emittedTypes(world.store)).toEqual(['advisory.matched', 'finding.introduced']);
  await world.publish([other, { ...leaf, withdrawn: later(300).toISOString() }], later(300));
  await world.watch(later(360));
  expect(emittedTypes(world.store)).toEqual(['advisory.matched', 'finding.fixed', 'finding.introduced']);
});

test('the audit log and the mail are written even without a subscriber', async () => {
  await world.publish([other, leaf], later(60));
  await world.watch(later(120));
  expect(emittedEvents(world.store)).toEqual([]);
  expect(world.events('advisory.matched')).toHaveLength(1);
  expect(world.store.all('mail').map(({ kind }) => kind)).toEqual(['advisory_digest']);
});
