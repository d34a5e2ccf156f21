import { expect, test } from 'vitest';
import { purlOfParts } from '@scangate/engines/purl/package-url';
import { plainPurl, purlOfType } from '@scangate/engines/purl/purl-of-type';

const types = ['bazel', 'conan', 'cpan', 'generic', 'luarocks', 'vcpkg'] as const;
const names = ['zlib', 'a.b-c_d', '9', 'Upper', 'a b', 'a/b', 'ä', 'a@b', 'a+b', '', 'a::b'];
const versions = ['1.0', '1.0-RC1', '1.0+build', '', '1/2', 'ä', 'v1~2'];

test.each(types)('a package of %s has the same package URL, however it is built', (type) => {
  for (const name of names)
    for (const version of versions) {
      const whole = purlOfParts({ type, name, version });
      expect(purlOfType({ type, name, version }).purl).toBe(whole);
      expect([undefined, whole]).toContain(plainPurl(type, name, version));
    }
});

test('an encoded or changed name or version is not a plain one', () => {
  expect(plainPurl('conan', 'zlib', '1.3.1')).toBe('pkg:conan/zlib@1.3.1');
  expect(plainPurl('luarocks', 'LuaSocket', '3.0')).toBeUndefined();
  expect(plainPurl('conan', 'zlib', '1.3+dev')).toBeUndefined();
  expect(plainPurl('conan', 'zlib', '')).toBeUndefined();
});
