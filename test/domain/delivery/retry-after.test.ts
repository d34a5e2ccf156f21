import { expect, test } from 'vitest';
import { readRetryAfter } from '@scangate/domain/delivery/retry-after';

const now = '2026-03-01T12:00:00.000Z';

test.each([
  ['5', 5],
  [' 120 ', 120],
  ['99999999', 99_999_999],
  ['Sun, 01 Mar 2026 12:01:30 GMT', 90],
  ['Sun, 01 Mar 2020 12:00:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  ['2026-03-02', undefined],
  ['Sun, 99 Foo 2026 12:01:30 GMT', undefined],
  [null, undefined],
  [undefined, undefined],
])('Retry-After: %s', (header, seconds) => expect(readRetryAfter(header, now)).toBe(seconds));
