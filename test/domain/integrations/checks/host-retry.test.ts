import { expect, test } from 'vitest';
import { limitedUntil, unavailableUntil } from '@scangate/domain/integrations/checks/host-retry';

const now = new Date('2026-03-01T12:00:00.000Z');

test.each([
  ['2026-03-01T12:00:00.000Z', '2026-03-01T12:01:00.000Z'],
  ['2026-03-01T11:00:00.000Z', '2026-03-01T12:30:00.000Z'],
  ['2026-02-27T12:00:00.000Z', '2026-03-01T14:00:00.000Z'],
])('a host that does not answer a delivery of %s is tried again at %s', (createdAt, expected) => {
  expect(unavailableUntil({ createdAt }, now)).toBe(expected);
});

test.each([
  [undefined, '2026-03-01T12:01:00.000Z'],
  [5, '2026-03-01T12:00:05.000Z'],
  [99_999_999, '2026-03-01T13:00:00.000Z'],
])('a host that limits for %s seconds is tried again at %s', (seconds, expected) => {
  expect(limitedUntil(seconds, now)).toBe(expected);
});
