import { expect, test } from 'vitest';
import { requireFairShare } from '@scangate/domain/scans/fairness/fair-share';
import { fullRecords } from '#test/support/full-records.ts';
import { later, noon } from '#test/support/world.ts';

const paused = { ...fullRecords.repository, pausedUntil: later(60).toISOString() };
const full = [{ ...fullRecords.activeScans, scans: 512 }];

test('a pause answers before the limit of active scans, and neither refuses what is fair', () => {
  expect(() => requireFairShare({ repository: paused, activeScans: full }, 500, noon)).toThrow('paused');
  expect(() => requireFairShare({ repository: paused, activeScans: full }, 500, later(60))).toThrow('active');
  expect(() => requireFairShare({ repository: paused, activeScans: [] }, 500, later(60))).not.toThrow();
});
