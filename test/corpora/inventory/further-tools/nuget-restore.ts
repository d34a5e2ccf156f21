import type { InventoryCase } from '../inventory-case.ts';

const one = (name: string, files: Record<string, string>, ...expected: string[]): InventoryCase => ({
  name,
  files,
  unitType: 'nuget',
  expected,
});

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const sum = Buffer.alloc(64, 7).toString('base64');

type Libraries = Record<string, string[]>;

const named = (key: string): [string, string] => {
  const [name = '', version = ''] = key.split('/');
  return [name, version];
};

const target = (libraries: Libraries) =>
  Object.fromEntries(
    Object.entries(libraries).map(([key, needs]) => [
      key,
      { dependencies: Object.fromEntries(needs.map(named)) },
    ]),
  );

const libraries = (of: Libraries, projects: readonly string[], prefix = '') =>
  Object.fromEntries(
    Object.keys(of).map((key) => [
      key,
      projects.includes(key) ? { type: 'project' } : { type: 'package', sha512: `${prefix}${sum}` },
    ]),
  );

interface Restored {
  of: Record<string, Libraries>;
  projects?: string[];
  asked: Record<string, string>;
  privately?: string[];
}

const assets = ({ of, projects = [], asked, privately = [] }: Restored): string => {
  const all = Object.assign({}, ...Object.values(of)) as Libraries;
  const dependencies = Object.fromEntries(
    Object.entries(asked).map(([name, version]) => [
      name,
      { target: 'Package', version, ...(privately.includes(name) && { suppressParent: 'All' }) },
    ]),
  );
  return json({
    version: 3,
    targets: Object.fromEntries(Object.entries(of).map(([name, each]) => [name, target(each)])),
    libraries: libraries(all, projects),
    projectFileDependencyGroups: { 'net8.0': Object.keys(asked).map((name) => `${name} >= 1.0.0`) },
    project: { version: '1.0.0', frameworks: { 'net8.0': { dependencies } } },
  });
};

const published = (of: Libraries, projects: string[], more: Record<string, unknown> = {}): string =>
  json({
    runtimeTarget: { name: '.NETCoreApp,Version=v8.0', signature: '' },
    targets: { '.NETCoreApp,Version=v8.0': target(of) },
    libraries: { ...libraries(of, projects, 'sha512-'), ...more },
  });

export const cases: InventoryCase[] = [
  one(
    'project.assets.json: dependencies of the project are direct, private ones are for development',
    {
      'obj/project.assets.json': assets({
        of: { 'net8.0': { 'A/1.2.0': ['B/2.0.0'], 'B/2.0.0': [], 'Analyzer/3.0.0': [] } },
        asked: { A: '[1.2.0, )', Analyzer: '[3.0.0, )' },
        privately: ['Analyzer'],
      }),
    },
    'pkg:nuget/A@1.2.0 required direct',
    'pkg:nuget/Analyzer@3.0.0 dev direct',
    'pkg:nuget/B@2.0.0 required transitive',
  ),
  one(
    'project.assets.json: two frameworks, a runtime, and a project reference',
    {
      'obj/project.assets.json': assets({
        of: {
          'net8.0': { 'Lib/1.0.0': ['A/2.0.0'], 'A/2.0.0': [] },
          'net8.0/linux-x64': {
            'Lib/1.0.0': ['A/2.0.0'],
            'A/2.0.0': ['runtime.A/2.0.0'],
            'runtime.A/2.0.0': [],
          },
          net472: { 'A/1.0.0': [] },
        },
        projects: ['Lib/1.0.0'],
        asked: { Lib: '[1.0.0, )', A: '[1.0.0, )' },
      }),
    },
    'local:Lib@1.0.0 required direct',
    'pkg:nuget/A@1.0.0 required direct',
    'pkg:nuget/A@2.0.0 required direct',
    'pkg:nuget/runtime.A@2.0.0 required transitive',
  ),
  one(
    '*.deps.json: the program itself, its packages and its runtime',
    {
      'publish/App.deps.json': published(
        {
          'App/1.0.0': ['A/1.0.0', 'runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.1'],
          'A/1.0.0': ['B/2.0.0'],
          'B/2.0.0': [],
          'runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.1': [],
        },
        ['App/1.0.0'],
        { 'runtimepack.Microsoft.NETCore.App.Runtime.linux-x64/8.0.1': { type: 'runtimepack', sha512: '' } },
      ),
    },
    'local:App@1.0.0 required direct',
    'pkg:nuget/A@1.0.0 required direct',
    'pkg:nuget/B@2.0.0 required transitive',
    'pkg:nuget/Microsoft.NETCore.App.Runtime.linux-x64@8.0.1 required direct',
  ),
  one(
    'paket.lock: groups are resolved separately, and paket.dependencies determines what is direct',
    {
      'paket.dependencies':
        'source https://example.com/index.json\nnuget A >= 1.0\n\ngroup Build\n  source https://example.com/index.json\n  nuget Tool\n',
      'paket.lock': [
        'RESTRICTION: == net8.0',
        'NUGET',
        '  remote: https://example.com/index.json',
        '    A (1.2) - restriction: >= netstandard2.0',
        '      B (>= 2.0)',
        '    B (2.1)',
        '',
        'GROUP Build',
        'NUGET',
        '  remote: https://example.com/index.json',
        '    B (3.0)',
        '    Tool (5.0.0-beta1)',
        '      B (>= 3.0)',
        '',
      ].join('\n'),
    },
    'pkg:nuget/A@1.2 required direct',
    'pkg:nuget/B@2.1 required transitive',
    'pkg:nuget/B@3.0 dev transitive',
    'pkg:nuget/Tool@5.0.0-beta1 dev direct',
  ),
  one(
    'paket.lock: files from repositories and URLs',
    {
      'paket.lock': [
        'GITHUB',
        '  remote: owner/repository',
        '    src/file.fs (0123456789abcdef)',
        '      A (>= 1.0)',
        'HTTP',
        '  remote: https://example.com',
        '    script.fs (/script.fs)',
        'NUGET',
        '  remote: https://example.com/index.json',
        '    A (1.0)',
        '',
      ].join('\n'),
    },
    'pkg:generic/script.fs?download_url=https:%2F%2Fexample.com required direct',
    'pkg:generic/src%2Ffile.fs?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fowner%2Frepository%400123456789abcdef required direct',
    'pkg:nuget/A@1.0 required transitive',
  ),
];
