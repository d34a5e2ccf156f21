import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addGaps, GapTally, gapText } from '@scangate/domain/history-scans/history-gaps';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { runs } from '#test/support/runs/samples.ts';

const gap = fc.record({
  reason: fc.constantFrom('large', 'missing', 'partial'),
  count: fc.integer({ min: 1, max: 1_000 }),
  examples: fc.array(fc.string(), { maxLength: 9 }),
});

test('numbers stay exact for every reason, however many gaps there are, and few files are named', () => {
  const property = fc.property(fc.array(gap, { maxLength: 60 }), (gaps) => {
    const added = addGaps(gaps.slice(0, 20), gaps.slice(20));
    for (const reason of ['large', 'missing', 'partial']) {
      const expected = gaps.filter((one) => one.reason === reason).reduce((sum, { count }) => sum + count, 0);
      expect(added.find((one) => one.reason === reason)?.count ?? 0).toBe(expected);
    }
    for (const { examples = [] } of added)
      expect(examples.length).toBeLessThanOrEqual(historyLimits.examples);
  });
  fc.assert(property, { numRuns: runs(100) });
});

test('reasons beyond their limit are counted together', () => {
  const tally = new GapTally();
  for (let reason = 0; reason < historyLimits.unread + 5; reason += 1) tally.tell(`reason ${reason}`);
  expect(tally.list()).toHaveLength(historyLimits.unread + 1);
  expect(tally.list().at(-1)).toEqual({ reason: 'other reasons', count: 5 });
});

test.each([
  [
    { reason: 'commits that the repository does not have', count: 1 },
    'commits that the repository does not have',
  ],
  [{ reason: 'parts whose credits were refunded', count: 2 }, 'parts whose credits were refunded: 2'],
  [{ reason: 'files that are too large', count: 1, examples: ['a'] }, 'files that are too large: 1 (a)'],
  [
    { reason: 'files that are too large', count: 3, examples: ['a', 'b'] },
    'files that are too large: 3 (a, b, …)',
  ],
])('%j is summarized in one line', (one, text) => {
  expect(gapText(one)).toBe(text);
});
