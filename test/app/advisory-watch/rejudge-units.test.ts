import { beforeEach, expect, test } from 'vitest';
import { packageLock } from '#test/support/scans/judged-scans.ts';
import { watchWorld } from '#test/support/advisory-watch/watch-world.ts';
import { later, noon, write } from '#test/support/world.ts';
import { cvss, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';

const other = osvRecord({ id: 'GHSA-other', name: 'other' });
const leaf = osvRecord({
  id: 'GHSA-leaf',
  name: 'leaf',
  summary: 'Leaf falls',
  events: [{ introduced: '0' }, { fixed: '1.2.0' }],
  severity: cvss(vector.critical),
});
const lock = (version: string) =>
  packageLock({ stem: '1' }, { stem: { version: '1.0.0', dependencies: { leaf: '1' } }, leaf: { version } });

let world: Awaited<ReturnType<typeof watchWorld>>;
beforeEach(async () => {
  world = await watchWorld();
  await world.publish([other], noon);
  await world.watch(noon);
  await world.follow(await world.scan({ 'package-lock.json': lock('1.0.0') }), noon);
});

const tracked = () =>
  world.store.all('trackedFinding').map(({ rule, state, openedAt }) => ({ rule, state, openedAt }));

test('an advisory that is published later opens a finding, and writes two audit events', async () => {
  const snapshotId = await world.publish([other, leaf], later(60));
  expect(await world.watch(later(120))).toBe(1);
  const openedAt = later(120).toISOString();
  expect(tracked()).toEqual([{ rule: 'GHSA-leaf', state: 'open', openedAt }]);
  expect(world.events('advisory.matched')).toMatchObject([
    {
      at: openedAt,
      actor: { kind: 'system' },
      target: world.repository.repositoryId,
      after: {
        repository: world.repository.fullName,
        advisorySnapshot: snapshotId,
        packages: [{ purl: 'pkg:npm/leaf', versions: ['1.0.0'], advisories: ['GHSA-leaf'] }],
        total: 1,
      },
    },
  ]);
  expect(world.events('finding.introduced')).toMatchObject([
    { after: { findings: [{ severity: 'critical', title: 'Leaf falls', rule: 'GHSA-leaf' }], total: 1 } },
  ]);
  expect(world.store.all('trend')).toMatchObject([{ opened: 1, critical: 1 }]);
});

test('a second run writes nothing new', async () => {
  await world.publish([other, leaf], later(60));
  await world.watch(later(120));
  const before = JSON.stringify([world.store.all('auditEvent'), tracked(), world.store.all('mail')]);
  expect(await world.watch(later(180))).toBe(0);
  const units = world.store.all('indexedUnit');
  expect(await world.watch(later(240), { cause: 'again', units })).toBe(1);
  expect(JSON.stringify([world.store.all('auditEvent'), tracked(), world.store.all('mail')])).toBe(before);
});

test('an advisory that is withdrawn fixes what it opened', async () => {
  await world.publish([other, leaf], later(60));
  await world.watch(later(120));
  await world.publish([other], later(180));
  await world.watch(later(240));
  expect(tracked()).toMatchObject([{ rule: 'GHSA-leaf', state: 'fixed' }]);
  expect(world.events('advisory.matched')).toHaveLength(1);
});

test('an advisory for other versions, or for a package that is not used, judges nothing', async () => {
  const newer = osvRecord({ id: 'GHSA-newer', name: 'leaf', events: [{ introduced: '2.0.0' }] });
  const unused = osvRecord({ id: 'GHSA-unused', name: 'unused' });
  await world.publish([other, newer, unused], later(60));
  expect(await world.watch(later(120))).toBe(0);
  expect(tracked()).toEqual([]);
});

test('a disconnected repository is not watched', async () => {
  const { organizationId } = world;
  await write(world.store, [
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId: world.repository.repositoryId },
      set: { disconnectedAt: noon.toISOString() },
    },
  ]);
  await world.publish([other, leaf], later(60));
  expect(await world.watch(later(120))).toBe(0);
  expect([tracked(), world.events('advisory.matched')]).toEqual([[], []]);
});

test('the plan Free is not watched', async () => {
  const [account] = world.store.all('account');
  await write(world.store, [
    {
      change: 'update',
      record: 'account',
      id: { accountId: account!.accountId },
      set: { endsAt: noon.toISOString() },
    },
  ]);
  await world.publish([other, leaf], later(60));
  expect(await world.watch(later(120))).toBe(0);
  expect(tracked()).toEqual([]);
});

test('a match is reported when the payload of the scan is gone, although nothing can be judged', async () => {
  const [unit] = world.store.all('indexedUnit');
  const { blobs } = world.world;
  const name = `${unit!.scanId}/${unit!.projectUnitId}/assessment.json`;
  await blobs.remove({ area: 'results', organizationId: world.organizationId, name });
  await world.publish([other, leaf], later(60));
  await world.watch(later(120));
  expect(world.events('advisory.matched')).toHaveLength(1);
  expect(tracked()).toEqual([]);
});

test('one mail a day reports it, on the next morning', async () => {
  await world.publish([other, leaf], later(60));
  await world.watch(later(120));
  await world.publish([leaf], later(180));
  await world.watch(later(240));
  const mails = world.store.all('mail').filter(({ kind }) => kind === 'advisory_digest');
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ facts: { day: noon.toISOString().slice(0, 10) } });
  expect(mails[0]?.dueAt).toMatch(/T06:00:00.000Z$/);
});
