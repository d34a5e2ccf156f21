import type { InventoryCase } from '../inventory-case.ts';

const one = (
  unitType: 'conan' | 'vcpkg',
  name: string,
  files: Record<string, string>,
  ...expected: string[]
): InventoryCase => ({ name, files, unitType, expected });

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const cases: InventoryCase[] = [
  one(
    'conan',
    'Conan 2: lists by use; the conanfile tells what is direct',
    {
      'conanfile.txt':
        '[requires]\na/1.0\n# b/9.9\n[tool_requires]\ncmake/[>=3.20]\n[options]\na/*:shared=True\n',
      'conan.lock': json({
        version: '0.5',
        requires: ['b/2.0#0123456789abcdef%1700000000.1', 'a/1.0#0123456789abcdef%1700000000.2'],
        build_requires: ['cmake/3.27.1#0123456789abcdef%1700000000.3'],
        python_requires: [],
        config_requires: [],
      }),
    },
    'pkg:conan/a@1.0 required direct',
    'pkg:conan/b@2.0 required transitive',
    'pkg:conan/cmake@3.27.1 dev direct',
  ),
  one(
    'conan',
    'Conan 2: a user and a channel are another package; a recipe tells what is direct',
    {
      'conanfile.py': 'class App(ConanFile):\n    def requirements(self):\n        self.requires("a/1.0")\n',
      'conan.lock': json({
        version: '0.5',
        requires: ['a/1.0#01', 'c/3.0@team/stable#02'],
        build_requires: [],
        python_requires: ['tools/1.0#03'],
      }),
    },
    'pkg:conan/a@1.0 required direct',
    'pkg:conan/c@3.0?channel=stable&user=team required transitive',
    'pkg:conan/tools@1.0 dev transitive',
  ),
  one(
    'conan',
    'Conan 1: a graph',
    {
      'conan.lock': json({
        graph_lock: {
          nodes: {
            '0': {
              options: '',
              requires: ['1'],
              build_requires: ['3'],
              path: 'conanfile.txt',
              context: 'host',
            },
            '1': { ref: 'a/1.0#0123', requires: ['2'], context: 'host' },
            '2': { ref: 'b/2.0', context: 'host' },
            '3': { ref: 'cmake/3.27.1', context: 'build' },
          },
          revisions_enabled: true,
        },
        version: '0.4',
      }),
    },
    'pkg:conan/a@1.0 required direct',
    'pkg:conan/b@2.0 required transitive',
    'pkg:conan/cmake@3.27.1 dev direct',
  ),
  one(
    'vcpkg',
    'vcpkg.json: overrides pin, tools of the build and features are told apart',
    {
      'vcpkg.json': json({
        name: 'app',
        version: '1.0.0',
        dependencies: ['a', { name: 'b', 'version>=': '1.2.0' }, { name: 'tool', host: true }],
        features: { extra: { description: 'x', dependencies: ['c', { name: 'app', features: ['y'] }] } },
        overrides: [
          { name: 'a', version: '9.1.0#2' },
          { name: 'c', 'version-string': '2024', 'port-version': 1 },
        ],
        'builtin-baseline': '0123456789abcdef0123456789abcdef01234567',
      }),
    },
    'pkg:vcpkg/a@9.1.0?port_version=2 required direct',
    'pkg:vcpkg/b required direct',
    'pkg:vcpkg/c@2024?port_version=1 optional direct',
    'pkg:vcpkg/tool dev direct',
  ),
];
