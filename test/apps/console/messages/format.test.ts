import { expect, test } from 'vitest';
import { list, number, percent, plural, relativeTime } from '@scangate/console/messages/format.ts';

const now = Date.parse('2026-03-02T12:00:00Z');

test.each([
  ['2026-03-02T11:59:30Z', 'just now'],
  ['2026-03-02T12:00:30Z', 'in a moment'],
  ['2026-03-02T11:58:00Z', '2 minutes ago'],
  ['2026-03-02T09:00:00Z', '3 hours ago'],
  ['2026-03-01T11:00:00Z', 'yesterday'],
  ['2026-02-20T12:00:00Z', 'last week'],
  ['2025-01-02T12:00:00Z', 'last year'],
  ['2026-03-05T12:00:00Z', 'in 3 days'],
])('%s is %s', (instant, words) => {
  expect(relativeTime(instant, now)).toBe(words);
});

test('numbers, shares and lists are formatted for people', () => {
  expect(number(1_234_567)).toBe('1,234,567');
  expect(percent(0.125)).toBe('12.5%');
  expect(plural(1, 'finding', 'findings')).toBe('1 finding');
  expect(plural(2_000, 'finding', 'findings')).toBe('2,000 findings');
  expect(list(['a', 'b', 'c'])).toBe('a, b, and c');
});
