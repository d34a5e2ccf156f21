import { expect, test } from 'vitest';
import { packageName } from '@scangate/engines/advisories/package-name';

test.each([
  'github.com/Apple/swift-nio',
  'https://github.com/apple/swift-nio',
  'https://github.com/apple/swift-nio.git',
  'https://github.com/apple/swift-nio/',
  'http://www.github.com/apple/swift-nio.git/',
  'https://user:token@github.com/apple/swift-nio.git',
  'ssh://git@github.com/apple/swift-nio.git',
  'ssh://git@github.com:22/apple/swift-nio.git',
  'git@github.com:apple/swift-nio.git',
  'git://github.com/apple/swift-nio',
])('%s names one Swift package', (address) => {
  expect(packageName('SwiftURL', address)).toBe('github.com/apple/swift-nio');
});

test('the standard library of Go has one name in SBOMs and advisories', () => {
  expect(packageName('Go', 'std')).toBe(packageName('Go', 'stdlib'));
  expect(packageName('Go', 'github.com/BurntSushi/toml')).toBe('github.com/BurntSushi/toml');
});

test('NuGet, Hex and Pub ignore case, Maven does not', () => {
  expect(packageName('NuGet', 'Newtonsoft.Json')).toBe('newtonsoft.json');
  expect(packageName('Hex', 'Phoenix')).toBe('phoenix');
  expect(packageName('Pub', 'Http')).toBe('http');
  expect(packageName('Maven', 'org.Example:Lib')).toBe('org.Example:Lib');
});

test('a name of PyPI is normalized as PEP 503 says', () => {
  const spellings = ['a-b', 'A-b', 'a--b', 'a_b', 'a.b', 'a-_.b', 'a---b'];
  expect(new Set(spellings.map((name) => packageName('PyPI', name)))).toEqual(new Set(['a-b']));
  expect(packageName('PyPI', '')).toBe('');
});
