import { expect, test } from 'vitest';
import { canonicalText, digestOfState, timeless } from './canonical-state.ts';

const now = Date.UTC(2026, 2, 10, 12);
const one = '11111111-2222-4333-8444-555555555555';
const other = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
const third = 'cccccccc-bbbb-4ccc-8ddd-eeeeeeeeeeee';

test('two states that differ only in their ids are equal, in any order', () => {
  const state = (scan: string, pool: string) => [
    `{"pk":"ORG#${scan}","status":"failed"}`,
    `{"pk":"ACCOUNT#${pool}","for":"${scan}"}`,
  ];
  expect(digestOfState(state(one, other), now)).toBe(digestOfState(state(third, one).toReversed(), now));
});

test('two states in which an id refers to different records differ', () => {
  const state = (named: string) => [
    `{"pk":"SCAN#${one}","status":"failed"}`,
    `{"pk":"SCAN#${other}","status":"queued"}`,
    `{"pk":"REFUND","of":"${named}"}`,
  ];
  expect(digestOfState(state(one), now)).not.toBe(digestOfState(state(other), now));
});

test.each([
  ['a status', '{"status":"queued"}', '{"status":"running"}'],
  ['an amount', '{"available":799}', '{"available":800}'],
  ['a number of tries', '{"tries":1}', '{"tries":2}'],
  ['another row', '{"pk":"A"}', '{"pk":"A"}\n{"pk":"A"}'],
])('two states with another value of %s differ', (_what, before, after) => {
  expect(digestOfState([before], now)).not.toBe(digestOfState([after], now));
});

test('past times are equal, and future ones are distinguished by their distance', () => {
  const due = (at: string): string => canonicalText([`{"dueAt":"${at}"}`], now);
  expect(due('2026-03-10T11:59:59.000Z')).toBe(due('2026-02-01T00:00:00Z'));
  expect(due('2026-03-10T12:01:00.000Z')).toBe(due('2026-03-10T12:03:00.000Z'));
  expect(due('2026-03-10T12:01:00.000Z')).not.toBe(due('2026-03-10T13:00:00.000Z'));
  expect(due('2026-03-10T12:01:00.000Z')).not.toBe(due('2026-03-10T11:00:00.000Z'));
  expect(canonicalText([`{"ttl":${now / 1000 + 60}}`], now)).toBe(
    canonicalText([`{"ttl":${now / 1000 + 70}}`], now),
  );
});

test('the same request at another time is equal', () => {
  const asked = (at: string) => timeless({ Key: { pk: 'A' }, at });
  expect(asked('2026-03-10T12:00:00.000Z')).toBe(asked('2026-03-10T12:00:02.000Z'));
  expect(asked('2026-03-10T12:00:00.000Z')).not.toBe(timeless({ Key: { pk: 'B' } }));
});
