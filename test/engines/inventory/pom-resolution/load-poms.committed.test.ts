import { describe, expect, test } from 'vitest';
import { loadPoms } from '@scangate/engines/inventory/pom-resolution/load-poms';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { publishedFrom, publishedOf } from '#test/corpora/maven-trees/engine-tree.ts';
import { bom, dep, pomXml, published, type PomParts } from '#test/corpora/maven-trees/maven-case.ts';
import { filesOf, reasonsOf } from '../inventory-fixtures.ts';

/** Reads a unit: its packages as `name@version scope`, and what it tells. */
const read = async (files: Record<string, string>, poms: Record<string, PomParts>) => {
  const unit = filesOf(files);
  const type = 'pom.xml' in files ? 'maven' : 'gradle';
  const source = publishedFrom(publishedOf({ repository: published(poms) }));
  const inventory = readInventory(unit, type, await loadPoms(unit, source));
  const found = inventory.components
    .filter(({ local }) => !local)
    .map(({ name, version = '', scope }) => `${name}@${version} ${scope}`);
  return {
    found: found.toSorted(),
    told: reasonsOf(inventory.notes).join('\n'),
    unread: reasonsOf(inventory.unread),
  };
};

const core: Record<string, PomParts> = { 'g:core:1': {}, 'g:core:2': {} };
const padding = ' '.repeat(6000);
const pad = (xml: string, name: string): string => xml.replace(`</${name}>`, `${padding}</${name}>`);

describe('long texts', () => {
  test('white space around a version, a scope and an optional flag is ignored', async () => {
    const asked = pad(pad(dep('g:core:1', { scope: 'runtime' }), 'version'), 'scope');
    const pom = pomXml('t:p:1', { managed: [dep('g:core:2', { scope: 'test' })], needs: [asked] });
    expect((await read({ 'pom.xml': pom }, core)).found).toEqual(['g:core@1 required']);
  });

  test('a value that is too long is not treated as an absent one', async () => {
    const asked = dep('g:core:1').replace('1</version>', `1${padding}1</version>`);
    const pom = pomXml('t:p:1', { managed: [dep('g:core:2')], needs: [asked] });
    const { found, unread } = await read({ 'pom.xml': pom }, core);
    expect([found, unread]).toEqual([[], ['pom.xml: its version is too long']]);
  });

  test('a property that is too long resolves to nothing', async () => {
    const pom = pomXml('t:p:1', {
      properties: { v: `1${padding}1` },
      managed: [dep('g:core:2')],
      needs: [dep('g:core:${v}')],
    });
    const { found, told } = await read({ 'pom.xml': pom }, core);
    expect([found, told]).toEqual([['g:core@ required'], 'pom.xml: no version is pinned (1): g:core']);
  });
});

describe('the parent at a relative path', () => {
  const poms: Record<string, PomParts> = {
    ...core,
    'g:parent:1': { packaging: 'pom', managed: [dep('g:core:1')] },
  };
  const foundWith = async (decoy: string, parent: string) => {
    const app = pomXml('t:p:1', { parent, relativePath: '../pom.xml', needs: [dep('g:core')] });
    const above = pomXml(decoy, { packaging: 'pom', managed: [dep('g:core:2')] });
    return (await read({ 'pom.xml': above, 'app/pom.xml': app }, poms)).found;
  };

  test('must have the requested group and a version in the range, else the published one counts', async () => {
    expect(await foundWith('g:parent:1', 'g:parent:1')).toEqual(['g:core@2 required']);
    expect(await foundWith('other:parent:1', 'g:parent:1')).toEqual(['g:core@1 required']);
    expect(await foundWith('g:parent:9', 'g:parent:[1,2)')).toEqual(['g:core@1 required']);
    expect(await foundWith('g:parent:1.5', 'g:parent:[1,2)')).toEqual(['g:core@2 required']);
  });
});

describe('poms in a cycle are read to an end and reported:', () => {
  const parentOf = (version: string) => ({ parent: `t:p:${version}`, relativePath: '' });

  test('a snapshot that is its own parent', async () => {
    const pom = pomXml('t:p:1-SNAPSHOT', { ...parentOf('1-SNAPSHOT'), needs: [dep('g:core:1')] });
    const { found, told } = await read({ 'pom.xml': pom }, core);
    expect(found).toEqual(['g:core@1 required']);
    expect(told).toContain('poms that are their own parents (1): t:p');
  });

  test('a version from a property whose parent is the project itself', async () => {
    const stated = pomXml('t:p:${v}', { ...parentOf('1-SNAPSHOT'), needs: [dep('g:core:1')] });
    const { found, told } = await read({ 'pom.xml': stated }, core);
    expect(found).toEqual(['g:core@1 required']);
    expect(told).toContain('t:p:1-SNAPSHOT');
  });

  test('thousands of projects that each depend on the version of the next one', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1500 }, (_, n) => [
        `m${n}/pom.xml`,
        pomXml(`t:m${n}:\${v}`, { parent: `t:m${n + 1}:1-SNAPSHOT`, relativePath: '' }),
      ]),
    );
    const { told } = await read(files, core);
    expect(told).toContain('parents and BOMs that are neither in this repository nor in the POM snapshot');
  });
});

describe('a project with the name of a published artifact', () => {
  const project = (asked: string) => ({
    'pom.xml': pomXml('t:p:1', { needs: [dep(asked)] }),
    'decoy/pom.xml': pomXml('g:core:99', {}),
  });

  test.each(['g:core:[1,2]', 'g:core:LATEST'])('hides nothing of %s', async (asked) => {
    expect((await read(project(asked), core)).found).toEqual(['g:core@2 required']);
  });

  test('does not satisfy a range that its version is outside of', async () => {
    const { found, told } = await read(project('g:core:[1,2]'), { 'g:other:1': {} });
    expect(found).toEqual(['g:core@ required']);
    expect(told).toContain('g:core:[1,2]');
  });
});

describe('.mvn/maven.config', () => {
  const argued = async (
    text: string,
    parts: PomParts = { needs: [dep('g:core')], managed: [bom('g:bom:1')] },
  ) =>
    read(
      { 'pom.xml': pomXml('t:p:1', { properties: { v: '2' }, ...parts }), '.mvn/maven.config': text },
      {
        ...core,
        'g:bom:1': { packaging: 'pom', managed: [bom('g:inner:1')] },
        'g:inner:1': { packaging: 'pom', properties: { v: '2' }, managed: [dep('g:core:${v}')] },
      },
    );

  test.each(['-Dv=1', '-D v=1', '-D=v=1', '--define v=1', '-define=v=1'])(
    '%s applies to the BOMs that a project imports, too',
    async (text) => {
      expect((await argued(text)).found).toEqual(['g:core@1 required']);
      expect((await argued(text, { needs: [dep('g:core:${v}')] })).found).toEqual(['g:core@1 required']);
    },
  );

  test('unread parts of it are reported', async () => {
    const kind = 'pom.xml: parts of .mvn/maven.config that are not read';
    expect((await argued('-T4 -fae --strict-checksums -U')).told).toBe('');
    expect((await argued('-s own.xml')).told).toBe(`${kind} (1): -s`);
    expect((await argued('--settings=own.xml -f other/pom.xml')).told).toContain(`${kind} (2): --settings=`);
    expect((await argued('-U '.repeat(1001))).told).toBe(`${kind} (1): more than 1000 words`);
    expect((await argued(`# ${' '.repeat(5_000_000)}`)).told).toBe(`${kind} (1): it is larger than 4 MB`);
    expect((await argued('"-Dv=1"')).told).toContain(`${kind} (1): "-Dv=1"`);
  });

  test('a line that versions of Maven read differently is reported', async () => {
    const kind = 'pom.xml: parts of .mvn/maven.config that are not read';
    expect((await argued('# -Dv=1')).told).toContain(`${kind} (1): # -Dv=1`);
    expect((await argued('-U\n-Dv=1 -Dw=2')).told).toContain(`${kind} (1): -Dv=1 -Dw=2`);
    expect((await argued('-U\n-Dv=1\n-Dw=2\n')).told).toBe('');
  });
});

describe('other settings of Maven', () => {
  const kind = 'settings of Maven that may change what poms lead to, and are not followed';
  const pom = pomXml('t:p:1', { needs: [dep('g:core:1')] });
  const toldOf = async (files: Record<string, string>) =>
    (await read({ 'pom.xml': pom, ...files }, core)).told;

  test('of the virtual machine are reported, except for those that poms do not see', async () => {
    const harmless =
      '-Xmx2g -XX:+UseG1GC\n--add-opens java.base/java.lang=ALL-UNNAMED -Dfile.encoding=UTF-8\n# -Dv=1';
    expect(await toldOf({ '.mvn/jvm.config': harmless })).toBe('');
    expect(await toldOf({ '.mvn/jvm.config': '-Xmx2g -Drevision=9 -javaagent:a.jar' })).toBe(
      `pom.xml: ${kind} (2): .mvn/jvm.config -Drevision=9, .mvn/jvm.config -javaagent:a.jar`,
    );
    expect(await toldOf({ '.mvn/jvm.config': ' '.repeat(5_000_000) })).toBe(
      `pom.xml: ${kind} (1): .mvn/jvm.config`,
    );
  });

  test('that add core extensions are reported', async () => {
    expect(await toldOf({ '.mvn/extensions.xml': '<extensions/>' })).toContain(
      `${kind} (1): .mvn/extensions.xml`,
    );
  });

  test('below the root of the unit are reported if a pom is there', async () => {
    const below = { 'sub/.mvn/maven.config': '-Dv=9', 'sub/app/pom.xml': pomXml('t:a:1', {}) };
    expect(await toldOf(below)).toContain(
      'sub/.mvn/maven.config: settings of Maven below the root of the unit are not read',
    );
    expect(await toldOf({ 'sub/.mvn/maven.config': '-Dv=9' })).toBe('');
  });
});

test('an exclusion without a group or an artifact excludes nothing, and is reported', async () => {
  const half = dep('g:a:1', { exclusions: ['g:core'] }).replace(
    '<groupId>g</groupId><artifactId>core</artifactId>',
    '<artifactId>core</artifactId>',
  );
  const { found, told } = await read(
    { 'pom.xml': pomXml('t:p:1', { needs: [half] }) },
    { ...core, 'g:a:1': { needs: [dep('g:core:1')] } },
  );
  expect(found).toEqual(['g:a@1 required', 'g:core@1 required']);
  expect(told).toBe('pom.xml: exclusions without a group or an artifact, which exclude nothing (1): g:a');
});

describe('environment-dependent parts of published parents and BOMs are reported:', () => {
  const profile = (content: string): string =>
    `<profiles><profile><id>any</id><activation><jdk>[1,)</jdk></activation>${content}</profile></profiles>`;
  const upper: PomParts = { packaging: 'pom', properties: { v: '2' }, managed: [dep('g:core:${v}')] };
  const toldOf = async (content: string, parts: PomParts) =>
    (
      await read(
        { 'pom.xml': pomXml('t:p:1', { ...parts, needs: [dep('g:core')] }) },
        { ...core, 'g:upper:1': { ...upper, further: profile(content) } },
      )
    ).told;

  test.each<[string, PomParts]>([
    ['a parent', { parent: 'g:upper:1', relativePath: '' }],
    ['a BOM', { managed: [bom('g:upper:1')] }],
  ])('%s', async (_, parts) => {
    const managing = `<dependencyManagement><dependencies>${dep('g:core:1')}</dependencies></dependencyManagement>`;
    expect(await toldOf(managing, parts)).toBe(
      'pom.xml: profiles of published poms with dependencies if a condition holds, which are not assessed (1): g:upper:1 any',
    );
    expect(await toldOf('<properties><v>1</v></properties>', parts)).toBe(
      'pom.xml: properties of dependencies that a profile sets which is not active by default (1): v',
    );
    expect(await toldOf('<properties><other>1</other></properties>', parts)).toBe('');
  });
});

test('BOMs that import each other beyond the depth limit are reported', async () => {
  const boms = Object.fromEntries(
    Array.from({ length: 150 }, (_, n) => [`g:b${n}:1`, { managed: [bom(`g:b${n + 1}:1`)] }]),
  );
  const pom = pomXml('t:p:1', { managed: [bom('g:b0:1')], needs: [dep('g:core')] });
  const { told } = await read({ 'pom.xml': pom }, { ...core, ...boms });
  expect(told).toContain('BOMs are not followed further, because there are too many');
});

describe('Gradle builds', () => {
  const stated = async (files: Record<string, string>) =>
    (await read(files, { ...core, 'g:a:1': { needs: [dep('g:core:2')] } })).found;
  const script = (asked: string): string =>
    `dependencies { implementation 'g:a:1'\nimplementation ${asked} }`;
  const both = ['g:a@1 required', 'g:core@1 required', 'g:core@2 required'];

  test('a strict version stays beside the highest one', async () => {
    expect(await stated({ 'build.gradle': script("'g:core:1!!'") })).toEqual(both);
    const catalog = '[libraries]\ncore = { module = "g:core", version = { strictly = "1" } }\n';
    const files = { 'build.gradle': script('libs.core'), 'gradle/libs.versions.toml': catalog };
    expect(await stated(files)).toEqual(both);
  });

  test('a BOM that the snapshot does not have is reported', async () => {
    const text =
      "dependencyManagement { imports { mavenBom 'g:lost:1' } }\ndependencies { implementation 'g:core:1' }";
    const { told } = await read({ 'build.gradle': text }, core);
    expect(told).toContain('platforms, BOMs and constraints without a pom in the POM snapshot (1): g:lost:1');
  });
});
