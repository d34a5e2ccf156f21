import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPurl, packageUrlOf, parsePurl, type PackageUrl } from '@scangate/engines/purl/package-url';
import { runs } from '#test/support/runs/samples.ts';

const canonical = (text: string): string | undefined => {
  const purl = parsePurl(text);
  return purl && formatPurl(purl);
};

describe('the canonical form', () => {
  test.each([
    ['pkg:npm/@scope/a@1', 'pkg:npm/%40scope/a@1'],
    ['pkg:npm/a@1.0.0+build', 'pkg:npm/a@1.0.0%2Bbuild'],
    ['PKG:NPM/JSONStream@1', 'pkg:npm/JSONStream@1'],
    ['pkg:PyPI/Some_Package@1.0.DEV1', 'pkg:pypi/some-package@1.0.dev1'],
    ['pkg:composer/Acme/Tool@1', 'pkg:composer/acme/tool@1'],
    ['pkg:golang/github.com/Acme/Tool@v1.0.0', 'pkg:golang/github.com/Acme/Tool@v1.0.0'],
    ['pkg:github/Acme/Tool', 'pkg:github/acme/tool'],
    ['pkg:deb/Debian/Tool@1:2.0-1+b1', 'pkg:deb/debian/tool@1:2.0-1%2Bb1'],
    ['pkg:rpm/Fedora/Tool@1', 'pkg:rpm/fedora/Tool@1'],
    ['pkg:oci/Tool@SHA256:ABC', 'pkg:oci/tool@sha256:abc'],
    ['pkg:pub/my-tool@1', 'pkg:pub/my_tool@1'],
    ['pkg:huggingface/Acme/Model@ABCDEF', 'pkg:huggingface/Acme/Model@abcdef'],
    ['pkg:git/codeberg.org/acme/Tool@abc', 'pkg:git/codeberg.org/acme/Tool@abc'],
    ['pkg:git/github/Acme/Tool@abc', 'pkg:git/github/acme/tool@abc'],
    ['pkg:generic/a?b=2&a=1&c=', 'pkg:generic/a?a=1&b=2'],
    [
      'pkg:maven/g/a@1?Repository_Url=https://repo.example.com/x',
      'pkg:maven/g/a@1?repository_url=https:%2F%2Frepo.example.com%2Fx',
    ],
    ['pkg:golang/example.com/a#/x/../y/./z/', 'pkg:golang/example.com/a#x/y/z'],
    ['pkg:///npm//a', 'pkg:npm/a'],
    ['pkg:swid/Acme/Tool@1?tag_id=x', 'pkg:swid/Acme/Tool@1?tag_id=x'],
    ['pkg:julia/A@1?uuid=u', 'pkg:julia/A@1?uuid=u'],
    [
      'pkg:chrome-extension/abcdefghijklmnopabcdefghijklmnop@1.2',
      'pkg:chrome-extension/abcdefghijklmnopabcdefghijklmnop@1.2',
    ],
  ])('%s becomes %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test.each([
    'npm/a@1',
    'pkg%3Anpm/a',
    'pkg:npm',
    'pkg:npm/',
    'pkg:cran/@0.9.1',
    'pkg:maven/group/@1.0',
    'pkg:3d/a',
    'pkg:a:b/c',
    'pkg:a+b/c',
    'pkg:npm/a?in%20production=true',
    'pkg:npm/a?flag',
    'pkg:npm/%ZZ',
    'pkg:npm/a#%ZZ',
    'pkg:swift/Alamofire@5',
    'pkg:vscode-extension/java@1',
    'pkg:vcpkg/boost/asio@1',
    'pkg:otp/group/hex@1',
    'pkg:julia/Dates@1',
    'pkg:swid/Acme/Tool@1',
    'pkg:cpan/URI::PackageURL',
    'pkg:chrome-extension/dogs',
    'pkg:chrome-extension/abcdefghijklmnopabcdefghijklmnop@1.2.3.4.5',
  ])('%s is refused', (text) => {
    expect(parsePurl(text)).toBeUndefined();
  });

  test('parts without type or name are refused, and empty parts are absent', () => {
    expect(packageUrlOf({ type: null, name: 'a' })).toBeUndefined();
    expect(packageUrlOf({ type: 'npm', name: '' })).toBeUndefined();
    expect(packageUrlOf({ type: 'npm', name: 'a', qualifiers: { 'a b': 'c' } })).toBeUndefined();
    expect(packageUrlOf({ type: 'npm', name: 'a', namespace: '', version: null, subpath: '/./' })).toEqual({
      type: 'npm',
      name: 'a',
    });
  });
});

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((each) => !/[/:]/.test(each) && each.isWellFormed() && each !== '.' && each !== '..');
const parts = fc.record(
  {
    type: fc.constantFrom('npm', 'maven', 'cargo', 'generic', 'nuget'),
    namespace: fc.array(text, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/')),
    name: text,
    version: text,
    qualifiers: fc.dictionary(
      fc.stringMatching(/^[a-z][a-z0-9_.-]{0,8}$/).filter((key) => key !== '__proto__'),
      text,
      { minKeys: 1, maxKeys: 3 },
    ),
    subpath: fc.array(text, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/')),
  },
  { requiredKeys: ['type', 'name'] },
);

test('reading a written package URL gives the same parts', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const purl = packageUrlOf(given) as PackageUrl;
      expect(parsePurl(formatPurl(purl))).toEqual(purl);
    }),
  );
});

test('the canonical form is stable, whatever is read', () => {
  const soup = fc.array(
    fc.constantFrom('pkg:', 'npm', '/', '@', '?', '#', 'a', 'B', '%40', '%2F', '=', '&', '.', '..', ':', 'é'),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        soup.map((each) => `pkg:npm/${each.join('')}`),
      ),
      (any) => {
        const once = canonical(any);
        expect(once === undefined ? undefined : canonical(once)).toBe(once);
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('a package URL is read alike whether or not it is written as most are', () => {
  const type = fc.constantFrom(
    'npm',
    'deb',
    'rpm',
    'golang',
    'pypi',
    'git',
    'swift',
    'oci',
    'pub',
    'NPM',
    'a+b',
    '',
  );
  const piece = fc.constantFrom(
    'a',
    'B',
    '1',
    '.',
    '_',
    '-',
    '~',
    '+',
    ':',
    '%40',
    '%2B',
    '%',
    '%zz',
    '@',
    '/',
    '//',
    ' ',
    'é',
    '=',
    '!',
  );
  const part = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
  const qualifier = fc.tuple(fc.constantFrom('arch', 'distro', 'epoch', 'Arch', '__proto__', '1a', ''), part);
  const query = fc
    .array(qualifier, { maxLength: 3 })
    .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'));
  const purl = fc.tuple(type, part, part, part, fc.boolean(), query);
  fc.assert(
    fc.property(purl, ([kind, namespace, name, version, isQualified, stated]) => {
      const stating = `pkg:${kind}/${namespace === '' ? '' : `${namespace}/`}${name}@${version}${isQualified ? `?${stated}` : ''}`;
      // An empty subpath means nothing, and no tool writes one.
      expect(parsePurl(stating)).toEqual(parsePurl(`${stating}#`));
    }),
    { numRuns: runs(5_000) },
  );
});
