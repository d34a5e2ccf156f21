import { describe, expect, test } from 'vitest';
import type { Scan } from '@scangate/domain/records';
import type { Coverage } from '@scangate/engines/model/coverage';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { UnitResult } from '@scangate/engines/model/results';
import { noCounts } from '@scangate/engines/model/finding-counts';
import { noon } from '#test/support/world.ts';
import { policyFields } from '@scangate/domain/policy/stored-policy';

const at = noon.toISOString();
const scanOf = (units: number): Scan => ({
  organizationId: 'org',
  scanId: 'scan',
  repositoryId: 'repo',
  commitHash: 'a'.repeat(40),
  status: 'running',
  scanTypes: ['sca'],
  fullScope: true,
  skippedScanTypes: [{ scanType: 'sast', reason: 'sast_addon_required' }],
  sourceTrigger: 'api',
  personId: 'person',
  billingAccountId: 'org',
  units: Array.from({ length: units }, (_, index) => ({
    projectUnitId: `unit-${index}`,
    path: `p${index}`,
    type: 'npm',
    status: 'running',
    charge: { core: 1 },
  })),
  unitsVersion: 1,
  chargedPeriods: {},
  ...policyFields(defaultPolicy),
  createdAt: at,
});
const resultOf = (index: number, more: Partial<UnitResult> = {}): UnitResult => ({
  projectUnitId: `unit-${index}`,
  counts: noCounts(),
  coverage: [{ scanType: 'sca', status: 'assessed', assessed: 3, gaps: [] }],
  inventoryDigest: `sha256:${index}`,
  advisorySnapshot: { id: 'snapshot', builtAt: at },
  failAnyway: 0,
  waivers: [],
  engines: {},
  suppressions: { suppressed: [], matched: [], proposed: [], unused: [] },
  ...more,
});
const judge = (scan: Scan, results: UnitResult[]) =>
  assembleVerdict(scan, results, { policy: defaultPolicy, judgedAt: at });

describe('a verdict', () => {
  test('is the same for the same inputs, in whatever order the units finished', () => {
    const [a, b] = [resultOf(0, { waivers: ['x'] }), resultOf(1, { waivers: ['w'] })];
    const { coverage: _one, ...first } = judge(scanOf(2), [a, b]);
    const { coverage: _other, ...second } = judge(scanOf(2), [b, a]);
    expect(second).toEqual(first);
  });

  const digests = (scan: Scan, results: UnitResult[]) => {
    const { inventoryDigest, policyDigest, waiversDigest, advisorySnapshot } = judge(scan, results);
    return { inventoryDigest, policyDigest, waiversDigest, advisorySnapshot };
  };

  test('has digests of inventory, policy and waivers and the snapshot; each changes with its own input only', () => {
    const base = digests(scanOf(1), [resultOf(0)]);
    const changed = (scan: Scan, result: UnitResult) => {
      const other = digests(scan, [result]);
      return (Object.keys(base) as (keyof typeof base)[]).filter(
        (key) => JSON.stringify(other[key]) !== JSON.stringify(base[key]),
      );
    };
    expect(changed(scanOf(1), resultOf(0, { inventoryDigest: 'sha256:x' }))).toEqual(['inventoryDigest']);
    expect(changed(scanOf(1), resultOf(0, { waivers: ['w'] }))).toEqual(['waiversDigest']);
    expect(changed(scanOf(1), resultOf(0, { advisorySnapshot: { id: 'later' } }))).toEqual([
      'advisorySnapshot',
    ]);
    const policy = { ...defaultPolicy, severityThreshold: 'low' as const };
    expect(changed({ ...scanOf(1), ...policyFields(policy) }, resultOf(0))).toEqual(['policyDigest']);
  });

  test('has the snapshot of a unit that used one', () => {
    const none = resultOf(0, { advisorySnapshot: { id: 'none' } });
    expect(judge(scanOf(2), [none, resultOf(1)]).advisorySnapshot.id).toBe('snapshot');
    expect(judge(scanOf(1), [none]).advisorySnapshot).toEqual({ id: 'none' });
  });

  test('lists skipped types as unassessed in every unit, with the reason', () => {
    const { coverage } = judge(scanOf(2), [resultOf(0), resultOf(1)]);
    expect(coverage.filter(({ scanType }) => scanType === 'sast')).toEqual(
      ['unit-0', 'unit-1'].map((projectUnitId) => ({
        projectUnitId,
        scanType: 'sast',
        status: 'unassessed',
        assessed: 0,
        gaps: [{ reason: 'sast_addon_required' }],
      })),
    );
  });
});

describe('the coverage in a verdict', () => {
  const gapsOf = (count: number, letter = 'x'): Coverage => ({
    scanType: 'sca',
    status: 'partial',
    assessed: 1,
    gaps: Array.from({ length: count }, (_, index) => ({
      reason: letter.repeat(5_000),
      file: `${index}/${letter.repeat(5_000)}`,
    })),
  });

  test('shows ten of many gaps, shortened, and counts the others', () => {
    const [entry] = judge(scanOf(1), [resultOf(0, { coverage: [gapsOf(25)] })]).coverage;
    expect(entry?.gaps).toHaveLength(11);
    expect(entry?.gaps.at(-1)).toEqual({ reason: 'further gaps', count: 15 });
    for (const { reason, file = '' } of entry?.gaps ?? [])
      expect(Math.max(Buffer.byteLength(reason), Buffer.byteLength(file))).toBeLessThanOrEqual(200);
  });

  test.each(['x', 'é', '漢', '𝒳'])(
    'of two hundred units full of gaps stays below 400 KB, in any script: %s',
    (letter) => {
      const results = Array.from({ length: 200 }, (_, index) =>
        resultOf(index, { coverage: Array.from({ length: 4 }, () => gapsOf(50, letter)) }),
      );
      const verdict = judge(scanOf(200), results);
      expect(Buffer.byteLength(JSON.stringify({ ...scanOf(200), verdict }))).toBeLessThan(380_000);
      expect(verdict.coverage).toHaveLength(200 * 4 + 200);
    },
  );
});
