import { expect, test } from 'vitest';
import { summaryOf } from '@scangate/console/routes/overview/trend-summary.ts';

const open = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, total: 0 };
const day = (opened: number, fixed: number, meanDaysToFix?: number) => ({
  day: '2026-03-01',
  open,
  waived: 0,
  opened,
  fixed,
  verdicts: { pass: 0, fail: 0, error: 0 },
  ...(meanDaysToFix !== undefined && { meanDaysToFix }),
});

test('a day is weighted in the days to fix by the number of its fixes', () => {
  const summary = summaryOf([day(4, 1, 30), day(0, 3, 2), day(1, 0)]);
  expect(summary.map(({ value }) => value)).toEqual([5, 4, '9 days']);
});

test('without fixes there are no days to fix', () => {
  expect(summaryOf([day(2, 0)])).toHaveLength(2);
});
