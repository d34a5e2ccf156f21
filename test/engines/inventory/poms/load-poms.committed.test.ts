import { describe, expect, test } from 'vitest';
import { loadPoms } from '@scangate/engines/inventory/poms/load-poms';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { publishedFrom, publishedOf } from '#test/corpora/maven-trees/engine-tree.ts';
import { dep, pomXml, published, type PomParts } from '#test/corpora/maven-trees/maven-case.ts';
import { filesOf, reasonsOf } from '../inventory-fixtures.ts';

/** Reads a unit: its packages as `name@version scope`, and what it tells. */
const read = async (files: Record<string, string>, poms: Record<string, PomParts>) => {
  const unit = filesOf(files);
  const source = publishedFrom(publishedOf({ repository: published(poms) }));
  const inventory = readInventory(unit, 'maven', await loadPoms(unit, source));
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
  test('space around a version, a scope and an optional counts for nothing', async () => {
    const asked = pad(pad(dep('g:core:1', { scope: 'runtime' }), 'version'), 'scope');
    const pom = pomXml('t:p:1', { managed: [dep('g:core:2', { scope: 'test' })], needs: [asked] });
    expect((await read({ 'pom.xml': pom }, core)).found).toEqual(['g:core@1 required']);
  });

  test('a value that is too long is not taken for an absent one', async () => {
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

describe('the parent of a relative path', () => {
  const poms: Record<string, PomParts> = {
    ...core,
    'g:parent:1': { packaging: 'pom', managed: [dep('g:core:1')] },
  };
  const foundWith = async (decoy: string, parent: string) => {
    const app = pomXml('t:p:1', { parent, relativePath: '../pom.xml', needs: [dep('g:core')] });
    const above = pomXml(decoy, { packaging: 'pom', managed: [dep('g:core:2')] });
    return (await read({ 'pom.xml': above, 'app/pom.xml': app }, poms)).found;
  };

  test('has the group and a version inside the range that are asked for, else the published one counts', async () => {
    expect(await foundWith('g:parent:1', 'g:parent:1')).toEqual(['g:core@2 required']);
    expect(await foundWith('other:parent:1', 'g:parent:1')).toEqual(['g:core@1 required']);
    expect(await foundWith('g:parent:9', 'g:parent:[1,2)')).toEqual(['g:core@1 required']);
    expect(await foundWith('g:parent:1.5', 'g:parent:[1,2)')).toEqual(['g:core@2 required']);
  });
});

describe('poms that lead to themselves are read to an end and told:', () => {
  const parentOf = (version: string) => ({ parent: `t:p:${version}`, relativePath: '' });

  test('a snapshot that is its own parent', async () => {
    const pom = pomXml('t:p:1-SNAPSHOT', { ...parentOf('1-SNAPSHOT'), needs: [dep('g:core:1')] });
    const { found, told } = await read({ 'pom.xml': pom }, core);
    expect(found).toEqual(['g:core@1 required']);
    expect(told).toContain('poms that are their own parents (1): t:p');
  });

  test('a version by a property, of which the parent is the project itself', async () => {
    const stated = pomXml('t:p:${v}', { ...parentOf('1-SNAPSHOT'), needs: [dep('g:core:1')] });
    const { found, told } = await read({ 'pom.xml': stated }, core);
    expect(found).toEqual(['g:core@1 required']);
    expect(told).toContain('t:p:1-SNAPSHOT');
  });

  test('thousands of projects of which each has to know the version of the next one', async () => {
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

  test('is not what a range asks for that its version is outside of', async () => {
    const { found, told } = await read(project('g:core:[1,2]'), { 'g:other:1': {} });
    expect(found).toEqual(['g:core@ required']);
    expect(told).toContain('g:core:[1,2]');
  });
});
