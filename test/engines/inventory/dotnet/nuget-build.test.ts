import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/nuget.ts';
import { expectCases } from '../expect-cases.ts';
import { componentOf, inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';
import { processorMs } from '#test/support/processor-time.ts';

expectCases(cases);

test('a lockfile gives the graph and the content hash', () => {
  const entry = (type: string, dependencies = {}) => ({
    type,
    resolved: '1.0.0',
    contentHash: Buffer.alloc(64, 7).toString('base64'),
    dependencies,
  });
  const text = JSON.stringify({
    version: 1,
    dependencies: { 'net8.0': { A: entry('Direct', { b: '1.0.0' }), B: entry('Transitive') } },
  });
  const inventory = readUploadedLockfile('packages.lock.json', text);
  expect(componentOf(inventory, 'A')).toMatchObject({
    dependsOn: ['pkg:nuget/B@1.0.0'],
    hashes: [{ alg: 'SHA-512', content: '07'.repeat(64) }],
  });
});

test('malformed entries are noted, and a file without dependencies is rejected', () => {
  const text = JSON.stringify({
    dependencies: { 'net8.0': { A: null, B: { type: 'Odd' }, C: { type: 'Direct' } } },
  });
  const inventory = readUploadedLockfile('packages.lock.json', text);
  expect(namesOf(inventory)).toEqual(['C']);
  expect(reasonsOf(inventory.notes)).toEqual([
    'packages.lock.json: entries that could not be understood (2): A, B',
    'packages.lock.json: no version is pinned (1): C',
  ]);
  expect(() => readUploadedLockfile('packages.lock.json', '{}')).toThrow('it has no dependencies table');
});

test('missing versions and unknown transitive dependencies are noted', () => {
  const inventory = inventoryOf({
    'App.csproj':
      '<Project><ItemGroup><PackageReference Include="A"/><PackageReference Include="$(P)" Version="1"/></ItemGroup></Project>',
  });
  expect(reasonsOf(inventory.notes)).toEqual([
    'App.csproj: entries that could not be understood (1): $(P)',
    'App.csproj: no version is pinned (1): A',
    'App.csproj: transitive dependencies are in no file, so they are not assessed (1): A',
  ]);
});

test('a reference names the file that declares it', () => {
  const group = (name: string): string =>
    `<Project><ItemGroup><PackageReference Include="${name}" Version="1.0.0"/></ItemGroup></Project>`;
  const inventory = inventoryOf({ 'Directory.Build.props': group('Shared'), 'src/App.csproj': group('Own') });
  expect(componentOf(inventory, 'Shared').file).toBe('Directory.Build.props');
  expect(componentOf(inventory, 'Own').file).toBe('src/App.csproj');
});

test('an uploaded project or packages.config is read alone', () => {
  const config = '<packages><package id="A" version="1.0.0" /></packages>';
  expect(readUploadedLockfile('packages.config', config)).toMatchObject({ unitType: 'nuget', notes: [] });
  expect(() => readUploadedLockfile('packages.config', '<x/>')).toThrow('it is not a packages.config');
  expect(() => readUploadedLockfile('App.csproj', '<x/>')).toThrow('it is not an MSBuild project');
});

describe('hostile projects terminate', () => {
  test('cyclic imports, exponential properties, entities', () => {
    const doubling = Array.from({ length: 60 }, (_, n) => `<P${n + 1}>$(P${n})$(P${n})</P${n + 1}>`).join('');
    const inventory = inventoryOf({
      'a.props': '<Project><Import Project="b.props"/></Project>',
      'b.props': `<Project><Import Project="a.props"/><PropertyGroup><P0>x</P0>${doubling}</PropertyGroup></Project>`,
      'App.csproj':
        '<Project><Import Project="a.props"/><ItemGroup><PackageReference Include="A" Version="$(P60)"/></ItemGroup></Project>',
      'Evil.csproj': '<!DOCTYPE p [<!ENTITY e "x">]><Project>&e;</Project>',
    });
    expect(namesOf(inventory)).toEqual(['A']);
    expect(reasonsOf(inventory.unread)).toEqual([
      'Evil.csproj: it declares XML entities, which are not expanded',
    ]);
  });

  test('names that a list repeats are one', () => {
    const names = 'A;a;'.repeat(400_000);
    const started = processorMs();
    const inventory = inventoryOf({
      'App.csproj': `<Project><ItemGroup><PackageReference Include="${names}" Version="1.0.0"/><PackageReference Update="${names}" PrivateAssets="all"/></ItemGroup></Project>`,
    });
    expect(namesOf(inventory)).toHaveLength(1);
    expect(processorMs() - started).toBeLessThan(10_000);
  });

  test('a thousand projects under props of thousands of versions take seconds at most', () => {
    const versions = Array.from(
      { length: 3000 },
      (_, n) => `<PackageVersion Include="P${n}" Version="1.0.${n}"/>`,
    );
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, n) => [
        `p${n}/P.csproj`,
        `<Project><ItemGroup><PackageReference Include="P${n}"/></ItemGroup></Project>`,
      ]),
    );
    const start = processorMs();
    const props = `<Project><ItemGroup>${versions.join('')}</ItemGroup></Project>`;
    const inventory = inventoryOf({ 'Directory.Packages.props': props, ...files });
    expect(processorMs() - start).toBeLessThan(10_000);
    expect(inventory.components).toHaveLength(1000);
  });
});

test.each([
  ['App.csproj', '<PACKAGEREFERENCE Include="A" Version="1.0.0"/>'],
  ['App.csproj', '<packageReference include="A"><version>1.0.0</version></packageReference>'],
  ['App.CSPROJ', '<PackageReference Include="A" Version="1.0.0"/>'],
  ['App.vcxproj', '<PackageReference Include="A" Version="1.0.0"/>'],
  ['App.sqlproj', '<PackageReference Include="A" Version="1.0.0"/>'],
  ['build.proj', '<PackageReference Include="A" Version="1.0.0"/>'],
])('a reference in whatever case is read from whatever project: %s %s', (path, item) => {
  const inventory = inventoryOf({ [path]: `<Project><ItemGroup>${item}</ItemGroup></Project>` });
  expect(namesOf(inventory)).toEqual(['A@1.0.0']);
});

test('packages.config is read in another case', () => {
  const text = '<packages><package id="A" version="1.0.0"/></packages>';
  expect(namesOf(inventoryOf({ 'Packages.config': text }))).toEqual(['A@1.0.0']);
});
