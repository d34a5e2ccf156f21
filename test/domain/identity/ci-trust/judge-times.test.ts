import { expect, test } from 'vitest';
import { judgeTimes } from '@scangate/domain/identity/ci-trust/judge-times';
import { noon } from '#test/support/world.ts';

const at = noon.getTime() / 1000;
const day = 86_400;

const reasonOf = (claims: Record<string, unknown>): unknown => {
  try {
    return judgeTimes(claims, noon).toISOString();
  } catch (error) {
    return (error as { reason?: string }).reason;
  }
};

test.each([
  ['now', { exp: at + 300, nbf: at, iat: at }, '2026-03-10T12:06:00.000Z'],
  ['expired 59 s ago', { exp: at - 59, iat: at - 400 }, '2026-03-10T12:00:01.000Z'],
  ['valid from 60 s from now on', { exp: at + 300, nbf: at + 60 }, '2026-03-10T12:06:00.000Z'],
  [
    'valid from ten minutes before it was issued',
    { exp: at + 300, nbf: at - 600, iat: at },
    '2026-03-10T12:06:00.000Z',
  ],
  ['of exactly a day', { exp: at + day, iat: at }, '2026-03-11T12:01:00.000Z'],
  ['without a start', { exp: at + day }, '2026-03-11T12:01:00.000Z'],
])('a JWT %s is valid', (_title, claims, end) => {
  expect(reasonOf(claims)).toBe(end);
});

test.each([
  ['expired 60 s ago', { exp: at - 60, iat: at - 400 }, 'expired'],
  ['valid from tomorrow on', { exp: at + day + 300, iat: at + day }, 'not_yet_valid'],
  ['valid from 61 s from now on', { exp: at + 300, nbf: at + 61, iat: at }, 'not_yet_valid'],
  ['issued in 61 s', { exp: at + 300, nbf: at, iat: at + 61 }, 'not_yet_valid'],
  ['25 hours long', { exp: at + 25 * 3_600, iat: at }, 'lives_too_long'],
  ['25 hours long, from an hour ago', { exp: at + day, iat: at - 3_600 }, 'lives_too_long'],
  ['with a distant expiry and no start', { exp: at + day + 61 }, 'lives_too_long'],
  ['without an expiry', { iat: at }, 'times_missing'],
  ['with an expiry as text', { exp: String(at + 300) }, 'times_missing'],
  ['with an expiry beyond the range of numbers', { exp: 1e300 }, 'times_missing'],
  ['with a list as its start', { exp: at + 300, nbf: [at] }, 'times_missing'],
  ['with null as its start', { exp: at + 300, iat: null }, 'times_missing'],
])('a JWT %s is refused', (_title, claims, reason) => {
  expect(reasonOf(claims)).toBe(reason);
});
