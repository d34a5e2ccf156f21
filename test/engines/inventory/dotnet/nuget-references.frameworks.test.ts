import { describe, expect, test } from 'vitest';
import { componentOf, inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const other = 'dependencies that the lockfile has in another version than the project asks for (1): A 1.0.0';
const computed = 'dependencies that only running the manifest would reveal (1): A';
const properties = (content: string): string => `<PropertyGroup>${content}</PropertyGroup>`;
const one = properties('<TargetFramework>net8.0</TargetFramework>');
const both = properties('<TargetFrameworks>net6.0;net8.0</TargetFrameworks>');
const reference = '<ItemGroup><PackageReference Include="A" Version="1.0.0"/></ItemGroup>';
const update = (condition: string): string =>
  `<ItemGroup><PackageReference Update="A" Version="2.0.0" Condition="${condition}"/></ItemGroup>`;

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

describe('a condition that is not exactly one on the target framework is told', () => {
  test.each([
    "'$(Never)' == 'TargetFramework'",
    "'$(NoTargetFramework)' == 'x1'",
    "'$(TargetFramework)' == 'net8.0' and '$(Never)' == 'x'",
    "'$(TargetFramework)' == '$(Never)'",
    "'$(TargetFramework)' == 'net8.0' or",
    "('$(TargetFramework)' == 'net8.0'",
    "'$(TargetFramework)' == 'net8.0' 'x'",
    "'$(TargetFramework)x' == 'net8.0'",
    "'$(TargetFramework)' == '%6eet8.0'",
    "$(TargetFramework.StartsWith('net8'))",
    `${'('.repeat(30)}'$(TargetFramework)' == 'net8.0'${')'.repeat(30)}`,
    `'$(TargetFramework)' == 'net8.0'${' '.repeat(10_000)}and '$(Never)' == 'x'`,
  ])('%s', (condition) => {
    expect(notesOf([one, reference, update(condition)])).toEqual([computed]);
    expect(notesOf([both, reference, update(condition)])).toContain(computed);
  });
});

describe('a condition on the target framework is evaluated', () => {
  test.each([
    "'$(TargetFramework)' == 'net8.0'",
    " '$(targetframework)'=='NET8.0' ",
    "'net8.0' == $(TargetFramework)",
    "'$(TargetFramework)' != 'net6.0'",
    "'$(TargetFramework)' != ''",
    "!('$(TargetFramework)' == 'net6.0')",
    "'$(TargetFramework)' != 'true'",
    "'1' == '1' and true",
    "'$(TargetFramework)' == 'net7.0' Or '$(TargetFramework)' == 'net8.0'",
    "('$(TargetFramework)' == 'net7.0' or '$(TargetFramework)' == 'net8.0') AND '$(TargetFramework)' != 'net6.0'",
    "'$(TargetFramework)' == 'net8.0' or '$(TargetFramework)' == 'net7.0' and '$(TargetFramework)' == 'net6.0'",
  ])('met: %s', (condition) => {
    expect(notesOf([one, reference, update(condition)])).toEqual([]);
    const all = lockOf({ 'net6.0': '1.0.0', 'net8.0': '2.0.0' });
    expect(notesOf([both, reference, update(condition)], all)).toEqual([]);
  });

  test.each([
    "'$(TargetFramework)' == 'net6.0'",
    "'$(TargetFramework)' != 'net8.0'",
    "'$(TargetFramework)' == ''",
    "!!('$(TargetFramework)' == 'net6.0')",
    "'$(TargetFramework)' == 'net6.0' and '$(Never)' == 'x'",
    "'$(TargetFramework)' == 'nan'",
    'false',
    "'$(TargetFramework)' == 'net8.0' and '$(TargetFramework)' == 'net6.0'",
    "('$(TargetFramework)' == 'net8.0' or '$(TargetFramework)' == 'net7.0') and '$(TargetFramework)' == 'net6.0'",
  ])('not met: %s', (condition) => {
    expect(notesOf([one, reference, update(condition)])).toEqual([other]);
  });

  test('of a negated value, which is compared with what follows, only if it stands alone', () => {
    const isOther = "!'$(TargetFramework)' == 'net6.0'";
    expect(notesOf([one, reference, update(isOther)])).toEqual([computed]);
    expect(notesOf([one, reference, update('!false')])).toEqual([]);
    expect(notesOf([one, reference, update('!true')])).toEqual([other]);
  });

  test('for each framework of the project', () => {
    const parts = [both, reference, update("'$(TargetFramework)' == 'net6.0'")];
    expect(notesOf(parts, lockOf({ 'net6.0': '2.0.0', 'net8.0': '2.0.0' }))).toEqual([other]);
    expect(notesOf(parts, lockOf({ 'net6.0': '2.0.0', 'net8.0': '1.0.0' }))).toEqual([]);
  });

  test('of an import', () => {
    const fix = {
      'fix.props': '<Project><ItemGroup><PackageReference Update="A" Version="2.0.0"/></ItemGroup></Project>',
    };
    const imports = (condition: string) => [
      one,
      reference,
      `<Import Project="fix.props" Condition="${condition}"/>`,
    ];
    const lock = lockOf({ 'net8.0': '2.0.0' });
    expect(notesOf(imports("'$(TargetFramework)' == 'net8.0'"), lock, fix)).toEqual([]);
    expect(notesOf(imports("'$(TargetFramework)' == 'net6.0'"), lock, fix)).toEqual([other]);
    expect(notesOf(imports("'$(TargetFramework)' == '$(X)'"), lock, fix)).toEqual([computed]);
  });

  test.each([
    ['Otherwise', 'net6.0', []],
    ['Otherwise', 'net8.0', [other]],
    [`When Condition="'$(TargetFramework)' != 'net7.0'"`, 'net6.0', []],
    [`When Condition="'$(TargetFramework)' != 'net7.0'"`, 'net8.0', [other]],
  ])('of a choice: %s after %s', (start, before, told) => {
    const first = `<When Condition="'$(TargetFramework)' == '${before}'"/>`;
    const later = `<${start}><ItemGroup><PackageReference Update="A" Version="2.0.0"/></ItemGroup></${start.split(' ', 1)[0]}>`;
    expect(notesOf([one, reference, `<Choose>${first}${later}</Choose>`])).toEqual(told);
  });

  test('but not before it is set, and not where it is unknown', () => {
    const props = `<Project>${properties(`<V>1.0.0</V><V Condition="'$(TargetFramework)' == 'net8.0'">2.0.0</V>`)}</Project>`;
    const asked = '<ItemGroup><PackageReference Include="A" Version="$(V)"/></ItemGroup>';
    const more = { 'Directory.Build.props': props };
    expect(notesOf([one, asked], undefined, more)).toEqual([computed]);
    expect(notesOf([asked], undefined, more)).toEqual([computed]);
    const several = properties('<TargetFrameworks>net8.0;net9.0</TargetFrameworks>');
    const lock = lockOf({ 'net8.0': '2.0.0', 'net9.0': '1.0.0' });
    expect(notesOf([several, asked], lock, more)).toEqual([]);
    const maybe = properties("<TargetFrameworks Condition=\"'$(X)' == ''\">net8.0;net9.0</TargetFrameworks>");
    expect(notesOf([maybe, asked], lock, more)).toEqual([computed]);
  });

  test('a reference of one framework is requested, and one of none is not', () => {
    const conditional = (framework: string) =>
      `<ItemGroup Condition="'$(TargetFramework)' == '${framework}'"><PackageReference Include="B" Version="1.0.0"/></ItemGroup>`;
    const lock = lockOf({ 'net8.0': '1.0.0' });
    expect(notesOf([both, reference, conditional('net6.0')], lock)).toEqual([
      expect.stringContaining('(1): B'),
    ]);
    expect(notesOf([both, reference, conditional('net5.0')], lock)).toEqual([]);
  });
});

test('a default is only what asks for the empty text', () => {
  const values = (asked: string) =>
    properties(`<V Condition="'$(V)' == '${asked}'">2.0.0</V><V Condition="'$(V)' == ''">1.0.0</V>`);
  const asked = '<ItemGroup><PackageReference Include="A" Version="$(V)"/></ItemGroup>';
  expect(notesOf([one, values(''), asked])).toEqual([]);
  expect(notesOf([one, values(' '), asked])).toEqual([computed]);
});

test('an update of a list of items may be of any of them', () => {
  const any = '<ItemGroup><PackageReference Update="@(PackageReference)" Version="1.0.0"/></ItemGroup>';
  const newer = '<ItemGroup><PackageReference Include="A" Version="2.0.0"/></ItemGroup>';
  expect(notesOf([one, newer, any])).toEqual([computed]);
});

test('several references for a package are all requested', () => {
  const more = '<ItemGroup><PackageReference Include="A" Version="2.0.0"/></ItemGroup>';
  expect(notesOf([one, reference, more])).toEqual([other]);
});

describe('a reference that the project removes', () => {
  const more = '<ItemGroup><PackageReference Include="B" Version="1.0.0"/></ItemGroup>';
  const removal = (attributes: string): string => `<ItemGroup><PackageReference ${attributes}/></ItemGroup>`;
  const told = (...parts: string[]) => notesOf([one, ...parts], lockOf({ 'net8.0': '1.0.0' }));
  const unlisted = ['dependencies that the project asks for and the lockfile does not have (1): B'];

  test.each([
    ['a name', [reference, more, removal('Remove="b"')]],
    ['a list', [reference, more, removal('Remove="C; B"')]],
    ['a property', [properties('<P>B</P>'), reference, more, removal('Remove="$(P)"')]],
  ])('is not requested: %s', (_, parts) => {
    expect(told(...parts)).toEqual([]);
  });

  test.each([
    ['before it is included', [reference, removal('Remove="B"'), more]],
    ['under a condition', [reference, more, removal('Remove="B" Condition="\'$(X)\' == \'\'"')]],
    ['in a target', [reference, more, `<Target Name="T">${removal('Remove="B"')}</Target>`]],
    [
      'by a property that may not be set',
      [properties("<P Condition=\"'$(X)' == 'y'\">B</P>"), reference, more, removal('Remove="$(P)"')],
    ],
  ])('is requested if it is removed %s', (_, parts) => {
    expect(told(...parts)).toEqual(unlisted);
  });

  test('and its central version count no more', () => {
    const central = (...items: string[]): string =>
      `<Project>${properties('<ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally>')}<ItemGroup>${items.join('')}</ItemGroup></Project>`;
    const versions = central(
      '<PackageVersion Include="A" Version="2.0.0"/>',
      '<PackageVersion Remove="A"/>',
      '<PackageVersion Include="A" Version="1.0.0"/>',
    );
    const own = '<ItemGroup><PackageReference Include="A"/></ItemGroup>';
    const lock = lockOf({ 'net8.0': '1.0.0' });
    expect(notesOf([one, own], lock, { 'Directory.Packages.props': versions })).toEqual([]);
  });
});

describe('a reference is of the build alone', () => {
  const scopeOf = (...parts: string[]) =>
    componentOf(
      inventoryOf({
        'App.csproj': `<Project>${one}${parts.join('')}</Project>`,
        'packages.lock.json': lockOf({ 'net8.0': '1.0.0' }),
      }),
      'A',
    ).scope;
  const ofBuild =
    '<ItemGroup><PackageReference Include="A" Version="1.0.0" PrivateAssets="all"/></ItemGroup>';

  test.each([
    ['if it says so', [ofBuild], 'dev'],
    ['unless another one is not', [reference, ofBuild], 'required'],
    [
      'unless a condition may take that away',
      [
        reference,
        '<ItemGroup><PackageReference Update="A" PrivateAssets="all" Condition="\'$(X)\' == \'\'"/></ItemGroup>',
      ],
      'required',
    ],
    [
      'unless an update takes that away',
      [ofBuild, '<ItemGroup><PackageReference Update="A" PrivateAssets="none"/></ItemGroup>'],
      'required',
    ],
  ])('%s', (_, parts, scope) => {
    expect(scopeOf(...parts)).toBe(scope);
  });
});
