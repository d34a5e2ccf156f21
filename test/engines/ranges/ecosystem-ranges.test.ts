import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meetsRange } from '@scangate/engines/ranges/ecosystem-ranges';
import { supportedEcosystems, type Ecosystem } from '@scangate/engines/model/component';
import { runs } from '#test/support/runs/samples.ts';

const inside: [Ecosystem, range: string, version: string][] = [
  ['crates.io', '1.2', '1.9.0'],
  ['crates.io', '=1.2', '1.2.9'],
  ['crates.io', '>=1, <3', '2.5.0'],
  ['crates.io', '1.*', '1.7.1'],
  ['crates.io', '*', '0.1.0'],
  ['crates.io', '2.0.0-rc.1', '2.0.0-rc.2'],
  ['crates.io', '<=1.2', '1.2.5'],
  ['PyPI', '^1.2.3', '1.9'],
  ['PyPI', '~=1.4', '1.5'],
  ['PyPI', '==1.4.*', '1.4.9'],
  ['PyPI', '!=1.5.*,>=1', '1.6'],
  ['PyPI', '>=1,<2', '1.0+cpu'],
  ['PyPI', '1.2', '1.2.0'],
  ['PyPI', '^1 || ^3', '3.1'],
  ['PyPI', '>= 1.0, < 2.0', '1.1'],
  ['PyPI', '*', '9'],
  ['PyPI', '~1.2', '1.2.7'],
  ['PyPI', '>=24.0b1', '24.0b2'],
  ['Packagist', '^7.1', '7.9.1'],
  ['Packagist', '~1.2', '1.9.0'],
  ['Packagist', '1.0 - 2.0', '2.0.9'],
  ['Packagist', '^1.0|^2.0', '2.3'],
  ['Packagist', '7.2.*', 'v7.2.3'],
  ['Packagist', '^1@dev', '1.0.0-beta1'],
  ['Packagist', '^3.0 || ^4.0@dev', '4.0.0-RC1'],
  ['Packagist', 'v1.2.3', '1.2.3.0'],
  ['RubyGems', '~> 1.2', '1.9'],
  ['RubyGems', '= 1.0', '1.0.0'],
  ['RubyGems', '~> 7.0.0.rc1', '7.0.3'],
  ['NuGet', '[1.0,2.0)', '1.5.0'],
  ['NuGet', '[1.0.0]', '1.0.0'],
  ['NuGet', '(,1.0]', '0.5'],
  ['NuGet', '1.*', '1.0.0-beta'],
  ['NuGet', '[1.0.0, )', '3.0.0'],
  ['Hex', '~> 1.2', '1.9.0'],
  ['Hex', '~> 1.0 or ~> 3.0', '3.2.0'],
  ['Pub', '>=1.0.0 <2.0.0', '1.5.0+1'],
  ['Pub', '^0.0.3', '0.0.9'],
  ['Pub', 'any', '1.0.0'],
  ['Maven', '[1.0,2.0)', '1.5'],
  ['Maven', '1.+', '1.9'],
];

const outside: [Ecosystem, range: string, version: string][] = [
  ['crates.io', '1.2', '2.0.0'],
  ['crates.io', '0.3.1', '0.4.0'],
  ['crates.io', '0.0.3', '0.0.4'],
  ['crates.io', '~1.2', '1.3.0'],
  ['crates.io', '>1.2', '1.2.5'],
  ['PyPI', '^1.2.3', '2.0'],
  ['PyPI', '~=1.4.2', '1.5'],
  ['PyPI', '!=1.5.*,>=1', '1.5.3'],
  ['PyPI', '^0.0.3', '0.0.4'],
  ['PyPI', '>=1.0 <2.0', '2.1'],
  ['PyPI', '==2.0.0', '1.0.0'],
  ['Packagist', '^7.1', 'v8.0.0'],
  ['Packagist', '~1.2.3', '1.3.0'],
  ['Packagist', '>=1.0 <1.5', '1.5.0'],
  ['Packagist', '1.2.3', '1.2.4'],
  ['RubyGems', '~> 1.2', '2.0.0.rc1'],
  ['RubyGems', '~> 1.2.0', '1.3'],
  ['RubyGems', '>= 1, < 3', '3.0'],
  ['NuGet', '[1.0,2.0)', '2.0.0'],
  ['NuGet', '1.0', '0.9'],
  ['Hex', '~> 1.2.1', '1.3.0'],
  ['Hex', '>= 1.0.0 and < 2.0.0', '2.1.0'],
  ['Hex', '1.0.0', '1.0.1'],
  ['Pub', '^1.2.3', '2.0.0'],
  ['Pub', '>=1.0.0<2.0.0', '2.0.0'],
  ['Maven', '1.+', '2.0'],
  ['Maven', '1.2!!', '1.3'],
  ['Maven', ']1.0,2.0[', '1.0'],
  ['Maven', '1.2', '1.1'],
  ['Maven', '(,1],[2,)', '1.5'],
  ['npm', '^1', '2.0.0'],
];

const unknown: [Ecosystem, range: string, version: string][] = [
  ['Packagist', 'dev-main', 'dev-main'],
  ['npm', 'latest', '2.0.0'],
  ['Packagist', '^1.0', 'dev-main'],
  ['Packagist', '2.x-dev', '2.1.0'],
  ['PyPI', '>=1', '2004d'],
  ['crates.io', 'path', '1.0.0'],
  ['RubyGems', '#{version}', '1.0'],
  ['Go', '>=1', 'v1.0.0'],
];

describe('a version and a range of its ecosystem', () => {
  test.each(inside)('%s: %s includes %s', (ecosystem, range, version) => {
    expect(meetsRange(ecosystem, range, version)).toBe(true);
  });

  test.each(outside)('%s: %s excludes %s', (ecosystem, range, version) => {
    expect(meetsRange(ecosystem, range, version)).toBe(false);
  });

  test.each(unknown)('%s: the result is unknown for %s and %s', (ecosystem, range, version) => {
    expect(meetsRange(ecosystem, range, version)).toBeUndefined();
  });
});

const piece = fc.constantFrom(
  ...'0 1 23 . , | || ^ ~ ~> >= < <= = == != ( ) [ ] * x - + a rc dev @ or and !!'.split(' '),
  ' ',
);

describe('any text', () => {
  test('is a range or undefined, and never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...supportedEcosystems),
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
        ),
        (ecosystem, range) => {
          expect([true, false, undefined]).toContain(meetsRange(ecosystem, range, '1.2.3'));
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  test('that is longer than usual ranges is undefined', () => {
    expect(meetsRange('PyPI', '>=1,'.repeat(200), '2')).toBeUndefined();
  });
});

test('a version is inside the exact range of itself and outside the one after it', () => {
  const number = fc.nat({ max: 50 });
  const exact: [Ecosystem, (version: string) => string][] = [
    ['npm', (version) => version],
    ['crates.io', (version) => `=${version}`],
    ['PyPI', (version) => `==${version}`],
    ['RubyGems', (version) => `= ${version}`],
    ['Packagist', (version) => version],
    ['NuGet', (version) => `[${version}]`],
    ['Hex', (version) => `== ${version}`],
    ['Pub', (version) => version],
    ['Maven', (version) => `[${version}]`],
  ];
  fc.assert(
    fc.property(fc.constantFrom(...exact), number, number, number, ([ecosystem, write], a, b, c) => {
      expect(meetsRange(ecosystem, write(`${a}.${b}.${c}`), `${a}.${b}.${c}`)).toBe(true);
      expect(meetsRange(ecosystem, write(`${a}.${b}.${c + 1}`), `${a}.${b}.${c}`)).toBe(false);
    }),
  );
});
