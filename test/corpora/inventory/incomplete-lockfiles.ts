const manifest = (more: object): string => JSON.stringify({ name: 'app', ...more });
const hash = 'ab'.repeat(32);

/** A lockfile of each format that does not have `b`, which the project asks for. */
export const lockfilesWithoutRequest: [string, Record<string, string>][] = [
  [
    'package-lock.json, by the manifest',
    {
      'package.json': manifest({ dependencies: { b: '3.3.6' } }),
      'package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { '': {}, 'node_modules/a': { version: '1.0.0' } },
      }),
    },
  ],
  [
    'package-lock.json, by its own root',
    {
      'package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { '': { devDependencies: { b: '1' } }, 'node_modules/a': { version: '1.0.0' } },
      }),
    },
  ],
  [
    'package-lock.json of version 1',
    {
      'package.json': manifest({ dependencies: { b: '1' } }),
      'package-lock.json': JSON.stringify({ lockfileVersion: 1, dependencies: { a: { version: '1.0.0' } } }),
    },
  ],
  [
    'yarn.lock of Yarn 1',
    {
      'package.json': manifest({ dependencies: { b: '^1' } }),
      'yarn.lock': '# yarn lockfile v1\n\n\na@^1:\n  version "1.0.0"\n',
    },
  ],
  [
    'yarn.lock of Yarn 4',
    {
      'package.json': manifest({ dependencies: { b: '^1' } }),
      'yarn.lock':
        '__metadata:\n  version: 8\n\n"a@npm:^1":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0"\n  linkType: hard\n\n"app@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "app@workspace:."\n  dependencies:\n    b: "npm:^1"\n  linkType: soft\n',
    },
  ],
  [
    'pnpm-lock.yaml without packages',
    {
      'pnpm-lock.yaml':
        "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      b:\n        specifier: ^4\n        version: 4.17.21\n",
    },
  ],
  [
    'bun.lock',
    {
      'bun.lock':
        '{"lockfileVersion": 1, "workspaces": {"": {"dependencies": {"b": "1"}}}, "packages": {"a": ["a@1.0.0", "", {}, ""]}}',
    },
  ],
  [
    'poetry.lock',
    {
      'pyproject.toml': '[project]\nname = "app"\ndependencies = ["B>=1"]\n',
      'poetry.lock': '[[package]]\nname = "a"\nversion = "1.0"\n[metadata]\nlock-version = "2.0"\n',
    },
  ],
  [
    'uv.lock, by its own metadata',
    {
      'uv.lock':
        'version = 1\n[[package]]\nname = "app"\nversion = "1"\nsource = { virtual = "." }\n[package.metadata]\nrequires-dist = [{ name = "b" }]\n',
    },
  ],
  [
    'pdm.lock',
    {
      'pyproject.toml': '[project]\nname = "app"\ndependencies = ["b"]\n',
      'pdm.lock': `[metadata]\nlock_version = "4.5.0"\n[[package]]\nname = "a"\nversion = "1"\nfiles = [{hash = "sha256:${hash}"}]\n`,
    },
  ],
  [
    'Pipfile.lock',
    {
      Pipfile: '[packages]\nb = "*"\n',
      'Pipfile.lock': JSON.stringify({ _meta: {}, default: { a: { version: '==1.0' } } }),
    },
  ],
  [
    'requirements.txt, by its source',
    { 'requirements.in': 'b>=1\n', 'requirements.txt': 'a==1.0\n    # via -r requirements.in\n' },
  ],
  [
    'Cargo.lock',
    {
      'Cargo.toml': '[package]\nname = "app"\n[target.x.dev-dependencies]\nb = "1"\n',
      'Cargo.lock': 'version = 4\n[[package]]\nname = "app"\nversion = "1.0.0"\n',
    },
  ],
  [
    'Gemfile.lock',
    {
      Gemfile: 'gem "b"\n',
      'Gemfile.lock': 'GEM\n  remote: https://rubygems.org/\n  specs:\n    a (1.0)\n\nDEPENDENCIES\n  b\n',
    },
  ],
  [
    'composer.lock',
    {
      'composer.json': '{"require": {"php": ">=8", "v/b": "^1"}}',
      'composer.lock': JSON.stringify({ packages: [{ name: 'v/a', version: '1.0.0' }] }),
    },
  ],
  [
    'packages.lock.json',
    {
      'app.csproj':
        '<Project><ItemGroup><PackageReference Include="b" Version="1.0.0" /></ItemGroup></Project>',
      'packages.lock.json': JSON.stringify({
        version: 1,
        dependencies: { 'net8.0': { a: { type: 'Direct', resolved: '1.0.0' } } },
      }),
    },
  ],
  [
    'mix.lock',
    {
      'mix.exs': 'defp deps, do: [{:b, "~> 1.0"}]',
      'mix.lock': '%{\n  "a": {:hex, :a, "1.0.0", "00", [:mix], [], "hexpm", "11"},\n}\n',
    },
  ],
  [
    'pubspec.lock',
    {
      'pubspec.yaml': 'name: app\ndependencies:\n  b: ^1.0.0\n',
      'pubspec.lock':
        'packages:\n  a:\n    dependency: transitive\n    source: hosted\n    version: "1.0.0"\nsdks:\n  dart: ">=3.0.0"\n',
    },
  ],
  [
    'Package.resolved',
    {
      'Package.swift': 'let p = Package(dependencies: [.package(url: "https://h/o/b", from: "1.0.0")])',
      'Package.resolved': JSON.stringify({ version: 2, pins: [] }),
    },
  ],
];
