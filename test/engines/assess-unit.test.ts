import { describe, expect, test } from 'vitest';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { scanUnit, type UnitScanRequest } from './scan-unit.ts';
import { assessUnit } from '@scangate/engines/assess-unit';
import { pathDigest } from '@scangate/engines/model/digest';
import { hasOtherUnits } from '@scangate/engines/units/other-units';
import { engineInput, indexOf, osvRecord } from './sca/advisory-fixtures.ts';
import { unitOf } from './source-unit.ts';

const files = unitOf({ 'package-lock.json': '{"lockfileVersion": 3, "pack' });
const scanTypes: ScanType[] = ['sca', 'secrets'];

const scan = (request: Pick<UnitScanRequest, 'fullScope' | 'hasOtherUnits'>) =>
  scanUnit(
    { projectUnitId: 'u', scanTypes, skipped: [], ...request },
    { ...engineInput(readInventory(files, 'npm'), indexOf(osvRecord())), files },
  );

describe('a damaged lockfile', () => {
  test('of one unit among many is a gap of that unit in the full scope, and the other engines run', async () => {
    const { result } = await scan({ fullScope: true, hasOtherUnits: true });
    expect(result.coverage).toMatchObject([
      {
        scanType: 'sca',
        status: 'unassessed',
        assessed: 0,
        gaps: [{ file: 'package-lock.json', reason: 'it is not a valid JSON file (line 1)' }],
      },
      { scanType: 'secrets', status: 'assessed' },
    ]);
  });

  test.each([
    ['that is the only one of a commit', { fullScope: true }],
    ['when its scan type was requested by name', { fullScope: false, hasOtherUnits: true }],
  ])('%s fails the unit', async (_, request) => {
    const failure = await scan(request).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ScanFailed);
    expect(failure).toMatchObject({ failure: { errorCode: 'lockfile_not_found' } });
  });
});

test('a unit is one of many if another one has dependencies', () => {
  const [root, web, api] = [
    { projectUnitId: 'r', type: 'source' as const },
    { projectUnitId: 'w', type: 'npm' as const },
    { projectUnitId: 'a', type: 'go' as const },
  ];
  expect(hasOtherUnits(web, [root, web])).toBe(false);
  // A committer who adds a workflow must not turn the failure of a damaged lockfile into a gap.
  expect(hasOtherUnits(web, [{ ...root, type: 'other' }, web])).toBe(false);
  expect(hasOtherUnits(web, [root, web, api])).toBe(true);
  expect(hasOtherUnits(root, [root, web])).toBe(true);
});

describe('a root without a project', () => {
  const workflow = 'jobs: { a: { steps: [{ uses: tj-actions/changed-files@v35 }] } }\n';
  const advisory = osvRecord({
    ecosystem: 'GitHub Actions',
    name: 'tj-actions/changed-files',
    events: [{ introduced: '0' }, { fixed: '46.0.1' }],
  });
  const assess = (
    contents: Parameters<typeof unitOf>[0],
    request: Pick<UnitScanRequest, 'fullScope' | 'hasOtherUnits'>,
  ) => {
    const own = unitOf(contents);
    const input = engineInput(readInventory(own, 'other'), indexOf(advisory));
    return scanUnit(
      { projectUnitId: 'u', scanTypes: ['sca'], skipped: [], ...request },
      { ...input, unit: { path: '', type: 'other' }, files: own },
    );
  };
  const byName = { fullScope: false };

  test.each([byName, { fullScope: true }, { fullScope: false, hasOtherUnits: true }])(
    'has its actions matched: %j',
    async (request) => {
      const { findings, result } = await assess({ '.github/workflows/ci.yml': workflow }, request);
      expect(findings).toMatchObject([{ packageName: 'tj-actions/changed-files', version: 'v35' }]);
      expect(result.coverage).toMatchObject([{ scanType: 'sca', status: 'assessed', assessed: 1 }]);
    },
  );

  test('with a dependency file that is not read is a gap, and a failure when it is all that was asked for', async () => {
    const contents = { 'project.clj': '(defproject a "1")\n' };
    for (const request of [{ fullScope: true }, { fullScope: false, hasOtherUnits: true }]) {
      const { result } = await assess(contents, request);
      expect(result.coverage).toMatchObject([
        { status: 'unassessed', gaps: [{ reason: 'it is not read (Leiningen)', file: 'project.clj' }] },
      ]);
      expect(result.coverage[0]).not.toHaveProperty('nothingToAssess');
    }
    const alone = await assess(contents, byName).catch((error: unknown) => error);
    expect(alone).toMatchObject({ failure: { errorCode: 'lockfile_not_found' } });
    const both = { ...contents, '.github/workflows/ci.yml': workflow };
    const withTools = await assess(both, byName).catch((error: unknown) => error);
    expect(withTools).toMatchObject({ failure: { errorCode: 'lockfile_not_found' } });
  });

  test('without any dependency has nothing to assess, beside others also by name', async () => {
    for (const request of [{ fullScope: true }, { fullScope: false, hasOtherUnits: true }]) {
      const { result } = await assess({ 'run.py': 'print(1)\n' }, request);
      expect(result.coverage).toMatchObject([{ status: 'unassessed', nothingToAssess: true }]);
    }
  });
});

describe('a symbolic link', () => {
  const key = ['ghp', '96ipbNClShVP4wY4for9duMl7JRU7B3Ken4S'].join('_');
  const scanWith = (target: string | undefined) =>
    scanUnit(
      {
        projectUnitId: 'u',
        scanTypes: ['secrets'],
        fullScope: true,
        skipped: [{ path: 'lnk', reason: 'link', ...(target !== undefined && { target }) }],
      },
      { ...engineInput(readInventory(unitOf({}), 'source'), indexOf(osvRecord())), files: unitOf({}) },
    );

  test('is not followed, and its text is searched for secrets', async () => {
    const { findings, result } = await scanWith(`d/${key}.txt`);
    expect(findings).toMatchObject([{ kind: 'secret', file: 'lnk', line: 1 }]);
    expect(result.coverage[0]?.gaps).toContainEqual({
      reason: 'symbolic links are not followed',
      count: 1,
      file: 'lnk',
    });
    expect((await scanWith('d/file.txt')).findings).toEqual([]);
    expect((await scanWith(undefined)).findings).toEqual([]);
  });

  test('does not count as an assessed file, so that it cannot replace one unseen', async () => {
    const assessed = await assessUnit(
      {
        projectUnitId: 'u',
        scanTypes: ['secrets'],
        fullScope: true,
        skipped: [{ path: 'lnk', reason: 'link', target: 'a' }],
      },
      {
        unit: { path: '', type: 'source' },
        files: unitOf({ 'a.txt': 'a' }),
        inventory: readInventory(unitOf({}), 'source'),
      },
    );
    expect(assessed.files.secrets).toMatchObject({ unassessed: ['lnk'] });
    expect(assessed.files.secrets?.assessed).toEqual([pathDigest('a.txt')]);
  });
});
