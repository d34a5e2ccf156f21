import { describe, expect, test } from 'vitest';
import type { ScanUnit } from '@scangate/client';
import { mergeUnits, progressOf } from '@scangate/console/routes/scan/merge-units.ts';

const unit = (projectUnitId: string, status: ScanUnit['status'], more: Partial<ScanUnit> = {}): ScanUnit => ({
  projectUnitId,
  path: projectUnitId,
  type: 'npm',
  status,
  ...more,
});

describe('merging live units', () => {
  test('accepts a later status and an unknown unit', () => {
    const merged = mergeUnits([unit('b', 'queued')], [unit('b', 'running'), unit('a', 'queued')]);
    expect(merged.map(({ projectUnitId, status }) => `${projectUnitId} ${status}`)).toEqual([
      'a queued',
      'b running',
    ]);
  });

  test('never reverts a terminal status', () => {
    const known = [unit('a', 'failed', { errorCode: 'rate_limit' })];
    expect(mergeUnits(known, [unit('a', 'running'), unit('a', 'completed')])).toBe(known);
  });

  test('keeps the same list and objects when nothing changed', () => {
    const known = [unit('a', 'running'), unit('b', 'queued')];
    expect(mergeUnits(known, [unit('a', 'running')])).toBe(known);
    expect(mergeUnits(known, [unit('b', 'completed')])[0]).toBe(known[0]);
  });

  test('treats an unknown status as not ended', () => {
    const odd = { ...unit('a', 'queued'), status: 'paused' } as unknown as ScanUnit;
    expect(progressOf(mergeUnits([odd], [unit('a', 'completed')]))).toEqual({ done: 1, failed: 0, total: 1 });
  });
});
