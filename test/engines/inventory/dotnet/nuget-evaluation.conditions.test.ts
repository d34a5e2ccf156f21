import { describe, expect, test } from 'vitest';
import { componentOf, inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const project = (...parts: string[]): string => `<Project>${parts.join('')}</Project>`;
const group = (content: string, condition = ''): string =>
  `<PropertyGroup${condition}>${content}</PropertyGroup>`;
const items = (content: string): string => `<ItemGroup>${content}</ItemGroup>`;
const never = ` Condition="'$(Never)' == 'x'"`;
const ofFramework = ` Condition="'$(TargetFramework)' == 'net6.0'"`;
const frameworks = group('<TargetFrameworks>net6.0;net8.0</TargetFrameworks>');
const reference = items('<PackageReference Include="A" Version="$(V)"/>');
const kind = 'versions that a condition may take away or replace';

const entryOf = (version: string) => ({ A: { type: 'Direct', resolved: version, contentHash: 'x' } });
const lockWith = (version: string, other = version): string =>
  JSON.stringify({ version: 1, dependencies: { 'net6.0': entryOf(other), 'net8.0': entryOf(version) } });

describe('a condition replaces no version', () => {
  test.each([
    ['of a group', group('<V>1.0.0</V>'), group('<V>2.0.0</V>', never), reference],
    ['of a property', group(`<V>1.0.0</V><V${never}>2.0.0</V>`), reference],
    ['of a target', group('<V>1.0.0</V>'), `<Target Name="T">${group('<V>2.0.0</V>')}</Target>`, reference],
    [
      'of a choice',
      group('<V>1.0.0</V>'),
      `<Choose><When${never}>${group('<V>2.0.0</V>')}</When></Choose>`,
      reference,
    ],
    [
      'of an update',
      items(
        `<PackageReference Include="A" Version="1.0.0"/><PackageReference Update="A" Version="2.0.0"${never}/>`,
      ),
    ],
    [
      'of metadata',
      items(
        `<PackageReference Include="A"><Version>1.0.0</Version><Version${never}>2.0.0</Version></PackageReference>`,
      ),
    ],
    [
      'of a central version',
      items(
        `<PackageVersion Include="A" Version="1.0.0"/><PackageVersion Update="A" Version="2.0.0"${never}/><PackageReference Include="A"/>`,
      ),
    ],
  ])('%s', (_, ...parts) => {
    const inventory = inventoryOf({ 'App.csproj': project(...parts) });
    expect(namesOf(inventory)).toEqual(['A@1.0.0', 'A@2.0.0']);
  });

  test.each([
    ['of an import', `<Import Project="fix.props"${never}/>`],
    [
      'of an import that asks for another file',
      `<Import Project="fix.props" Condition="Exists('no-such-file')"/>`,
    ],
    [
      'of an import that asks for a file that conditions choose',
      `${group(`<P>none/</P><P${never}></P>`)}<Import Project="fix.props" Condition="Exists('$(P)fix.props')"/>`,
    ],
    ['of the path of an import', `${group(`<P>none/</P><P${never}></P>`)}<Import Project="$(P)fix.props"/>`],
    ['of an update', items(`<PackageReference Update="A" Version="2.0.0"${never}/>`)],
  ])('beside a lockfile: %s', (_, imports) => {
    const inventory = inventoryOf({
      'App.csproj': project(items('<PackageReference Include="A" Version="1.0.0"/>'), imports),
      'fix.props': project(items('<PackageReference Update="A" Version="2.0.0"/>')),
      'packages.lock.json': lockWith('2.0.0'),
    });
    expect(reasonsOf(inventory.notes)).toEqual([
      'packages.lock.json: dependencies that only running the manifest would reveal (1): A',
    ]);
  });

  test('beside a lockfile: of a central version', () => {
    const versions = `<PackageVersion Include="A" Version="1.0.0"/><PackageVersion Update="A" Version="2.0.0"`;
    const withCondition = (condition: string) =>
      inventoryOf({
        'App.csproj': project(frameworks, items('<PackageReference Include="A"/>')),
        'Directory.Packages.props': project(
          group('<ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally>'),
          items(`${versions}${condition}/>`),
        ),
        'packages.lock.json': lockWith('1.0.0', '2.0.0'),
      });
    expect(reasonsOf(withCondition(never).notes)).toHaveLength(1);
    expect(reasonsOf(withCondition(ofFramework).notes)).toEqual([]);
  });

  test.each([
    `<Import Project="$(MSBuildThisFileDirectory)v.props" Condition="Exists('$(MSBuildThisFileDirectory)v.props')"/>`,
    `<Import Project="$(Root)v.props" Condition="Exists('$(Root)v.props')"/>`,
    `<Import Project="v.props" Condition="exists(v.props)"/>`,
    `<Import Project="v.props" Condition=" Exists('.\\v.props') "/>`,
  ])('unless it only asks whether the file is there: %s', (imports) => {
    const inventory = inventoryOf({
      'App.csproj': project(group('<Root>./</Root>'), imports, reference),
      'v.props': project(group('<V>1.0.0</V>')),
      'packages.lock.json': lockWith('1.0.0'),
    });
    expect(reasonsOf(inventory.notes)).toEqual([]);
  });

  test('one that nothing sets in any case is told', () => {
    const contents = { 'App.csproj': project(group('<V>2.0.0</V>', never), reference) };
    expect(reasonsOf(inventoryOf(contents).notes)).toContain(`App.csproj: ${kind} (1): A`);
  });

  test('beside a lockfile it is told, unless the target framework chooses', () => {
    const withCondition = (condition: string) =>
      inventoryOf({
        'App.csproj': project(frameworks, group('<V>1.0.0</V>'), group('<V>2.0.0</V>', condition), reference),
        'packages.lock.json': lockWith('1.0.0', '2.0.0'),
      });
    expect(reasonsOf(withCondition(never).notes)).toEqual([
      'packages.lock.json: dependencies that only running the manifest would reveal (1): A',
    ]);
    expect(reasonsOf(withCondition(ofFramework).notes)).toEqual([]);
  });

  test('nothing makes a project one for tests under a condition', () => {
    const isTest = `<IsTestProject${never}>true</IsTestProject>`;
    const contents = { 'App.csproj': project(group(`<V>1.0.0</V>${isTest}`), reference) };
    expect(componentOf(inventoryOf(contents), 'A').scope).toBe('required');
  });
});

test('a property is expanded where it is set, in the order of the file and its imports', () => {
  const inventory = inventoryOf({
    'App.csproj': project(
      group('<X>1.0.0</X>'),
      '<Import Project="v.props" Condition="Exists(\'v.props\')"/>',
      group('<X>2.0.0</X>'),
      reference,
    ),
    'v.props': project(group('<V>$(X)</V>')),
  });
  expect(namesOf(inventory)).toEqual(['A@1.0.0']);
  expect(reasonsOf(inventory.notes).join()).not.toContain(kind);
});

describe('the lockfile of one project', () => {
  const app = project(items('<PackageReference Include="A" Version="1.0.0"/>'));
  const other = project(items('<PackageReference Include="A" Version="2.0.0"/>'));

  test('is read, and is compared with that project alone', () => {
    const inventory = inventoryOf({
      'App.csproj': app,
      'Other.csproj': other,
      'packages.App.lock.json': lockWith('1.0.0'),
      'packages.lock.json': lockWith('2.0.0'),
    });
    expect(namesOf(inventory)).toEqual(['A@1.0.0', 'A@2.0.0']);
    expect(reasonsOf(inventory.notes)).toEqual([]);
  });

  test.each([
    ['nuget/real.json', 1],
    ['$(Unknown).json', 1],
    ['packages.lock.json', 0],
    ['$(MSBuildProjectDirectory)\\packages.lock.json', 0],
  ])('that is named as %s', (named, count) => {
    const inventory = inventoryOf({
      'App.csproj': project(
        group(`<NuGetLockFilePath>${named}</NuGetLockFilePath>`),
        items('<PackageReference Include="A" Version="1.0.0"/>'),
      ),
      'packages.lock.json': lockWith('1.0.0'),
    });
    const told = 'packages.lock.json: projects that name another lockfile (1): App.csproj';
    expect(reasonsOf(inventory.notes)).toEqual(count === 1 ? [told] : []);
  });
});
