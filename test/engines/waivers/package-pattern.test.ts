import { describe, expect, test } from 'vitest';
import { parsePurl } from '@scangate/engines/purl/package-url';
import { matchesPackage, parsePackagePattern } from '@scangate/engines/waivers/package-pattern';

const matches = (pattern: string, purl: string): boolean => {
  const parsed = parsePackagePattern(pattern);
  return parsed !== undefined && matchesPackage(parsed, parsePurl(purl));
};

test.each([
  ['pkg:npm/lodash', 'pkg:npm/lodash@4.17.20'],
  ['pkg:npm/lodash@4.17.20', 'pkg:npm/lodash@4.17.20'],
  ['pkg:npm/%40acme/tool', 'pkg:npm/%40acme/tool@1.0.0'],
  ['pkg:npm/lod*', 'pkg:npm/lodash@4.17.20'],
  ['pkg:npm/%40acme/ui-*', 'pkg:npm/%40acme/ui-button@1.0.0'],
  ['pkg:maven/org.apache.logging.log4j/log4j-*', 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.0'],
  ['pkg:golang/github.com/BurntSushi/toml', 'pkg:golang/github.com/burntsushi/toml@v1.0.0'],
  ['pkg:pypi/Django', 'pkg:pypi/django@4.0'],
])('%s matches %s', (pattern, purl) => {
  expect(matches(pattern, purl)).toBe(true);
});

test.each([
  ['pkg:npm/lodash', 'pkg:npm/lodash-es@4.17.20'],
  ['pkg:npm/lodash', 'pkg:pypi/lodash@4.17.20'],
  ['pkg:npm/lodash@4.17.20', 'pkg:npm/lodash@4.17.21'],
  ['pkg:npm/lodash', 'pkg:npm/%40other/lodash@1.0.0'],
  ['pkg:npm/%40acme/tool', 'pkg:npm/tool@1.0.0'],
  ['pkg:npm/lod*', 'pkg:npm/%40evil/lodash@1.0.0'],
])('%s does not match %s', (pattern, purl) => {
  expect(matches(pattern, purl)).toBe(false);
});

describe('no pattern that is too broad is parsed', () => {
  test.each([
    ['any package', '*'],
    ['any npm package', 'pkg:npm/*'],
    ['two literal characters', 'pkg:npm/ab*'],
    ['a wildcard as type', 'pkg:*/lodash'],
    ['a wildcard in the namespace', 'pkg:npm/%40*/lodash'],
    ['a wildcard as version', 'pkg:npm/lodash@*'],
    ['a plain name', 'lodash'],
    ['qualifiers', 'pkg:maven/g/a@1?type=jar'],
    ['a path below the package', 'pkg:golang/example.com/m#sub'],
    ['an empty text', ''],
  ])('%s: %s', (_what, pattern) => {
    expect(parsePackagePattern(pattern)).toBeUndefined();
  });
});
