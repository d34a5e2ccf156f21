import { describe, expect, test } from 'vitest';
import { readExpiry } from '@scangate/cli/waive/expiry';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('the end of a waiver', () => {
  test.each([
    ['1d', '2026-03-02T12:00:00.000Z'],
    ['2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['2026-05-01T10:30+02:00', '2026-05-01T08:30:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(readExpiry(text, now)).toBe(instant);
  });

  test.each([
    '0d',
    '-1d',
    '99999d',
    'soon',
    '2026-02-30',
    '2026-13-01',
    '2026-05-01T10:30',
    '1777777777',
    '2026-03-01',
  ])('%s is refused', (text) => {
    expect(() => readExpiry(text, now)).toThrow(/--expires/);
  });
});
