import { beforeEach, describe, expect, test } from 'vitest';
import { listedBy } from '@scangate/domain/tracking/listing';
import type { AuditorPack, Release, TrackedFinding } from '@scangate/domain/records';
import { resultObjectName } from '@scangate/engines/model/results';
import { rootUnit } from '#test/domain/reports/ended-scan.ts';
import { packWorld } from '#test/support/auditor-packs/auditor-pack-world.ts';
import { fullIntegrations } from '#test/support/full-integrations.ts';
import { fullTracking } from '#test/support/full-tracking.ts';
import { newRepository, noon, write } from '#test/support/world.ts';

let world: Awaited<ReturnType<typeof packWorld>>;
beforeEach(async () => {
  world = await packWorld();
});

interface ControlRow {
  control: string;
  files: string[];
  leftOut: string[];
}

const rowsOf = <T = Record<string, unknown>>(text = ''): T[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

describe('the controls of a pack', () => {
  test.each<AuditorPack['include'][]>([[[]], [['findings']], [['sbom']], [['findings', 'sbom']]])(
    'list the files that it has, and those that its request left out: %j',
    async (include) => {
      await world.scanAt(noon);
      const files = await world.filesOf({ include });
      const rows = rowsOf<ControlRow>(files['controls.jsonl']);
      for (const row of rows) {
        expect(row.files.filter((file) => files[file] === undefined)).toEqual([]);
        expect(row.leftOut.filter((file) => files[file] !== undefined)).toEqual([]);
      }
      const leftOut = new Set(rows.flatMap((row) => row.leftOut));
      expect(leftOut.size).toBe(2 - include.length);
      const pages = `${files['readme.txt']}${files['index.html']}`;
      expect(pages.includes('The findings are left out')).toBe(!include.includes('findings'));
      expect(pages.includes('The SBOMs are left out')).toBe(!include.includes('sbom'));
      expect(pages.includes('left out,')).toBe(include.length < 2);
      expect(files['controls.csv']?.split('\r\n')[0]).toBe('control,answeredBy,files,leftOut');
    },
  );

  test('say where SBOMs, releases and the end of support are', async () => {
    const files = await world.filesOf({ include: ['sbom'] });
    const rows = rowsOf<ControlRow>(files['controls.jsonl']).filter(({ control }) => control === 'SSDF PS.3');
    expect(rows).toMatchObject([{ files: ['sboms.jsonl', 'releases.csv', 'audit-events.csv'], leftOut: [] }]);
  });
});

test('units whose retention is over are counted among what a pack leaves out', async () => {
  const { organizationId, blobs } = world;
  const { scanId } = await world.scanAt(noon, { units: [rootUnit] });
  const name = resultObjectName(scanId, rootUnit.projectUnitId, 'findings');
  await blobs.remove({ area: 'results', organizationId, name });
  const files = await world.filesOf({ include: ['findings', 'sbom'] });
  for (const page of [files['readme.txt'], files['index.html']])
    expect(page).toContain('The findings of scans past their retention are left out (project units: 1).');
});

describe('the tracked findings of a pack', () => {
  const track = async (fingerprint: string, changes: Partial<TrackedFinding>) => {
    const { organizationId, store, repository } = world;
    const { fixed: _fixed, ...open } = fullTracking.trackedFinding;
    const item: TrackedFinding = {
      ...open,
      organizationId,
      repositoryId: repository.repositoryId,
      fingerprint,
      state: 'open',
      openedAt: '2026-03-02T00:00:00.000Z',
      listedOf: organizationId,
      ...changes,
    };
    await write(store, [
      { change: 'insert', record: 'trackedFinding', item: { ...item, listedBy: listedBy(item) } },
    ]);
  };
  const fixedAt = (at: string) => ({ state: 'fixed', fixed: { scanId: 's', commitHash: 'c', at } }) as const;
  const day = (date: string) => `${date}T00:00:00.000Z`;

  test('are those that existed at some time of its period, with the days to fix', async () => {
    await track('open', {});
    await track('fixed', fixedAt(day('2026-03-05')));
    await track('before', { openedAt: day('2026-01-01'), ...fixedAt(day('2026-02-01')) });
    await track('after', { openedAt: day('2026-05-01') });
    const files = await world.filesOf();
    const rows = rowsOf(files['tracked-findings.jsonl']);
    expect(rows.map(({ fingerprint, state, daysToFix }) => [fingerprint, state, daysToFix])).toEqual([
      ['open', 'open', undefined],
      ['fixed', 'fixed', 3],
    ]);
    expect(files['tracked-findings.csv']?.trim().split('\r\n')).toHaveLength(3);
    expect(files['tracked-findings.jsonl']).not.toContain(fullTracking.trackedFinding.notes);
  });

  test('omit what came after the period', async () => {
    await track('later', fixedAt('2026-03-10T11:00:00.000Z'));
    const files = await world.filesOf({ to: day('2026-03-09') });
    expect(rowsOf(files['tracked-findings.jsonl'])).toMatchObject([{ fingerprint: 'later', state: 'open' }]);
    expect(files['tracked-findings.jsonl']).not.toContain('fixedAt');
  });

  test('of a pack of some repositories are only those of these repositories', async () => {
    await track('own', {});
    await track('foreign', { repositoryId: 'r-foreign' });
    const files = await world.filesOf({ repositoryIds: [world.repository.repositoryId] });
    const rows = rowsOf(files['tracked-findings.jsonl']);
    expect(rows.map(({ fingerprint }) => fingerprint)).toEqual(['own']);
  });
});

describe('the releases of a pack', () => {
  /** Stores a bundle of these repositories with a release. */
  const release = async (bundleId: string, repositoryIds: string[], changes: Partial<Release> = {}) => {
    const { organizationId, store } = world;
    const [member] = fullIntegrations.release.members;
    if (!member) throw new Error('the full release has a member');
    const members = repositoryIds.map((repositoryId) => ({ ...member, repositoryId }));
    const dates = { releasedAt: noon.toISOString(), supportUntil: '2031-03-10T12:00:00.000Z' };
    const owned = { organizationId, bundleId, members };
    await write(store, [
      { change: 'insert', record: 'bundle', item: { ...fullIntegrations.bundle, ...owned } },
      {
        change: 'insert',
        record: 'release',
        item: { ...fullIntegrations.release, ...owned, ...dates, ...changes },
      },
    ]);
  };
  const bundlesOf = (files: Record<string, string>) =>
    rowsOf(files['releases.jsonl'])
      .map(({ bundleId }) => bundleId)
      .toSorted();

  test('are those that were supported at some time of its period', async () => {
    const { repositoryId } = world.repository;
    await release('old', [repositoryId], { releasedAt: '2025-01-01T00:00:00.000Z' });
    await release('inside', [repositoryId]);
    await release('ended', [repositoryId], {
      releasedAt: '2024-01-01T00:00:00.000Z',
      supportUntil: '2026-02-28T23:59:59.999Z',
    });
    await release('later', [repositoryId], { releasedAt: '2026-04-01T00:00:00.000Z' });
    const files = await world.filesOf();
    expect(bundlesOf(files)).toEqual(['inside', 'old']);
    expect(rowsOf(files['releases.jsonl'])[0]).toMatchObject({
      bundle: fullIntegrations.bundle.name,
      version: fullIntegrations.release.releaseVersion,
      supportUntil: '2031-03-10T12:00:00.000Z',
      documents: fullIntegrations.release.documents,
      members: [{ repositoryId, commitHash: fullIntegrations.release.members[0]?.commitHash }],
    });
    expect(files['releases.csv']?.trim().split('\r\n')).toHaveLength(3);
  });

  test('of a pack of some repositories name no other repository', async () => {
    const { organizationId, store, repository } = world;
    const other = await newRepository(store, organizationId, [['', 'npm']]);
    await release('own', [repository.repositoryId]);
    await release('shared', [repository.repositoryId, other.repositoryId]);
    const files = await world.filesOf({ repositoryIds: [repository.repositoryId] });
    expect(bundlesOf(files)).toEqual(['own']);
    expect(Object.values(files).join('\n')).not.toContain(other.repositoryId);
    expect(files['readme.txt']).toContain('releases with another repository');
  });
});
