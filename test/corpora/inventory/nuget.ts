import type { InventoryCase } from './inventory-case.ts';

const one = (name: string, files: Record<string, string>, ...expected: string[]): InventoryCase => ({
  name,
  files,
  unitType: 'nuget',
  expected,
});

const sdk = (...parts: string[]): string =>
  `<Project Sdk="Microsoft.NET.Sdk">${parts.join('\n')}</Project>\n`;
const msbuild = (...parts: string[]): string => `<Project>${parts.join('\n')}</Project>\n`;
const items = (...parts: string[]): string => `<ItemGroup>${parts.join('')}</ItemGroup>`;
const properties = (...parts: string[]): string => `<PropertyGroup>${parts.join('')}</PropertyGroup>`;
const reference = (name: string, rest = ''): string => `<PackageReference Include="${name}" ${rest}/>`;

const hash = Buffer.alloc(64, 7).toString('base64');

const lock = (version: number, frameworks: Record<string, Record<string, unknown>>): string =>
  JSON.stringify({ version, dependencies: frameworks }, null, 2);

const entry = (type: string, resolved: string, dependencies: Record<string, string> = {}) => ({
  type,
  requested: `[${resolved}, )`,
  resolved,
  contentHash: hash,
  ...(Object.keys(dependencies).length > 0 && { dependencies }),
});

export const cases: InventoryCase[] = [
  one(
    'a lockfile: direct, transitive and project',
    {
      'packages.lock.json': lock(1, {
        'net8.0': {
          'Newtonsoft.Json.Bson': entry('Direct', '1.0.2', { 'Newtonsoft.Json': '12.0.1' }),
          'Newtonsoft.Json': entry('Transitive', '13.0.3'),
          core: { type: 'Project', dependencies: { 'Newtonsoft.Json.Bson': '[1.0.2, )' } },
        },
      }),
    },
    'local:core required direct',
    'pkg:nuget/Newtonsoft.Json.Bson@1.0.2 required direct',
    'pkg:nuget/Newtonsoft.Json@13.0.3 required transitive',
  ),
  one(
    'version 2: centrally managed transitive packages',
    {
      'packages.lock.json': lock(2, {
        '.NETCoreApp,Version=v6.0': {
          A: entry('Direct', '1.0.0', { b: '1.0.0' }),
          B: { ...entry('CentralTransitive', '2.0.0'), requested: '[2.0.0, )' },
        },
      }),
    },
    'pkg:nuget/A@1.0.0 required direct',
    'pkg:nuget/B@2.0.0 required transitive',
  ),
  one(
    'several target frameworks: one component for each version',
    {
      'packages.lock.json': lock(1, {
        'net6.0': { A: entry('Direct', '1.0.0', { B: '1.0.0' }), B: entry('Transitive', '1.0.0') },
        'net8.0': { A: entry('Direct', '1.0.0', { B: '2.0.0' }), B: entry('Transitive', '2.0.0') },
        'net8.0/linux-x64': { B: entry('Transitive', '2.0.0') },
      }),
    },
    'pkg:nuget/A@1.0.0 required direct',
    'pkg:nuget/B@1.0.0 required transitive',
    'pkg:nuget/B@2.0.0 required transitive',
  ),
  one(
    'the project beside a lockfile determines what is for development',
    {
      'packages.lock.json': lock(1, {
        'net8.0': {
          A: entry('Direct', '1.0.0'),
          Analyzer: entry('Direct', '2.0.0', { Helper: '1.0.0' }),
          Helper: entry('Transitive', '1.0.0'),
        },
      }),
      'App.csproj': sdk(
        items(
          reference('A', 'Version="1.0.0"'),
          reference('analyzer', 'Version="2.0.0" PrivateAssets="all"'),
        ),
      ),
    },
    'pkg:nuget/A@1.0.0 required direct',
    'pkg:nuget/Analyzer@2.0.0 dev direct',
    'pkg:nuget/Helper@1.0.0 dev transitive',
  ),
  one(
    'the locked packages of a test project are for development',
    {
      'packages.lock.json': lock(1, {
        'net8.0': { 'Microsoft.NET.Test.Sdk': entry('Direct', '17.8.0'), xunit: entry('Direct', '2.6.2') },
      }),
      'T.csproj': sdk(items(reference('Microsoft.NET.Test.Sdk'), reference('xunit'))),
    },
    'pkg:nuget/Microsoft.NET.Test.Sdk@17.8.0 dev direct',
    'pkg:nuget/xunit@2.6.2 dev direct',
  ),
  one('a lockfile of a project without packages', { 'packages.lock.json': lock(1, { 'net8.0': {} }) }),
  one(
    'a lockfile speaks for its project; the others of the solution are read beside it',
    {
      'App.sln': 'Microsoft Visual Studio Solution File',
      'app/App.csproj': sdk(items(reference('A', 'Version="1.*"'))),
      'app/packages.lock.json': lock(1, { 'net8.0': { A: entry('Direct', '1.4.0') } }),
      'lib/Lib.csproj': sdk(items(reference('B', 'Version="2.0.0"'))),
    },
    'pkg:nuget/A@1.4.0 required direct',
    'pkg:nuget/B@2.0.0 required direct',
  ),
  one(
    'packages.config lists all installed packages',
    {
      'packages.config': `<?xml version="1.0" encoding="utf-8"?>
<packages>
  <package id="jQuery" version="3.7.1" targetFramework="net48" />
  <package id="StyleCop.Analyzers" version="1.1.118" developmentDependency="true" />
</packages>`,
    },
    'pkg:nuget/StyleCop.Analyzers@1.1.118 dev direct',
    'pkg:nuget/jQuery@3.7.1 required direct',
  ),
  one(
    'references with attributes and with children',
    {
      'App.csproj': sdk(
        items(
          reference('A', 'Version="1.2.3"'),
          '<PackageReference Include="B"><Version>2.0.0-rc.1</Version></PackageReference>',
          '<PackageReference Include="C" Version="3.0.0"><PrivateAssets>all</PrivateAssets></PackageReference>',
          reference('D', 'Version="4.0.0" PrivateAssets="All"'),
          reference('E;F', 'Version="5.0.0"'),
          '<ProjectReference Include="../Lib/Lib.csproj" />',
        ),
      ),
    },
    'pkg:nuget/A@1.2.3 required direct',
    'pkg:nuget/B@2.0.0-rc.1 required direct',
    'pkg:nuget/C@3.0.0 dev direct',
    'pkg:nuget/D@4.0.0 dev direct',
    'pkg:nuget/E@5.0.0 required direct',
    'pkg:nuget/F@5.0.0 required direct',
  ),
  one(
    'F# and Visual Basic projects, and the old namespace',
    {
      'a/A.fsproj': sdk(items(reference('FSharp.Core', 'Version="8.0.100"'))),
      'b/B.vbproj': `<Project ToolsVersion="15.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">${items(reference('X', 'Version="1.0.0"'))}</Project>`,
    },
    'pkg:nuget/FSharp.Core@8.0.100 required direct',
    'pkg:nuget/X@1.0.0 required direct',
  ),
  one(
    'ranges: the lowest that fits is taken; floating ones leave it open',
    {
      'App.csproj': sdk(
        items(
          reference('A', 'Version="[1.0.0]"'),
          reference('B', 'Version="[2.0.0, 3.0.0)"'),
          reference('C', 'Version="(1.0.0, )"'),
          reference('D', 'Version="1.*"'),
          reference('E', 'Version="*"'),
          reference('F'),
        ),
      ),
    },
    'pkg:nuget/A@1.0.0 required direct',
    'pkg:nuget/B@2.0.0 required direct',
    'pkg:nuget/C required direct',
    'pkg:nuget/D required direct',
    'pkg:nuget/E required direct',
    'pkg:nuget/F required direct',
  ),
  one(
    'properties of the project, and those that are set only by default',
    {
      'App.csproj': sdk(
        properties('<Major>8</Major>', '<EfVersion>$(Major).0.1</EfVersion>'),
        properties(`<EfVersion Condition="'$(EfVersion)' == ''">1.0.0</EfVersion>`),
        items(reference('Ef', 'Version="$(efversion)"'), reference('Unknown', 'Version="$(Nowhere)"')),
      ),
    },
    'pkg:nuget/Ef@8.0.1 required direct',
    'pkg:nuget/Unknown required direct',
  ),
  one(
    'every branch of a condition counts',
    {
      'App.csproj': sdk(
        `<ItemGroup Condition="'$(TargetFramework)' == 'net48'">${reference('A', 'Version="1.0.0"')}</ItemGroup>`,
        `<ItemGroup Condition="'$(TargetFramework)' != 'net48'">${reference('A', 'Version="2.0.0"')}</ItemGroup>`,
        `<Choose><When Condition="true">${items(reference('B', 'Version="1.0.0"'))}</When><Otherwise>${items(reference('C', 'Version="1.0.0"'))}</Otherwise></Choose>`,
      ),
    },
    'pkg:nuget/A@1.0.0 required direct',
    'pkg:nuget/A@2.0.0 required direct',
    'pkg:nuget/B@1.0.0 required direct',
    'pkg:nuget/C@1.0.0 required direct',
  ),
  one(
    'central versions from the nearest Directory.Packages.props, unless a project overrides them',
    {
      'Directory.Packages.props': msbuild(
        properties('<ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally>', '<V>13.0.3</V>'),
        items(
          '<PackageVersion Include="Newtonsoft.Json" Version="$(V)" />',
          '<PackageVersion Include="Serilog" Version="3.1.1" />',
          '<PackageVersion Include="Unused" Version="9.9.9" />',
          '<GlobalPackageReference Include="Nerdbank.GitVersioning" Version="3.6.133" />',
        ),
      ),
      'src/App/App.csproj': sdk(
        items(reference('newtonsoft.json'), reference('Serilog', 'VersionOverride="2.0.0"')),
      ),
    },
    'pkg:nuget/Nerdbank.GitVersioning@3.6.133 dev direct',
    'pkg:nuget/Serilog@2.0.0 required direct',
    'pkg:nuget/newtonsoft.json@13.0.3 required direct',
  ),
  one(
    'only the nearest Directory.Packages.props counts, unless it imports the one above',
    {
      'Directory.Packages.props': msbuild(
        items(
          '<PackageVersion Include="A" Version="1.0.0" />',
          '<PackageVersion Include="B" Version="1.0.0" />',
        ),
      ),
      'x/Directory.Packages.props': msbuild(items('<PackageVersion Include="A" Version="2.0.0" />')),
      'x/X.csproj': sdk(items(reference('A'), reference('B'))),
      'y/Directory.Packages.props': msbuild(
        '<Import Project="$([MSBuild]::GetPathOfFileAbove(Directory.Packages.props, $(MSBuildThisFileDirectory)..))" />',
        items('<PackageVersion Update="A" Version="3.0.0" />'),
      ),
      'y/Y.csproj': sdk(items(reference('A'), reference('B'))),
    },
    'pkg:nuget/A@2.0.0 required direct',
    'pkg:nuget/A@3.0.0 required direct',
    'pkg:nuget/B required direct',
    'pkg:nuget/B@1.0.0 required direct',
  ),
  one(
    'Directory.Build.props gives properties and references to all projects below it, imports included',
    {
      'Directory.Build.props': msbuild(
        '<Import Project="$(MSBuildThisFileDirectory)eng\\Versions.props" />',
        items(reference('Shared', 'Version="$(SharedVersion)"')),
      ),
      'eng/Versions.props': msbuild(properties('<SharedVersion>4.5.6</SharedVersion>')),
      'src/App.csproj': sdk(items(reference('Own', 'Version="$(SharedVersion)"'))),
    },
    'pkg:nuget/Own@4.5.6 required direct',
    'pkg:nuget/Shared@4.5.6 required direct',
  ),
  one(
    'an update changes an existing reference, and adds none',
    {
      'Directory.Build.targets': msbuild(
        items(
          '<PackageReference Update="A" Version="2.0.0" PrivateAssets="all" />',
          '<PackageReference Update="B" Version="1.0.0" />',
        ),
      ),
      'App.csproj': sdk(items(reference('A'))),
    },
    'pkg:nuget/A@2.0.0 dev direct',
  ),
  one(
    'central versions by target framework all count, an update replaces them',
    {
      'Directory.Packages.props': msbuild(
        items(
          '<PackageVersion Include="A" Version="8.0.0"/>',
          '<PackageVersion Include="B" Version="8.0.0"/>',
        ),
        items(
          '<PackageVersion Include="a" Version="9.0.0"/>',
          '<PackageVersion Update="B" Version="9.0.0"/>',
        ),
      ),
      'App.csproj': sdk(items(reference('A'), reference('B'))),
    },
    'pkg:nuget/A@8.0.0 required direct',
    'pkg:nuget/A@9.0.0 required direct',
    'pkg:nuget/B@9.0.0 required direct',
  ),
  one(
    'the packages of a test project are for development',
    {
      'App.sln': 'x',
      'test/T.csproj': sdk(
        items(reference('Microsoft.NET.Test.Sdk', 'Version="17.8.0"'), reference('xunit', 'Version="2.6.2"')),
      ),
    },
    'pkg:nuget/Microsoft.NET.Test.Sdk@17.8.0 dev direct',
    'pkg:nuget/xunit@2.6.2 dev direct',
  ),
];
