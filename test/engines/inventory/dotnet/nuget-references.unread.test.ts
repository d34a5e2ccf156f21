import { describe, expect, test } from 'vitest';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const other = 'dependencies that the lockfile has in another version than the project asks for (1): A 1.0.0';
const computed = 'dependencies that only running the manifest would reveal (1): A';
const properties = (content: string): string => `<PropertyGroup>${content}</PropertyGroup>`;
const one = properties('<TargetFramework>net8.0</TargetFramework>');
const reference = '<ItemGroup><PackageReference Include="A" Version="1.0.0"/></ItemGroup>';

const entryOf = (version: string) => ({ A: { type: 'Direct', resolved: version, contentHash: 'x' } });
const lockOf = (frameworks: Record<string, string>): string => {
  const entries = Object.entries(frameworks).map(([name, version]) => [name, entryOf(version)]);
  return JSON.stringify({ version: 1, dependencies: Object.fromEntries(entries) });
};

const notesOf = (parts: readonly string[], lock = lockOf({ 'net8.0': '2.0.0' }), more = {}): string[] =>
  reasonsOf(
    inventoryOf({
      'App.csproj': `<Project>${parts.join('')}</Project>`,
      'packages.lock.json': lock,
      ...more,
    }).notes,
  ).map((reason) => reason.replace('packages.lock.json: ', ''));

describe('a reference under a condition is in the lockfile, unless nothing sets what it asks for', () => {
  const conditional = (condition: string, version = '1.0.0') =>
    `<ItemGroup><PackageReference Include="B" Version="${version}" Condition="${condition}"/></ItemGroup>`;
  const needing = { A: { ...entryOf('1.0.0').A, dependencies: { B: '2.0.0' } } };
  const transitive = { B: { type: 'Transitive', resolved: '2.0.0', contentHash: 'x' } };
  const lock = JSON.stringify({ version: 1, dependencies: { 'net8.0': { ...needing, ...transitive } } });
  const without = lockOf({ 'net8.0': '1.0.0' });

  test.each([
    "'$(Never)' == ''",
    "'$(Never)' != 'x'",
    "!('$(Never)' == 'x')",
    "'$(Set)' == '$(Set)'",
    "'$(OS)' == 'Windows_NT'",
    "'$(GITHUB_ACTIONS)' == 'true'",
    "'1' == '1.0'",
    "Exists('App.csproj')",
    '$([MSBuild]::Add(1, 1)) == 2',
  ])('%s', (condition) => {
    const set = properties('<Set>x</Set>');
    const told = computed.replace(': A', ': B');
    expect(notesOf([one, set, reference, conditional(condition)], without)).toEqual([told]);
    expect(notesOf([one, set, reference, conditional(condition)], lock)).toEqual([told]);
    expect(notesOf([one, set, reference, conditional(condition, '2.0.0')], lock)).toEqual([]);
  });

  test.each(["'$(IsTestProject)' == 'true'", "'$(Set)' == 'y'", '$(IsTestProject)', "'$(Set)' == '1.0'"])(
    'not %s',
    (condition) => {
      const parts = [one, properties('<Set>x</Set>'), reference, conditional(condition)];
      expect(notesOf(parts, without)).toEqual([]);
    },
  );

  test('nor in a target', () => {
    const target = `<Target Name="T" BeforeTargets="CollectPackageReferences">${conditional("'1' == '1'")}</Target>`;
    expect(notesOf([one, reference, target], without)).toEqual([computed.replace(': A', ': B')]);
  });
});

describe('what only running the build would resolve is told', () => {
  const lock = lockOf({ 'net8.0': '1.0.0' });
  const evil = {
    'evil.props': '<Project><ItemGroup><PackageReference Include="B" Version="1.0.0"/></ItemGroup></Project>',
  };

  test.each([
    [
      'a version',
      `<ItemGroup><PackageReference Update="A" Version="$([System.String]::Copy('1.0.0'))"/></ItemGroup>`,
      'A',
    ],
    ['a name', '<ItemGroup><PackageReference Include="@(Other)" Version="1.0.0"/></ItemGroup>', '@(Other)'],
    [
      'a name of a property',
      '<ItemGroup><PackageReference Include="$(Name)" Version="1.0.0"/></ItemGroup>',
      '$(Name)',
    ],
    [
      'an import',
      `<Import Project="$([System.String]::Copy('evil.props'))"/>`,
      `$([System.String]::Copy('evil.props'))`,
    ],
    ['an import of several files', '<Import Project="*.props"/>', '*.props'],
    ['an import with a property that is not set', '<Import Project="$(Never)evil.props"/>', 'B'],
    [
      'an import of a file above another folder',
      `<Import Project="$([MSBuild]::GetPathOfFileAbove('evil.props', '$(MSBuildThisFileDirectory)a/b'))"/>`,
      `$([MSBuild]::GetPathOfFileAbove('evil.props', '$(MSBuildThisFileDirectory)a/b'))`,
    ],
    [
      'a property that lets the build import other files',
      properties('<CustomAfterMicrosoftCommonProps>evil.props</CustomAfterMicrosoftCommonProps>'),
      'customaftermicrosoftcommonprops',
    ],
    [
      'a property that names another list of versions',
      properties('<DirectoryPackagesPropsPath>evil.props</DirectoryPackagesPropsPath>'),
      'directorypackagespropspath',
    ],
  ])('%s', (_, part, told) => {
    expect(notesOf([one, reference, part], lock, evil)).toEqual([computed.replace(': A', `: ${told}`)]);
  });

  test('imports that are too many', () => {
    const files = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`p${at}.props`, '<Project/>']));
    const imports = Object.keys(files).map((path) => `<Import Project="${path}"/>`);
    expect(notesOf([one, ...imports, reference], lock, files)).toEqual([
      expect.stringContaining('only running'),
    ]);
  });
});

test('the settings of a user beside a project are read', () => {
  const user = '<Project><ItemGroup><PackageReference Update="A" Version="1.0.0"/></ItemGroup></Project>';
  const newer = '<ItemGroup><PackageReference Include="A" Version="2.0.0"/></ItemGroup>';
  expect(notesOf([one, newer], undefined, { 'App.csproj.user': user })).toEqual([other]);
});

test('the directory of the project is not that of the file that names it', () => {
  const versions = (version: string) => `<Project>${properties(`<V>${version}</V>`)}</Project>`;
  const asked =
    '<Import Project="eng/a.props"/><ItemGroup><PackageReference Include="A" Version="$(V)"/></ItemGroup>';
  const files = {
    'eng/a.props': '<Project><Import Project="$(MSBuildProjectDirectory)/v.props"/></Project>',
    'eng/v.props': versions('2.0.0'),
    'v.props': versions('1.0.0'),
  };
  expect(notesOf([one, asked], undefined, files)).toEqual([other]);
});

test('a central version counts for a project that takes versions from there', () => {
  const asked = '<ItemGroup><PackageReference Include="A"/></ItemGroup>';
  const central = (property: string) => ({
    'Directory.Packages.props': `<Project>${properties(property)}<ItemGroup><PackageVersion Include="A" Version="2.0.0"/></ItemGroup></Project>`,
  });
  const managed = (value: string): string =>
    `<ManagePackageVersionsCentrally>${value}</ManagePackageVersionsCentrally>`;
  expect(notesOf([one, asked], undefined, central(managed('true')))).toEqual([]);
  expect(notesOf([one, asked], undefined, central(managed('false')))).toEqual([computed]);
  expect(notesOf([one, asked, properties(managed('false'))], undefined, central(managed('true')))).toEqual([
    computed,
  ]);
  expect(notesOf([one, asked], undefined, central(''))).toEqual([computed]);
});

test('a reference without a version is no gap where the central list may be above the unit', () => {
  const asked = '<ItemGroup><PackageReference Include="A"/></ItemGroup>';
  expect(notesOf([one, asked])).toEqual([]);
});

describe('a file of a project that cannot be read is told', () => {
  const document = '<!DOCTYPE Project [<!ENTITY x "y">]>';
  const told = (file: string): string => `manifests that cannot be read (1): ${file}`;
  const lock = lockOf({ 'net8.0': '1.0.0' });

  test('be it the project', () => {
    const files = { 'App.csproj': `${document}<Project>${reference}</Project>`, 'packages.lock.json': lock };
    expect(reasonsOf(inventoryOf(files).notes)).toContain(`packages.lock.json: ${told('App.csproj')}`);
  });

  test('or what it imports', () => {
    const files = { 'evil.props': `${document}<Project/>` };
    expect(notesOf([one, '<Import Project="evil.props"/>', reference], lock, files)).toEqual([
      told('evil.props'),
    ]);
  });
});
