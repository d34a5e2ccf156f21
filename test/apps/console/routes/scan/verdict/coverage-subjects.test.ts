import { describe, expect, test } from 'vitest';
import { coverageSubjects, isIncomplete } from '@scangate/console/routes/scan/verdict/coverage-subjects.ts';
import type { CoverageEntry } from '@scangate/console/routes/scan/scan-data.ts';

const entry = (scanType: CoverageEntry['scanType'], more: Partial<CoverageEntry> = {}): CoverageEntry => ({
  projectUnitId: '0192c9a0-6c00-8000-8000-000000000003',
  scanType,
  status: 'assessed',
  assessed: 10,
  gaps: [],
  ...more,
});

const statuses = (coverage: readonly CoverageEntry[]): Record<string, string> =>
  Object.fromEntries(coverageSubjects(coverage).map(({ name, status }) => [name, status]));

describe('what was assessed', () => {
  test('is shown for each subject, and "not requested" is not "assessed"', () => {
    expect(statuses([entry('sca'), entry('secrets')])).toEqual({
      dependencies: 'assessed',
      licenses: 'not_requested',
      secrets: 'assessed',
      code: 'not_requested',
    });
  });

  test('is "in part" when one of two units was not assessed', () => {
    const gaps = [{ reason: 'no license is stated', file: 'go.mod', count: 2 }];
    const all = coverageSubjects([
      entry('license'),
      entry('license', { status: 'unassessed', assessed: 0, gaps }),
    ]);
    expect(all.find(({ name }) => name === 'licenses')).toEqual({
      name: 'licenses',
      status: 'partial',
      assessed: 10,
      gaps: [{ reason: 'no license is stated', count: 2, file: 'go.mod' }],
    });
    expect(isIncomplete(all)).toBe(true);
  });

  test('does not repeat the gaps that scan types of one inventory share', () => {
    const gaps = [{ reason: 'the lockfile cannot be read' }];
    const unassessed = { status: 'unassessed', assessed: 0, gaps } as const;
    const [dependencies] = coverageSubjects([entry('sbom', unassessed), entry('sca', unassessed)]);
    expect(dependencies?.gaps).toEqual([
      { reason: 'the lockfile cannot be read', count: 1, file: undefined },
    ]);
  });

  test('is nothing when the unit has no such files, which is not a gap', () => {
    const all = coverageSubjects([
      entry('sast', { status: 'unassessed', assessed: 0, nothingToAssess: true }),
    ]);
    expect(all.find(({ name }) => name === 'code')?.status).toBe('nothing');
    expect(isIncomplete(all)).toBe(false);
  });

  test('names the most frequent reason first, and the first file of several', () => {
    const gaps = [
      { reason: 'a', count: 1 },
      { reason: 'b', count: 7, files: ['x.js', 'y.js'] },
    ];
    const [dependencies] = coverageSubjects([entry('sca', { status: 'partial', gaps })]);
    expect(dependencies?.gaps.map(({ reason, file }) => [reason, file])).toEqual([
      ['b', 'x.js'],
      ['a', undefined],
    ]);
  });
});
