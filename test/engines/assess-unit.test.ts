import { describe, expect, test } from 'vitest';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { scanUnit, type UnitScanRequest } from './scan-unit.ts';
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
  expect(hasOtherUnits(web, [root, web, api])).toBe(true);
  expect(hasOtherUnits(root, [root, web])).toBe(true);
});
