import { beforeEach, expect, test } from 'vitest';
import { createWaiver } from '#app/waivers/create-waiver.ts';
import { loadAdvisoriesOf } from '#app/bundles/release-objects.ts';
import type { Release } from '@scangate/domain/records';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { bundleWorld, leafAdvisory, otherAdvisory, using } from '#test/support/bundles/bundle-world.ts';
import { later, noon, write } from '#test/support/world.ts';

let world: Awaited<ReturnType<typeof bundleWorld>>;
let release: Release;
beforeEach(async () => {
  world = await bundleWorld();
  const { organizationId } = world;
  await write(world.store, [
    { change: 'update', record: 'organization', id: { organizationId }, set: { listens: ['bundle.*'] } },
  ]);
  release = await world.release({ version: '1.0.0' });
  // The default branch has moved on to a version that is not affected.
  await world.follow(await world.scan(using('leaf', '1.3.0')), later(10));
});

const told = () => world.store.all('storedEvent').filter(({ type }) => type === 'bundle.affected');
const stored = () => world.store.all('release').find(({ releaseVersion }) => releaseVersion === '1.0.0')!;
const publishLeaf = async (at: Date): Promise<void> => {
  await world.publish([otherAdvisory, leafAdvisory], at);
};

test('an advisory that is published later is reported for each supported release that it affects', async () => {
  await publishLeaf(later(60));
  expect(await world.watch(later(120))).toBe(1);
  const at = later(120).toISOString();
  expect(told()).toMatchObject([
    {
      at,
      data: {
        bundleId: world.bundleId,
        name: 'Shop',
        version: '1.0.0',
        advisories: ['GHSA-leaf'],
        highestSeverity: 'critical',
        knownExploited: false,
        total: 1,
        members: [{ repositoryId: world.shop.repositoryId }],
      },
    },
  ]);
  expect(world.events('bundle.affected')).toMatchObject([{ at, after: { version: '1.0.0' } }]);
  expect(stored().advisories).toMatchObject({ judgedAt: at, count: 1 });
  expect(await loadAdvisoriesOf(stored(), world.world.blobs)).toMatchObject([
    { advisoryId: 'GHSA-leaf', package: 'pkg:npm/leaf@1.0.0', fixedVersions: ['1.2.0'] },
  ]);
});

test('what was frozen stays unchanged', async () => {
  const before = ['sbom', 'vex', 'verdict'].map((name) => world.text(release.folder, name));
  await publishLeaf(later(60));
  await world.watch(later(120));
  expect(['sbom', 'vex', 'verdict'].map((name) => world.text(release.folder, name))).toEqual(before);
  expect(stored()).toMatchObject({ verdict: 'PASS', documents: release.documents });
});

test('a second run, and one with a snapshot that changes nothing here, report nothing new', async () => {
  await publishLeaf(later(60));
  await world.watch(later(120));
  const units = world.store.all('indexedUnit');
  await world.watch(later(180), { cause: 'again', units });
  await world.publish([otherAdvisory, leafAdvisory, osvRecord({ id: 'GHSA-x', name: 'x' })], later(240));
  await world.watch(later(300));
  expect(told()).toHaveLength(1);
  expect(world.events('bundle.affected')).toHaveLength(1);
});

test('an advisory that is withdrawn no longer affects the release, and is reported again when it comes back', async () => {
  await publishLeaf(later(60));
  await world.watch(later(120));
  await world.publish([otherAdvisory], later(180));
  await world.watch(later(240));
  expect([stored().advisories.count, told().length]).toEqual([0, 1]);
  await publishLeaf(later(300));
  await world.watch(later(360));
  expect([stored().advisories.count, told().length]).toEqual([1, 2]);
});

test('after the end of support, and for a removed bundle, nothing is judged', async () => {
  const { organizationId, bundleId } = world;
  const key = { organizationId, bundleId, releaseVersion: '1.0.0' };
  await write(world.store, [
    { change: 'update', record: 'release', id: key, set: { supportUntil: later(30).toISOString() } },
  ]);
  await publishLeaf(later(60));
  await world.watch(later(120));
  expect(told()).toEqual([]);
  await write(world.store, [
    { change: 'update', record: 'release', id: key, set: { supportUntil: '2031-01-01T00:00:00.000Z' } },
    {
      change: 'update',
      record: 'bundle',
      id: { organizationId, bundleId },
      set: { removedAt: noon.toISOString() },
    },
  ]);
  const units = world.store.all('indexedUnit');
  await world.watch(later(180), { cause: 'again', units });
  expect(told()).toEqual([]);
});

test('a release that is created while advisories are published is found by the watch', async () => {
  const commits = { [world.shop.repositoryId]: world.scans.shop.commitHash };
  const published = world.ports.snapshots.published;
  let isFirst = true;
  const snapshots = {
    ...world.ports.snapshots,
    published: async () => {
      if (isFirst) {
        isFirst = false;
        await publishLeaf(later(60));
        await world.watch(later(61));
      }
      return published();
    },
  };
  const made = await world.release({ version: '2.0.0', commits }, later(62), { snapshots });
  expect([made.verdict, made.advisories.count]).toEqual(['FAIL', 1]);
});

test('what a waiver covers stays on the list, and is reported when the waiver has ended', async () => {
  const { organizationId } = world;
  const caller = world.organization.as('owner');
  const expiresAt = '2026-03-13T12:00:00.000Z';
  const request = { match: { advisory: 'GHSA-leaf' }, reason: 'Not reachable in the shop', expiresAt };
  await createWaiver(
    { caller, request, idempotency: undefined } as never,
    { ...world.ports, store: world.store } as never,
    noon,
  );
  await publishLeaf(later(60));
  await world.watch(later(120));
  expect([stored().advisories.count, told().length]).toEqual([0, 0]);
  expect(await loadAdvisoriesOf(stored(), world.world.blobs)).toMatchObject([
    { advisoryId: 'GHSA-leaf', accepted: { until: expiresAt } },
  ]);
  const units = world.store.all('indexedUnit').filter((one) => one.organizationId === organizationId);
  await world.watch(new Date('2026-03-14T12:00:00.000Z'), { cause: 'again', units });
  expect([stored().advisories.count, told().length]).toEqual([1, 1]);
});
