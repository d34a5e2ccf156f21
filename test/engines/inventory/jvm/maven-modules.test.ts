import { expect, test } from 'vitest';
import { inventoryOf, type Contents } from '../inventory-fixtures.ts';

const pom = (artifact: string, more = ''): string =>
  `<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>${artifact}</artifactId><version>1</version>${more}</project>`;
const modules = (...stated: string[]): string =>
  `<packaging>pom</packaging><modules>${stated.map((each) => `<module>${each}</module>`).join('')}</modules>`;
const kind = 'modules whose pom is not read';
const gapsOf = (contents: Contents): string[] =>
  inventoryOf(contents).notes.flatMap(({ reason }) => (reason.startsWith(kind) ? [reason] : []));

test.each([
  ['vendor/x', 'vendor/x/pom.xml'],
  ['third_party/x', 'third_party/x/pom.xml'],
  ['src/test/x', 'src/test/x/pom.xml'],
  ['x/other.xml', 'x/other.xml'],
  ['missing', 'other/pom.xml'],
  ['../vendor/x', 'other/pom.xml'],
])('a module at %s is noted', (stated, path) => {
  expect(gapsOf({ 'pom.xml': pom('a', modules(stated)), [path]: pom('x') })).toEqual([
    `${kind} (1): ${stated}`,
  ]);
});

test('so is one of a profile, and one of a pom beside a report', () => {
  const profile = `<profiles><profile><id>p</id>${modules('vendor/x')}</profile></profiles>`;
  expect(gapsOf({ 'pom.xml': pom('a', profile) })).toEqual([`${kind} (1): vendor/x`]);
  const report = {
    'pom.xml': pom('a', modules('vendor/x')),
    'dependency-tree.txt': '[INFO] g:a:pom:1\n[INFO] \\- g:b:jar:1:compile\n',
  };
  expect(inventoryOf(report).notes.map(({ reason }) => reason)).toContain(
    'manifests that cannot be read (1): vendor/x',
  );
});

test('modules that are read are not noted, nor those that are units of their own', () => {
  const build = {
    'pom.xml': pom('a', modules('x', './y/', 'z/pom.xml', '../sibling')),
    'x/pom.xml': pom('x'),
    'y/pom.xml': pom('y'),
    'z/pom.xml': pom('z'),
  };
  expect(gapsOf(build)).toEqual([]);
});
