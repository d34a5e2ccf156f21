import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLicenseTable, normalExpression } from '@scangate/engines/license/build-license-data';
import { licenseInRuns, runsByName } from '@scangate/engines/license/license-runs';
import { runs } from '#test/support/runs/samples.ts';

const fact = (version: string, license: string, name = 'a') => ({ name, version, license });

const licenseOf = (table: Readonly<Record<string, string>>, version: string) =>
  licenseInRuns(runsByName(table).get('a') ?? [], 'npm', version);

test('versions between two with the same license are one run', () => {
  const facts = [fact('1.0.0', 'MIT'), fact('2.3.0', 'MIT'), fact('10.0.0', 'mit'), fact('11.0.0', 'ISC')];
  expect(buildLicenseTable('npm', facts)).toEqual({ ISC: 'a@11.0.0', MIT: 'a@1.0.0..10.0.0' });
});

test('a change of license ends the run, and the versions in between are unknown', () => {
  const table = buildLicenseTable('npm', [
    fact('7.0.0', 'Apache-2.0'),
    fact('7.10.2', 'Apache-2.0'),
    fact('7.12.0', 'Elastic-2.0 OR SSPL-1.0'),
    fact('8.0.0', 'SSPL-1.0 OR Elastic-2.0'),
  ]);
  expect(licenseOf(table, '7.5.0')).toEqual({ license: 'Apache-2.0', isCertain: true });
  expect(licenseOf(table, '7.11.0')).toBeUndefined();
  expect(licenseOf(table, '7.13.0')).toEqual({ license: 'Elastic-2.0 OR SSPL-1.0', isCertain: true });
  expect(licenseOf(table, '8.1.0')).toEqual({ license: 'Elastic-2.0 OR SSPL-1.0', isCertain: false });
  expect(licenseOf(table, '9.0.0')).toBeUndefined();
});

test('a version that sources disagree about is unknown and separates the versions around it', () => {
  const table = buildLicenseTable('npm', [
    fact('1.0.0', 'MIT'),
    fact('2.0.0', 'MIT'),
    fact('2.0.0', 'GPL-3.0-only'),
    fact('3.0.0', 'MIT'),
  ]);
  expect(table).toEqual({ MIT: 'a@1.0.0 a@3.0.0' });
});

test('a text that is not an SPDX expression is left out', () => {
  const facts = ['See LICENSE', 'LicenseRef-Acme', 'MIT/Apache-2.0', 'BSD', ''].map((each) =>
    fact('1.0.0', each),
  );
  expect(buildLicenseTable('npm', facts)).toEqual({});
  expect(buildLicenseTable('npm', [fact('1.0.0', 'MIT', 'a b'), fact('1..2', 'MIT')])).toEqual({});
});

test('equal expressions have equal text', () => {
  expect(normalExpression('(Apache-2.0 OR mit)')).toBe('Apache-2.0 OR MIT');
  expect(normalExpression('MIT OR Apache-2.0 OR MIT')).toBe('Apache-2.0 OR MIT');
  expect(normalExpression('MIT AND (ISC OR Zlib)')).toBe('(ISC OR Zlib) AND MIT');
  expect(normalExpression('GPL-2.0+')).toBe('GPL-2.0-or-later');
});

const facts = fc.array(
  fc.record({
    name: fc.constantFrom('a', '@s/b', 'c'),
    version: fc.tuple(fc.nat(4), fc.nat(4)).map(([major, minor]) => `${major}.${minor}.0`),
    license: fc.constantFrom('MIT', 'ISC', 'GPL-3.0-only'),
  }),
  { maxLength: 30 },
);

test('the table does not depend on the order of the facts, and rebuilding it adds nothing', () => {
  fc.assert(
    fc.property(facts, (all) => {
      const table = buildLicenseTable('npm', all);
      expect(buildLicenseTable('npm', all.toReversed())).toEqual(table);
      expect(buildLicenseTable('npm', [], table)).toEqual(table);
    }),
  );
});

test('a certain license is stated by a fact below and one above, without a contradiction in between', () => {
  fc.assert(
    fc.property(facts, fc.tuple(fc.nat(5), fc.nat(5)), (all, [major, minor]) => {
      const version = `${major}.${minor}.0`;
      const own = all.filter(({ name }) => name === 'a');
      const found = licenseOf(buildLicenseTable('npm', own), version);
      fc.pre(found?.isCertain === true);
      const rank = (text: string): number => {
        const [first = 0, second = 0] = text.split('.').map(Number);
        return first * 10 + second;
      };
      const same = own.filter(({ license }) => license === found.license).map((each) => rank(each.version));
      expect(Math.min(...same)).toBeLessThanOrEqual(rank(version));
      expect(Math.max(...same)).toBeGreaterThanOrEqual(rank(version));
      const exact = own.filter((each) => each.version === version).map(({ license }) => license);
      expect(exact.every((license) => license === found.license)).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});
