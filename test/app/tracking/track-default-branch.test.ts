import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import type { Scan } from '@scangate/domain/records';
import type { RecordName } from '@scangate/domain/record-changes';
import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { SourceFailure } from '#ports/git-sources.ts';
import { fingerprintOf, secretOf, vulnerabilityOf } from '#test/support/tracking/tracked-samples.ts';
import {
  commitOf,
  trackedWorld,
  type EndedScanOf,
  type TrackedWorld,
} from '#test/support/tracking/tracked-world.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later, noon } from '#test/support/world.ts';

let world: TrackedWorld;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  world = await trackedWorld();
});
const rows = () =>
  Object.fromEntries(world.store.all('trackedFinding').map((row) => [row.title.slice(8), row] as const));
const states = () => Object.fromEntries(Object.entries(rows()).map(([name, { state }]) => [name, state]));
const all = (...names: RecordName[]) => names.map((name) => world.store.all(name));
const one = (...names: string[]) => ({ '': { findings: names.map((name) => secretOf(name)) } });

describe('a scan of the default branch', () => {
  test('opens what it finds, and a later one fixes what it no longer finds', async () => {
    expect(await world.scan({ commit: 1, units: one('a', 'b') })).toBe('followed');
    expect(states()).toEqual({ a: 'open', b: 'open' });
    expect(await world.scan({ commit: 2, units: one('b'), at: later(86_400) })).toBe('followed');
    expect(states()).toEqual({ a: 'fixed', b: 'open' });
    const { a } = rows();
    expect(a).toMatchObject({
      firstSeen: { commitHash: commitOf(1), at: noon.toISOString() },
      lastSeen: { commitHash: commitOf(1) },
      fixed: { commitHash: commitOf(2), at: later(86_400).toISOString() },
    });
    expect(world.store.all('trend')).toEqual([
      expect.objectContaining({ day: '2026-03-10', opened: 2, high: 2, fixed: 0 }),
      expect.objectContaining({ day: '2026-03-11', opened: 0, high: -1, fixed: 1, fixSeconds: 86_400 }),
    ]);
  });

  test('reopens what comes back, with its first sighting and what people added', async () => {
    await world.scan({ commit: 1, units: one('a') });
    await world.scan({ commit: 2, units: one() });
    await world.scan({ commit: 3, units: one('a'), at: later(60) });
    const { a } = rows();
    expect(a).toMatchObject({
      state: 'open',
      firstSeen: { commitHash: commitOf(1) },
      openedAt: later(60).toISOString(),
    });
    expect(a).not.toHaveProperty('fixed');
  });

  test('writes neither findings nor trends when nothing changed, or when it is followed twice', async () => {
    const units = { ...one('a', 'b'), web: { findings: [vulnerabilityOf('c')] } };
    await world.scan({ commit: 1, units });
    const before = all('trackedFinding', 'findingLocation', 'trend');
    const second = await world.ended({ commit: 2, units, at: later(60) });
    expect(await world.follow(second)).toBe('followed');
    expect(all('trackedFinding', 'findingLocation', 'trend')).toEqual(before);
    const commits = vi.spyOn(world.store, 'commit');
    expect(await world.follow(second)).toBe('followed');
    expect(commits.mock.calls.flatMap(([changes]) => changes)).toEqual([]);
  });

  test('counts a waived finding as present but not open, and opens it when its waiver ends', async () => {
    const waived = { expiresAt: later(999).toISOString() };
    await world.scan({ commit: 1, units: { '': { findings: [secretOf('a', { waived })] } } });
    expect(rows()['a']).toMatchObject({
      state: 'waived',
      tolerated: { by: 'waiver', reason: 'not reachable' },
    });
    await world.scan({ commit: 2, units: one('a') });
    expect(rows()['a']).not.toHaveProperty('tolerated');
    expect(states()).toEqual({ a: 'open' });
  });
});

describe('a scan that does not count', () => {
  test.each([
    ['of a commit that is not on the branch', { commit: 'elsewhere' as const }],
    ['of an artifact, unless the repository accepts artifacts', { commit: 2, artifact: true as const }],
  ])('%s changes nothing', async (_which, which) => {
    await world.scan({ commit: 1, units: one('a') });
    expect(await world.scan({ ...which, units: one('b') })).toBe('not_counted');
    expect(states()).toEqual({ a: 'open' });
  });

  test.each(['failed', 'cancelled', 'running'] as const)('that is %s changes nothing', async (status) => {
    const scan = await world.ended({ commit: 1, units: one('a') });
    await world.store.commit([{ change: 'update', record: 'scan', id: scan, set: { status } }]);
    expect(await world.follow(scan)).toBe('not_counted');
    expect(states()).toEqual({});
  });

  test('of a branch that is reviewed but not the default one changes nothing', async () => {
    const scan = await world.ended({ commit: 1, units: one('a') });
    const reviewed = { ...scan.reviewed!, branch: 'release' };
    await world.store.commit([{ change: 'update', record: 'scan', id: scan, set: { reviewed } }]);
    expect(await world.follow(scan)).toBe('not_counted');
  });

  test('of a disconnected repository changes nothing', async () => {
    const { organizationId, repositoryId } = world.repository;
    const set = { disconnectedAt: noon.toISOString() };
    const id = { organizationId, repositoryId };
    await world.store.commit([{ change: 'update', record: 'repository', id, set }]);
    expect(await world.scan({ commit: 1, units: one('a') })).toBe('not_counted');
  });
});

describe('the order of commits', () => {
  test('an older commit that is scanned later changes nothing', async () => {
    await world.scan({ commit: 2, units: one('b') });
    expect(await world.scan({ commit: 1, units: one('a'), at: later(60) })).toBe('older');
    expect(states()).toEqual({ b: 'open' });
  });

  test('a commit whose order the host does not report changes nothing, until it answers', async () => {
    await world.scan({ commit: 1, units: one('a') });
    world.host.failure = new SourceFailure('rate_limit', 'Too many.', 900);
    const second = await world.ended({ commit: 2, units: one('b') });
    expect(await world.follow(second)).toBe('unanswered');
    expect(states()).toEqual({ a: 'open' });
    const stored = () => world.store.all('scan').find(({ scanId }) => scanId === second.scanId);
    const sweepAt = (now: Date) => {
      const follow = (ref: typeof second) => world.follow(ref, {}, now);
      const blobs = { remove: async () => undefined };
      return sweepDueScans({ ...world.ports, blobs, workflow: {}, follow } as never, taskContextAt(now));
    };
    expect(stored()?.dueAt).toBe(later(900).toISOString());
    await sweepAt(later(899));
    await sweepAt(later(900));
    expect([stored()?.unfollowedSince, stored()?.dueAt, world.host.asked]).toEqual([
      noon.toISOString(),
      later(1_800).toISOString(),
      2,
    ]);
    world.host.failure = undefined;
    await sweepAt(later(1_800));
    expect(states()).toEqual({ a: 'fixed', b: 'open' });
    expect(stored()).not.toHaveProperty('unfollowedSince');
    expect(stored()).not.toHaveProperty('dueQueue');
  });

  test('a scan whose refunds are completed while the host is asked leaves the queue for both', async () => {
    await world.scan({ commit: 1, units: one('a') });
    world.host.failure = new SourceFailure('rate_limit', 'Too many.', 86_400);
    const { organizationId, scanId } = await world.ended({ commit: 2, units: one('b') });
    const id = { organizationId, scanId };
    const stored = () => world.store.all('scan').find((scan) => scan.scanId === scanId);
    const due = { refundsDue: ['u-1'], dueQueue: 'scan#0', dueAt: noon.toISOString() };
    await world.store.commit([{ change: 'update', record: 'scan', id, set: due }]);
    expect(await world.follow(stored() as Scan)).toBe('unanswered');
    expect(stored()).toMatchObject({ ...due, unfollowedSince: noon.toISOString() });
    world.host.failure = undefined;
    const get = world.store.get.bind(world.store);
    vi.spyOn(world.store, 'get').mockImplementationOnce(async (...asked) => {
      const read = await get(...asked);
      await world.store.commit([{ change: 'update', record: 'scan', id, unset: ['refundsDue'] }]);
      return read;
    });
    await expect(world.follow(stored() as Scan)).rejects.toThrow(Transient);
    expect(await world.follow(stored() as Scan)).toBe('followed');
    expect(stored()).not.toHaveProperty('unfollowedSince');
    expect(stored()).not.toHaveProperty('dueQueue');
  });

  test('a host is asked again within six hours, whatever it says', async () => {
    await world.scan({ commit: 1, units: one('a') });
    world.host.failure = new SourceFailure('rate_limit', 'Too many.', 86_400);
    await world.follow(await world.ended({ commit: 2, units: one() }));
    const due = world.store.all('scan').flatMap(({ dueAt }) => dueAt ?? []);
    expect(due).toEqual([later(6 * 3_600).toISOString()]);
  });

  test('a host that does not answer for a month is not asked again', async () => {
    await world.scan({ commit: 1, units: one('a') });
    world.host.failure = new SourceFailure('repo_access', 'The host refuses.');
    const second = await world.ended({ commit: 2, units: one() });
    await world.follow(second);
    const [scan] = world.store.all('scan').filter(({ unfollowedSince }) => unfollowedSince !== undefined);
    expect(await world.follow(scan ?? second, {}, later(31 * 86_400))).toBe('older');
    expect(world.store.all('scan').filter(({ dueQueue }) => dueQueue !== undefined)).toEqual([]);
  });

  test('a branch that was rewritten is followed', async () => {
    await world.scan({ commit: 5, units: one('a') });
    world.host.rewritten = true;
    expect(await world.scan({ commit: 1, units: one() })).toBe('followed');
    expect(states()).toEqual({ a: 'fixed' });
  });

  test('the same commit is followed again without a request to the host, but not for an earlier scan of it', async () => {
    const early = await world.ended({ commit: 1, units: one('a') });
    await world.scan({ commit: 1, units: one('a', 'b'), at: later(60) });
    expect([await world.follow(early), world.host.asked]).toEqual(['older', 0]);
    expect(states()).toEqual({ a: 'open', b: 'open' });
  });

  test('a newer scan that is followed meanwhile stops the older one', async () => {
    const older = await world.ended({ commit: 1, units: { '': one('a')[''], web: one('b')[''] } });
    const newer = await world.ended({ commit: 2, units: one() });
    const blobs = Object.create(world.blobs) as typeof world.blobs;
    let reads = 0;
    blobs.get = async (key, options) => {
      if (key.name.endsWith('findings.json') && ++reads === 2) await world.follow(newer);
      return world.blobs.get(key, options);
    };
    expect(await world.follow(older, { blobs })).toBe('superseded');
    expect(states()).toEqual({});
  });

  test('a scan whose payload is gone changes nothing more', async () => {
    const scan = await world.ended({ commit: 1, units: one('a') });
    world.blobs.objects.clear();
    expect(await world.follow(scan)).toBe('payload_gone');
  });
});

describe('artifacts of a repository that accepts them for its default branch', () => {
  beforeEach(async () => {
    const { organizationId, repositoryId } = world.repository;
    const id = { organizationId, repositoryId };
    await world.store.commit([
      { change: 'update', record: 'repository', id, set: { artifactsAsDefault: true } },
    ]);
  });
  const artifact = (path: string, ...names: string[]): EndedScanOf => ({
    commit: 1,
    artifact: true,
    scanTypes: ['sca'],
    units: { [path]: { findings: names.map((name) => vulnerabilityOf(name)) } },
  });

  test('are followed unit by unit, in the order of their scans', async () => {
    const early = await world.ended(artifact('', 'old'));
    expect(await world.scan(artifact('web', 'w'))).toBe('followed');
    expect(await world.follow(early)).toBe('followed');
    expect(await world.scan(artifact('', 'new'))).toBe('followed');
    expect(await world.follow(early)).toBe('older');
    expect(states()).toEqual({ old: 'fixed', new: 'open', w: 'open' });
  });

  test('never replace a commit that was scanned after them', async () => {
    const early = await world.ended(artifact('', 'old'));
    await world.scan({ commit: 1, units: { '': { findings: [vulnerabilityOf('now')] } } });
    expect(await world.follow(early)).toBe('older');
    expect(states()).toEqual({ now: 'open' });
  });

  test('keep a commit from moving backwards', async () => {
    await world.scan({ commit: 5, units: one('a') });
    await world.scan(artifact('web', 'w'));
    expect(await world.scan({ commit: 4, units: one() })).toBe('older');
    expect(states()).toEqual({ a: 'open', w: 'open' });
  });
});

test('no other organization has a row of it', async () => {
  await world.scan({ commit: 1, units: one('a') });
  const owned: readonly { organizationId: string }[] = [
    ...world.store.all('trackedFinding'),
    ...world.store.all('findingLocation'),
    ...world.store.all('trend'),
    ...world.store.all('followedCommit'),
  ];
  expect(new Set(owned.map(({ organizationId }) => organizationId))).toEqual(new Set([world.organizationId]));
  expect(rows()['a']?.fingerprint).toBe(fingerprintOf('a'));
});
