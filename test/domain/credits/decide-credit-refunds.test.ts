import { describe, expect, test } from 'vitest';
import { decideCreditRefunds } from '@scangate/domain/credits/decide-credit-refunds';
import type { Charge, ScanStatus, ScanUnit } from '@scangate/domain/records';

const unit = (projectUnitId: string, status: ScanStatus, charge: Charge = { core: 1 }): ScanUnit => ({
  projectUnitId,
  path: projectUnitId,
  type: 'npm',
  status,
  charge,
});

describe('the refunds of an ended scan', () => {
  test('are those of charged units without a result, each with its reason', () => {
    const units = [
      unit('completed', 'completed'),
      unit('failed', 'failed'),
      unit('cancelled', 'cancelled', { core: 1, sast: 1 }),
    ];
    expect(decideCreditRefunds({ units })).toEqual([
      { unit: units[1], source: 'scan_failure_refund' },
      { unit: units[2], source: 'scan_cancelled_refund' },
    ]);
  });

  test('leave out units that cost nothing', () => {
    expect(
      decideCreditRefunds({ units: [unit('free', 'failed', {}), unit('zero', 'failed', { core: 0 })] }),
    ).toEqual([]);
  });

  test('include unchanged units that reused a result, unless their base was scanned beside them', () => {
    const reused = { ...unit('same', 'completed'), reusedFrom: 's-0' };
    expect(decideCreditRefunds({ units: [reused] })).toEqual([
      { unit: reused, source: 'unchanged_unit_refund' },
    ]);
    const failed = { ...reused, status: 'failed' as const };
    expect(decideCreditRefunds({ units: [failed] })).toEqual([
      { unit: failed, source: 'scan_failure_refund' },
    ]);
    const { projectUnitId, path, type } = reused;
    const other = { projectUnitId: 'other', path, type };
    expect(decideCreditRefunds({ units: [reused], baseUnits: [{ projectUnitId, path, type }] })).toEqual([]);
    expect(decideCreditRefunds({ units: [reused], baseUnits: [other] })).toHaveLength(1);
  });
});
