import { expect, test } from 'vitest';
import { inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const dependency =
  '<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version></dependency></dependencies>';
const plugin = (inside: string): string =>
  `<plugins><plugin><groupId>p</groupId><artifactId>q</artifactId><version>1</version>${inside}</plugin></plugins>`;
const extension =
  '<extensions><extension><groupId>g</groupId><artifactId>e</artifactId><version>1</version></extension></extensions>';

const toldOf = (build: string): string[] => {
  const pom = `<project><groupId>g</groupId><artifactId>app</artifactId><version>1</version>${build}</project>`;
  const inventory = inventoryOf({ 'pom.xml': pom });
  expect(namesOf(inventory).filter((name) => name.startsWith('g:a@') || name.startsWith('p:'))).toEqual([]);
  return reasonsOf(inventory.notes).filter((reason) => reason.includes('plugins'));
};

const told = (name: string): string[] => [
  `pom.xml: dependencies of plugins of the build, which are not read (1): ${name}`,
];

test.each([
  ['of a build', `<build>${plugin(dependency)}</build>`, 'g:a'],
  [
    'that a build manages',
    `<build><pluginManagement>${plugin(dependency)}</pluginManagement></build>`,
    'g:a',
  ],
  [
    'of a profile',
    `<profiles><profile><id>x</id><build>${plugin(dependency)}</build></profile></profiles>`,
    'g:a',
  ],
  ['that extend a build', `<build>${extension}</build>`, 'g:e'],
])('dependencies of plugins %s are told', (_, build, name) => {
  expect(toldOf(build)).toEqual(told(name));
});

test('a plugin without dependencies of its own is told as nothing', () => {
  expect(toldOf(`<build>${plugin('')}</build>`)).toEqual([]);
});
