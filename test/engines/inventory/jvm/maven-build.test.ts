import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/maven.ts';
import { expectCases } from '../expect-cases.ts';
import { componentOf, inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';
import { processorMs } from '#test/support/processor-time.ts';

expectCases(cases);

const dependency = (name: string, version = ''): string =>
  `<dependency><groupId>g</groupId><artifactId>${name}</artifactId>${version && `<version>${version}</version>`}</dependency>`;
const pom = (artifact: string, ...parts: string[]): string =>
  `<project><groupId>com.example</groupId><artifactId>${artifact}</artifactId><version>1</version>${parts.join('')}</project>`;
const needs = (...dependencies: string[]): string => `<dependencies>${dependencies.join('')}</dependencies>`;
const child = (artifact: string, parent: string, ...parts: string[]): string =>
  `<project><parent><groupId>com.example</groupId><artifactId>${parent}</artifactId><version>1</version></parent><artifactId>${artifact}</artifactId>${parts.join('')}</project>`;

describe('information outside the repository is noted:', () => {
  const inventory = inventoryOf({
    'pom.xml': `<project>
      <parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.2.0</version><relativePath/></parent>
      <artifactId>app</artifactId>
      <dependencyManagement>${needs('<dependency><groupId>g</groupId><artifactId>bom</artifactId><version>2</version><type>pom</type><scope>import</scope></dependency>')}</dependencyManagement>
      ${needs(dependency('managed-elsewhere'), dependency('pinned', '1.0'), dependency('${who}', '1'))}
      <profiles><profile><id>extra</id>${needs(dependency('p', '1'))}</profile></profiles>
    </project>`,
  });

  test('versions, parents, BOMs, profiles, transitive dependencies, unknown names', () => {
    expect(reasonsOf(inventory.notes)).toEqual([
      'pom.xml: dependencies of a profile that is not active by default (1): extra',
      'pom.xml: entries that could not be understood (1): g:${who}',
      'pom.xml: no version is pinned (1): g:managed-elsewhere',
      'pom.xml: parents and BOMs that are not in this repository (2): org.springframework.boot:spring-boot-starter-parent:3.2.0, g:bom:2',
      'pom.xml: transitive dependencies are in no file, so they are not assessed; mvn dependency:tree -DoutputFile=dependency-tree.txt writes such a file beside each pom.xml (2): g:managed-elsewhere, g:pinned',
    ]);
  });

  test('a component may have no version', () => {
    expect(componentOf(inventory, 'g:managed-elsewhere').version).toBeUndefined();
    expect(namesOf(inventory)).toEqual(['g:managed-elsewhere', 'g:pinned@1.0']);
  });
});

test('the test-jar of an artifact is a different dependency than the artifact', () => {
  const asked = (version: string, rest = '') =>
    dependency('a', version).replace('</version>', `</version>${rest}`);
  const inventory = inventoryOf({
    'pom.xml': pom('root', needs(asked('1', '<type>test-jar</type><scope>test</scope>'), asked('1'))),
    'sub/pom.xml': child('sub', 'root', needs(asked('2', '<classifier>linux</classifier>'), asked('3'))),
  });
  expect(namesOf(inventory)).toEqual(['g:a@1', 'g:a@2', 'g:a@3']);
  expect(componentOf(inventory, 'g:a@1').scope).toBe('required');
});

test('dependency management gives version and scope but not optional', () => {
  const managed = '<version>1</version><scope>runtime</scope><optional>true</optional>';
  const inventory = inventoryOf({
    'pom.xml': pom(
      'root',
      `<dependencyManagement>${needs(dependency('a').replace('</dependency>', `${managed}</dependency>`))}</dependencyManagement>`,
      needs(dependency('a')),
    ),
  });
  expect(componentOf(inventory, 'g:a@1').scope).toBe('required');
});

test('a pom above with another version than the requested parent is not the parent', () => {
  const managed = `<dependencyManagement>${needs(dependency('a', '1'))}</dependencyManagement>`;
  const sample = (version: string): string =>
    child('sample', 'root', needs(dependency('a'))).replace('<version>1<', `<version>${version}<`);
  const readWith = (version: string) =>
    inventoryOf({ 'pom.xml': pom('root', managed), 'sample/pom.xml': sample(version) });
  expect(namesOf(readWith('1'))).toEqual(['g:a@1']);
  expect(namesOf(readWith('[1,2)'))).toEqual(['g:a@1']);
  expect(namesOf(readWith('0.9'))).toEqual(['g:a']);
  expect(reasonsOf(readWith('0.9').notes)).toContain(
    'pom.xml: parents and BOMs that are not in this repository (1): com.example:root:0.9',
  );
});

test('a component names the pom that declares it; a module has its own dependencies', () => {
  const inventory = inventoryOf({
    'pom.xml': pom('root', needs(dependency('all', '1'))),
    'core/pom.xml': child('core', 'root', needs(dependency('deep', '1'))),
    'app/pom.xml': child(
      'app',
      'root',
      needs(
        '<dependency><groupId>com.example</groupId><artifactId>core</artifactId><version>1</version></dependency>',
      ),
    ),
  });
  expect(componentOf(inventory, 'g:all').file).toBe('pom.xml');
  expect(componentOf(inventory, 'g:deep').file).toBe('core/pom.xml');
  const core = componentOf(inventory, 'com.example:core');
  expect(core).toMatchObject({ local: true, dependsOn: ['pkg:maven/g/all@1', 'pkg:maven/g/deep@1'] });
  expect(inventory.read).toEqual(['app/pom.xml', 'core/pom.xml', 'pom.xml']);
});

test('a damaged pom is reported, the others are read', () => {
  const inventory = inventoryOf({
    'pom.xml': '<project><dependencies>',
    'a/pom.xml': pom('a', needs(dependency('x', '1'))),
    'b/pom.xml': '<html/>',
    'c/pom.xml': '',
    'd/pom.xml': new Uint8Array(50),
  });
  expect(namesOf(inventory)).toEqual(['g:x@1']);
  expect(inventory.read).toEqual(['a/pom.xml']);
  expect(reasonsOf(inventory.unread)).toEqual([
    'b/pom.xml: it is not a Maven project',
    'c/pom.xml: it is not a valid XML file (line 1)',
    'd/pom.xml: it is not a text file',
    'pom.xml: it is not a valid XML file (line 1)',
  ]);
});

test('an uploaded pom is read alone; a damaged one is rejected', () => {
  const inventory = readUploadedLockfile('svc/pom.xml', pom('a', needs(dependency('x', '1'))));
  expect(inventory).toMatchObject({ unitType: 'maven', read: ['svc/pom.xml'] });
  expect(namesOf(inventory)).toEqual(['g:x@1']);
  expect(() => readUploadedLockfile('pom.xml', '<project>')).toThrow('it is not a valid XML file (line 1)');
});

describe('hostile builds terminate', () => {
  test('properties that grow exponentially', () => {
    const doubling = Array.from({ length: 60 }, (_, n) => `<p${n + 1}>\${p${n}}\${p${n}}</p${n + 1}>`).join(
      '',
    );
    const inventory = inventoryOf({
      'pom.xml': pom('a', `<properties><p0>x</p0>${doubling}</properties>`, needs(dependency('x', '${p60}'))),
    });
    expect(namesOf(inventory)).toEqual(['g:x']);
  });

  test('a pom that is its own parent, BOMs that import each other', () => {
    const bom = (other: string): string =>
      `<dependencyManagement>${needs(`<dependency><groupId>com.example</groupId><artifactId>${other}</artifactId><version>1</version><type>pom</type><scope>import</scope></dependency>`)}</dependencyManagement>`;
    const inventory = inventoryOf({
      'pom.xml': `<project><parent><groupId>com.example</groupId><artifactId>self</artifactId><version>1</version><relativePath>pom.xml</relativePath></parent><artifactId>self</artifactId>${needs(dependency('x'))}</project>`,
      'a/pom.xml': pom('a', bom('b'), needs(dependency('y'))),
      'b/pom.xml': pom('b', bom('a'), needs(dependency('z'))),
    });
    expect(namesOf(inventory)).toEqual(['g:x', 'g:y', 'g:z']);
  });

  test('a thousand modules under a parent with thousands of managed versions take seconds at most', () => {
    const many = Array.from({ length: 5000 }, (_, n) => dependency(`m${n}`, '1')).join('');
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, n) => [
        `m${n}/pom.xml`,
        child(`c${n}`, 'root', needs(dependency(`m${n}`), dependency('missing'))),
      ]),
    );
    const start = processorMs();
    const inventory = inventoryOf({
      'pom.xml': pom('root', `<dependencyManagement>${needs(many)}</dependencyManagement>`),
      ...files,
    });
    expect(inventory.components).toHaveLength(1001);
    expect(processorMs() - start).toBeLessThan(10_000);
  });

  test('dependencies that thousands of modules inherit are truncated, with a note', () => {
    const many = needs(...Array.from({ length: 2000 }, (_, n) => dependency(`m${n}`, '1')));
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, n) => [`m${n}/pom.xml`, child(`c${n}`, 'root')]),
    );
    const inventory = inventoryOf({ 'pom.xml': pom('root', many), ...files });
    expect(inventory.components).toHaveLength(2000);
    expect(inventory.notes.some(({ reason }) => reason.includes('left out'))).toBe(true);
  });
});
