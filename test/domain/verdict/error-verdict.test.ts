import { describe, expect, test } from 'vitest';
import type { ScanUnit } from '@scangate/domain/records';
import { errorVerdict, type UnjudgedScan } from '@scangate/domain/verdict/error-verdict';
import { digestOf } from '@scangate/engines/model/digest';
import { noCounts } from '@scangate/engines/model/finding-counts';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { scanTypes, type ScanType } from '@scangate/engines/model/scan-type';
import type { UnitResult } from '@scangate/engines/model/results';
import { policyFields } from '@scangate/domain/policy/stored-policy';

const at = '2026-03-10T12:00:00.000Z';
const policy = { ...defaultPolicy, severityThreshold: 'high' as const };

const unit = (path: string, more: Partial<ScanUnit> = {}): ScanUnit => ({
  projectUnitId: `unit-${path}`,
  path,
  type: 'npm',
  status: 'failed',
  charge: { core: 1 },
  errorCode: 'rate_limit',
  ...more,
});
const scanOf = (units: ScanUnit[], asked?: ScanType[]): UnjudgedScan['scan'] => ({
  units,
  scanTypes: asked ?? [...scanTypes],
  fullScope: asked === undefined,
  skippedScanTypes: [],
  ...policyFields(policy),
});
const found: UnitResult = {
  projectUnitId: 'unit-a',
  counts: { ...noCounts(), secrets: { ...noCounts().secrets, critical: 2 } },
  coverage: [{ scanType: 'secrets', status: 'assessed', assessed: 3, gaps: [] }],
  inventoryDigest: 'sha256:a',
  advisorySnapshot: { id: 'snapshot' },
  failAnyway: 0,
  waivers: ['w'],
  engines: {},
  suppressions: { suppressed: [], matched: [], proposed: [], unused: [] },
};
const verdictOf = (units: ScanUnit[], asked?: ScanType[], results: UnitResult[] = []) =>
  errorVerdict({ scan: scanOf(units, asked), units, errorCode: 'rate_limit', results }, at);

describe('the verdict of a failed scan', () => {
  test('is ERROR, names the error code and the policy, and no input that was not read', () => {
    expect(verdictOf([unit('a')])).toMatchObject({
      verdict: 'ERROR',
      reason: 'scan_failed',
      reasons: ['scan_failed'],
      errorCode: 'rate_limit',
      judgedAt: at,
      advisorySnapshot: { id: 'none' },
      inventoryDigest: 'none',
      policyDigest: digestOf(policy),
      waiversDigest: 'none',
    });
  });

  test.each([
    [undefined, ['vulnerabilities', 'secrets', 'licenses', 'severityThreshold']],
    [['sca'], ['vulnerabilities', 'severityThreshold']],
    [
      ['secrets', 'license'],
      ['secrets', 'licenses', 'severityThreshold'],
    ],
    [['sbom'], ['severityThreshold']],
  ] as [ScanType[] | undefined, string[]][])('has the requested summary keys: %j', (asked, keys) => {
    expect(Object.keys(verdictOf([unit('a')], asked).summary)).toEqual(keys);
  });

  test('counts what the completed units found, and stays ERROR', () => {
    const units = [unit('a', { status: 'completed' }), unit('b')];
    const verdict = verdictOf(units, undefined, [found]);
    expect(verdict).toMatchObject({
      verdict: 'ERROR',
      summary: { secrets: { critical: 2, total: 2 }, severityThreshold: 'high' },
      advisorySnapshot: { id: 'snapshot' },
      waiversDigest: digestOf(['w']),
    });
  });

  test('shows each type of a unit without a result as unassessed, with the code of the unit', () => {
    const units = [unit('a', { status: 'completed' }), unit('b', { errorCode: 'lockfile_not_found' })];
    const { coverage } = verdictOf(units, ['sca', 'secrets'], [found]);
    expect(coverage.map(({ projectUnitId, scanType, status }) => [projectUnitId, scanType, status])).toEqual([
      ['unit-a', 'secrets', 'assessed'],
      ['unit-b', 'sca', 'unassessed'],
      ['unit-b', 'secrets', 'unassessed'],
    ]);
    expect(coverage[1]?.gaps).toEqual([{ reason: 'the unit failed: lockfile_not_found' }]);
  });

  test('of a canceled scan has no error code and says that it was canceled', () => {
    const units = [unit('a', { status: 'cancelled', errorCode: undefined })];
    const scan = scanOf(units, ['sca']);
    const verdict = errorVerdict({ scan, units, errorCode: undefined, results: [] }, at);
    expect(verdict).not.toHaveProperty('errorCode');
    expect(verdict.coverage).toMatchObject([{ gaps: [{ reason: 'the scan was cancelled' }] }]);
  });
});
