import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { locatePackages } from '@scangate/engines/source-files/locate-packages';
import { unitOf } from '../source-unit.ts';

const about = (name: string, version: string, file: string) => ({ name, version, file });

const lineOf = (file: string, text: string, [name, version]: readonly [string, string]): number | undefined =>
  locatePackages([about(name, version, file)], unitOf({ [file]: text }))[0];

test.each([
  [
    'package-lock.json',
    '{\n"packages": {\n"node_modules/b": {\n"version": "2.0.0" },\n"node_modules/a/node_modules/b": {\n"version": "1.0.0"',
    ['b', '1.0.0'],
    3,
  ],
  ['package-lock.json', '{\n"node_modules/@s/b": {\n"version": "1.0.0"', ['@s/b', '1.0.0'], 2],
  [
    'yarn.lock',
    '# yarn\n\n"@s/a@^1.0.0", "@s/a@^1.1.0":\n  version "1.2.0"\n\nb@^2:\n  version "2.0.0"',
    ['@s/a', '1.2.0'],
    3,
  ],
  [
    'yarn.lock',
    'b@^1:\n  version "1.0.0"\n\n\n\n\n\n\n\n\n\n\n\n\nb@^2:\n  version "2.0.0"',
    ['b', '2.0.0'],
    15,
  ],
  ['pnpm-lock.yaml', 'packages:\n\n  /a@1.0.0(b@2.0.0):\n    resolution:\n  b@2.0.0:', ['b', '2.0.0'], 5],
  ['requirements.txt', 'flask==1\nSome_Package==2.0.0', ['some-package', '2.0.0'], 2],
  [
    'Cargo.lock',
    '[[package]]\nname = "a"\nversion = "1.0.0"\n\n[[package]]\nname = "b"\nversion = "2.0.0"',
    ['b', '2.0.0'],
    6,
  ],
  ['api/go.mod', 'module x\n\ngo 1.25.0\n\nrequire github.com/a/b v1.0.0', ['stdlib', '1.25.0'], 3],
  ['go.mod', 'module x\ngo 1.24.0\ntoolchain go1.25.1\n', ['stdlib', '1.25.1'], 3],
  ['go.mod', 'module x\ngo 1.24.0\ntoolchain go1.23.1\n', ['stdlib', '1.24.0'], 2],
  ['Gemfile.lock', '  go (1.0.0)\n  stdlib (1.0.0)', ['stdlib', '1.0.0'], 2],
  ['go.mod', 'module x\nrequire (\n\tgithub.com/A/b v1.0.0\n)', ['github.com/A/b', 'v1.0.0'], 3],
  [
    'pom.xml',
    '<dependency>\n<groupId>org.x</groupId>\n<artifactId>core</artifactId>\n<version>1.0</version>',
    ['org.x:core', '1.0'],
    3,
  ],
  ['gradle.lockfile', '# x\norg.x:core:1.0=a\norg.x:other:1.0=a', ['org.x:other', '1.0'], 3],
  ['Gemfile.lock', 'GEM\n  specs:\n    rack (2.0.0)\n', ['rack', '2.0.0'], 3],
  ['composer.lock', '{\n"name": "Acme/Tool",\n"version": "v1.0.0"', ['acme/tool', '1.0.0'], 2],
  ['package-lock.json', '{}', ['a', '1.0.0'], 0],
] as const)('%s: a package is located at its entry (%#)', (file, text, wanted, line) => {
  expect(lineOf(file, text, wanted)).toBe(line);
});

test('every package of a real lockfile is located at a line that names it', () => {
  const text = readFileSync('package-lock.json', 'utf8');
  const lines = text.split('\n');
  const published = readUploadedLockfile('package-lock.json', text).components.filter(({ local }) => !local);
  const packages = published.map(({ name, version = '' }) => about(name, version, 'package-lock.json'));
  const located = locatePackages(packages, unitOf({ 'package-lock.json': text }));
  const wrong = packages.filter(({ name }, index) => !lines[(located[index] ?? 0) - 1]?.includes(name));
  expect(wrong).toEqual([]);
});

test('a missing or unreadable file, or one without a name, has no lines', () => {
  const packages = [about('a', '1', 'gone.lock'), about('a', '1', 'odd.lock'), about('a', '1', '')];
  expect(locatePackages(packages, unitOf({ 'odd.lock': undefined }))).toEqual([0, 0, 0]);
});
