import { expect, test } from 'vitest';
import { endOfDay, utcDay, utcMonth } from '@scangate/console/messages/calendar.ts';

test('days and months of the service are in UTC, wherever the reader is', () => {
  expect([utcDay('2026-03-01'), utcMonth('2026-03')]).toEqual(['Mar 1, 2026', 'March 2026']);
});

test('a text that is not a date stays unchanged', () => {
  expect([utcDay('soon'), utcMonth('')]).toEqual(['soon', '']);
});

test('a day ends with its last moment in UTC', () => {
  expect(endOfDay('2026-03-31')).toBe('2026-03-31T23:59:59.999Z');
});
