import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ecosystem } from '@scangate/engines/model/component';
import { parsePurl } from '@scangate/engines/purl/package-url';
import { packageFromPurl, purlOf } from '@scangate/engines/purl/ecosystem-purl';

/** Names and canonical purls from the type definitions of the purl specification. */
test.each<[Ecosystem, string, string | undefined, string]>([
  ['npm', 'foobar', '12.3.1', 'pkg:npm/foobar@12.3.1'],
  ['npm', '@angular/animation', '12.3.1', 'pkg:npm/%40angular/animation@12.3.1'],
  ['npm', 'JSONStream', '1.0.0', 'pkg:npm/JSONStream@1.0.0'],
  ['npm', 'a', '1.0.0+x~y', 'pkg:npm/a@1.0.0%2Bx~y'],
  ['npm', "it's(!)*", undefined, 'pkg:npm/it%27s%28%21%29%2A'],
  ['PyPI', 'django-allauth', '12.23', 'pkg:pypi/django-allauth@12.23'],
  ['Go', 'google.golang.org/genproto', 'v0.1.0', 'pkg:golang/google.golang.org/genproto@v0.1.0'],
  [
    'Go',
    'github.com/BurntSushi/toml',
    'v1.0.0+incompatible',
    'pkg:golang/github.com/BurntSushi/toml@v1.0.0%2Bincompatible',
  ],
  ['crates.io', 'rand', '0.7.2', 'pkg:cargo/rand@0.7.2'],
  ['RubyGems', 'ruby-advisory-db-check', '0.12.4', 'pkg:gem/ruby-advisory-db-check@0.12.4'],
  ['Packagist', 'Laravel/Laravel', '5.5.0', 'pkg:composer/laravel/laravel@5.5.0'],
  ['Maven', 'org.apache.commons:io', '1.3.4', 'pkg:maven/org.apache.commons/io@1.3.4'],
  ['NuGet', 'EnterpriseLibrary.Common', '6.0.1304', 'pkg:nuget/EnterpriseLibrary.Common@6.0.1304'],
  ['Hex', 'jason', '1.1.2', 'pkg:hex/jason@1.1.2'],
  ['Pub', 'characters', '1.2.0', 'pkg:pub/characters@1.2.0'],
  [
    'SwiftURL',
    'github.com/RxSwiftCommunity/RxFlow',
    '2.12.4',
    'pkg:swift/github.com/RxSwiftCommunity/RxFlow@2.12.4',
  ],
])('%s %s %s is %3$s', (ecosystem, name, version, purl) => {
  expect(purlOf({ ecosystem, name, version })).toBe(purl);
});

test('qualifiers are sorted and encoded, except for the colon', () => {
  expect(
    purlOf({
      ecosystem: 'npm',
      name: 'a',
      version: '1.0.0',
      qualifiers: { vcs_url: 'git+https://h/p@c', arch: 'x' },
    }),
  ).toBe('pkg:npm/a@1.0.0?arch=x&vcs_url=git%2Bhttps:%2F%2Fh%2Fp%40c');
});

test.each([
  ['pkg:npm/%40babel/core@7.0.0', 'npm', '@babel/core', '7.0.0'],
  ['pkg:npm/@babel/core', 'npm', '@babel/core', undefined],
  ['PKG://PyPI/Django_package@1.11.1.dev1', 'PyPI', 'django-package', '1.11.1.dev1'],
  [
    'pkg:golang/google.golang.org/genproto@v0.1.0#googleapis/api',
    'Go',
    'google.golang.org/genproto',
    'v0.1.0',
  ],
  ['pkg:maven/org.apache.commons/io@1.3.4?type=pom', 'Maven', 'org.apache.commons:io', '1.3.4'],
  ['pkg:deb/debian/curl@7.50.3-1', undefined, undefined, '7.50.3-1'],
])('%s is read as %s %s %s', (text, ecosystem, name, version) => {
  const purl = parsePurl(text);
  expect(purl?.version).toBe(version);
  expect(purl && packageFromPurl(purl)).toEqual(ecosystem && { ecosystem, name });
});

test.each([
  '',
  'pkg:',
  'pkg:npm',
  'pkg:npm/',
  'npm/a@1',
  'pkg:n&g/a',
  'pkg:3d/a',
  'pkg:npm/%ZZ',
  `pkg:npm/${'a'.repeat(5000)}`,
])('%j is not a package URL', (text) => {
  expect(parsePurl(text)).toBeUndefined();
});

test('parsing a purl gives the name and version it was built from', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((s) => !/[/:]/.test(s));
  fc.assert(
    fc.property(text, text, (name, version) => {
      const purl = purlOf({ ecosystem: 'npm', name: `@s/${name}`, version });
      expect(purl).toMatch(/^pkg:npm\/%40s\/[\w.~%:-]+@[\w.~%:-]+$/);
      expect(parsePurl(purl)).toEqual({ type: 'npm', namespace: '@s', name, version });
    }),
  );
});

test('a package of Swift without the host of its repository is in no registry', () => {
  const of = (purl: string) => packageFromPurl(parsePurl(purl)!);
  expect(of('pkg:swift/evil/swift@1.0.0')).toBeUndefined();
  expect(of('pkg:swift/github.com/evil/swift@1.0.0')).toEqual({
    ecosystem: 'SwiftURL',
    name: 'github.com/evil/swift',
  });
});
