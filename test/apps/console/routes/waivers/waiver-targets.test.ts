import { describe, expect, test } from 'vitest';
import {
  dayIn,
  oneLine,
  waiverTargets,
  type WaivableFinding,
} from '@scangate/console/routes/waivers/waiver-targets.ts';

const fingerprint = '0'.repeat(32);
const namesOf = (finding: Omit<WaivableFinding, 'fingerprint'>): string[] =>
  waiverTargets({ fingerprint, ...finding }).map(({ name }) => name);

describe('what a waiver may cover', () => {
  test('begins with the finding alone, the narrowest target', () => {
    for (const kind of ['vulnerability', 'secret', 'license', 'code', 'source'] as const)
      expect(namesOf({ kind })[0]).toBe('finding');
  });

  test('is for a vulnerability its advisory or the version of its package', () => {
    expect(
      waiverTargets({ fingerprint, kind: 'vulnerability', advisoryId: 'GHSA-1', purl: 'pkg:npm/a@1' }),
    ).toEqual([
      { name: 'finding', match: { fingerprint } },
      { name: 'advisory', match: { advisory: 'GHSA-1' } },
      { name: 'package', match: { package: 'pkg:npm/a@1' } },
    ]);
  });

  test('is for a secret its rule, in its file or everywhere', () => {
    const [, here] = waiverTargets({ fingerprint, kind: 'secret', rule: 'stripe-key', file: 'src/a.js' });
    expect(here?.match).toEqual({ rule: 'stripe-key', path: '/src/a.js' });
  });

  test.each(['a*.js', 'a?.js', 'a[1].js', 'a\\b.js'])(
    'never offers %s as a path, which would cover others',
    (file) => {
      expect(namesOf({ kind: 'secret', rule: 'stripe-key', file })).toEqual(['finding', 'rule']);
    },
  );

  test('is for a license the license, of its package or of all', () => {
    expect(namesOf({ kind: 'license', license: 'GPL-3.0', purl: 'pkg:npm/a@1' })).toEqual([
      'finding',
      'license_package',
      'license',
    ]);
  });
});

describe('the terms of a waiver', () => {
  test('end with a day, in the time of the service', () => {
    expect(dayIn(Date.parse('2026-03-01T23:30:00Z'), 30)).toBe('2026-03-31');
  });

  test('have a reason of one line, whatever was pasted', () => {
    expect(oneLine(' a\n\n b\tc ')).toBe('a b c');
  });
});
