import { expect, test } from 'vitest';
import { endOfDay, utcDay, utcMonth } from '@scangate/console/messages/calendar.ts';

test('a day and a month of the service are those of UTC, wherever the reader is', () => {
  expect([utcDay('2026-03-01'), utcMonth('2026-03')]).toEqual(['Mar 1, 2026', 'March 2026']);
});

test('a text that is no day stays as it is', () => {
  expect([utcDay('soon'), utcMonth('')]).toEqual(['soon', '']);
});

test('a day ends with its last moment in UTC', () => {
  expect(endOfDay('2026-03-31')).toBe('2026-03-31T23:59:59.999Z');
});
