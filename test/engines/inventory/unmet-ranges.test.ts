import { describe, expect, test } from 'vitest';
import { componentCoverage } from '@scangate/engines/component-coverage';
import { inventoryOf, reasonsOf, type Contents } from './inventory-fixtures.ts';

const unmet = 'dependencies that the lockfile has in another version than the project asks for';

/** A project that requires `a` in a range of version 2, with a lockfile that has the given version. */
type Project = (locked: string) => Contents;

const toml = (name: string, version: string, more = ''): string =>
  `[[package]]\nname = "${name}"\nversion = "${version}"\n${more}\n`;
const wheel = 'wheels = [{ url = "https://h/a.whl", hash = "sha256:00" }]\n';

const projects: [string, asked: string, Project][] = [
  [
    'Poetry',
    'a ^2.0',
    (locked) => ({
      'pyproject.toml':
        '[tool.poetry.dependencies]\npython = "^3.9"\na = "^2.0"\nb = { version = "^2", python = "<3" }\n',
      'poetry.lock': `${toml('a', locked)}${toml('b', locked)}[metadata]\nlock-version = "2.1"\n`,
    }),
  ],
  [
    'Poetry with the standard tables',
    'a (>=2.0,<3.0)',
    (locked) => ({
      'pyproject.toml':
        '[project]\nname = "app"\ndependencies = ["A (>=2.0,<3.0)", "b>=9; python_version<\'3\'"]\n',
      'poetry.lock': `${toml('a', locked)}${toml('b', locked)}[metadata]\nlock-version = "2.1"\n`,
    }),
  ],
  [
    'uv',
    'a >=2,<3',
    (locked) => ({
      'pyproject.toml': '[project]\nname = "app"\ndependencies = ["a>=2,<3"]\n',
      'uv.lock': `version = 1\n${toml('a', locked, `source = { registry = "https://pypi.org/simple" }\n${wheel}`)}${toml('app', '0', 'source = { virtual = "." }\ndependencies = [{ name = "a" }]\n')}`,
    }),
  ],
  [
    'metadata in uv.lock itself',
    'a >=2,<3',
    (locked) => ({
      'uv.lock': `version = 1\n${toml('a', locked, `source = { registry = "https://pypi.org/simple" }\n${wheel}`)}${toml('app', '0', 'source = { virtual = "." }\ndependencies = [{ name = "a" }]\n[package.metadata]\nrequires-dist = [{ name = "a", specifier = ">=2,<3" }]\n')}`,
    }),
  ],
  [
    'PDM',
    'a ~=2.0',
    (locked) => ({
      'pyproject.toml': '[project]\ndependencies = ["a~=2.0"]\n',
      'pdm.lock': `[metadata]\ngroups = ["default"]\n${toml('a', locked, 'files = [{ file = "a.whl", hash = "sha256:00" }]')}`,
    }),
  ],
  [
    'Pipenv',
    'a ==2.*',
    (locked) => ({
      Pipfile: '[packages]\na = "==2.*"\nb = "*"\n',
      'Pipfile.lock': JSON.stringify({
        _meta: {},
        default: { a: { version: `==${locked}` }, b: { version: `==${locked}` } },
      }),
    }),
  ],
  [
    'pip-tools',
    'a ~=2.0',
    (locked) => ({
      'requirements.in': 'a~=2.0\n',
      'requirements.txt': `a==${locked}\n    # via -r requirements.in\n`,
    }),
  ],
  [
    'Cargo',
    'a 2.0',
    (locked) => ({
      'Cargo.toml': '[package]\nname = "app"\n[dependencies]\nrenamed = { package = "a", version = "2.0" }\n',
      'Cargo.lock': `version = 4\n${toml('a', locked, 'source = "registry+https://github.com/rust-lang/crates.io-index"')}${toml('app', '0.1.0', 'dependencies = ["a"]')}`,
    }),
  ],
  [
    'a workspace of Cargo',
    'a =2.0.0',
    (locked) => ({
      'Cargo.toml': '[workspace]\nmembers = ["m"]\n[workspace.dependencies]\na = "=2.0.0"\n',
      'm/Cargo.toml': '[package]\nname = "m"\n[dev-dependencies]\na.workspace = true\n',
      'Cargo.lock': `version = 4\n${toml('a', locked, 'source = "registry+https://github.com/rust-lang/crates.io-index"')}${toml('m', '0.1.0', 'dependencies = ["a"]')}`,
    }),
  ],
  [
    'Bundler',
    'a ~> 2.0',
    (locked) => ({
      Gemfile: 'gem "a", "~> 2.0", ">= 2.0.0", require: false\ngem "b", "~> 9" if ENV["X"]\n',
      'Gemfile.lock': `GEM\n  remote: https://rubygems.org/\n  specs:\n    a (${locked})\n    b (1.0)\n\nDEPENDENCIES\n  a\n  b\n`,
    }),
  ],
  [
    'dependencies in Gemfile.lock itself',
    'a >= 2.0, < 3',
    (locked) => ({
      'Gemfile.lock': `GEM\n  remote: https://rubygems.org/\n  specs:\n    a (${locked})\n\nDEPENDENCIES\n  a (>= 2.0, < 3)\n`,
    }),
  ],
  [
    'Composer',
    'v/a ^2.0',
    (locked) => ({
      'composer.json': '{"require": {"php": ">=8", "v/a": "^2.0"}, "require-dev": {"v/b": "dev-main"}}',
      'composer.lock': JSON.stringify({
        packages: [{ name: 'v/a', version: `v${locked}` }],
        'packages-dev': [{ name: 'v/b', version: 'dev-main' }],
      }),
    }),
  ],
  [
    'NuGet',
    'a [2.0.0, 3.0.0)',
    (locked) => ({
      'packages.lock.json': JSON.stringify({
        version: 1,
        dependencies: { 'net8.0': { A: { type: 'Direct', requested: '[2.0.0, 3.0.0)', resolved: locked } } },
      }),
    }),
  ],
  [
    'Mix',
    'a ~> 2.0',
    (locked) => ({
      'mix.exs': '[{:a, "~> 2.0"}, {:b, "~> 9.0", override: true}]',
      'mix.lock': `%{\n  "a": {:hex, :a, "${locked}", "00", [:mix], [], "hexpm", "11"},\n  "b": {:hex, :b, "9.0.0", "00", [:mix], [], "hexpm", "11"},\n}\n`,
    }),
  ],
  [
    'Pub',
    'a ^2.0.0',
    (locked) => ({
      'pubspec.yaml':
        'name: app\ndependencies:\n  a: ^2.0.0\n  b:\n    version: ">=9.0.0"\ndependency_overrides:\n  b: 1.0.0\n',
      'pubspec.lock': `packages:\n  a:\n    dependency: "direct main"\n    source: hosted\n    version: "${locked}"\n  b:\n    dependency: "direct overridden"\n    source: hosted\n    version: "1.0.0"\nsdks:\n  dart: ">=3.0.0"\n`,
    }),
  ],
  [
    'Gradle',
    'g:a [2.0,3.0)',
    (locked) => ({
      'build.gradle': "dependencies {\n  implementation 'g:a:[2.0,3.0)'\n}\n",
      'gradle.lockfile': `g:a:${locked}=compileClasspath\nempty=\n`,
    }),
  ],
  [
    'a catalog of pnpm',
    'a@^2.0.0',
    (locked) => ({
      'package.json': '{"name": "app", "dependencies": {"a": "catalog:"}}',
      'pnpm-workspace.yaml': 'packages: []\ncatalog:\n  a: ^2.0.0\n',
      'pnpm-lock.yaml': `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a:\n        specifier: 'catalog:'\n        version: ${locked}\npackages:\n  a@${locked}:\n    resolution: {integrity: sha512-x}\nsnapshots:\n  a@${locked}: {}\n`,
    }),
  ],
];

const unmetIn = (contents: Contents): string[] =>
  reasonsOf(inventoryOf(contents).notes).filter((reason) => reason.includes(unmet));

describe.each(projects)('%s', (_, asked, project) => {
  test('a version outside the range is a gap that names the requirement', () => {
    for (const locked of ['1.9.9', '3.0.0']) {
      const inventory = inventoryOf(project(locked));
      const [gap, ...more] = unmetIn(project(locked));
      expect(more).toEqual([]);
      expect(gap).toContain(`: ${asked}`);
      const coverage = componentCoverage('sca', inventory, {
        assessed: inventory.components.length,
        gaps: [],
      });
      expect(coverage.status).toBe('partial');
    }
  });

  test('a version inside the range is not a gap', () => {
    expect(unmetIn(project('2.0.0'))).toEqual([]);
  });
});

describe('versions that are not compared', () => {
  test.each<[string, Contents]>([
    [
      'uv: an override',
      {
        'pyproject.toml':
          '[project]\ndependencies = ["a>=2"]\n[tool.uv]\noverride-dependencies = ["a==1.0"]\n',
        'uv.lock': `version = 1\n${toml('a', '1.0', `source = { registry = "https://pypi.org/simple" }\n${wheel}`)}`,
      },
    ],
    [
      'Cargo: a patch from a repository',
      {
        'Cargo.toml': '[package]\nname = "app"\n[dependencies]\na = "2"\n',
        'Cargo.lock': `version = 4\n${toml('a', '1.0.0', 'source = "git+https://h/a#12"')}${toml('app', '0.1.0', 'dependencies = ["a"]')}`,
      },
    ],
    [
      'several versions for several environments, of which one is inside',
      {
        'pyproject.toml': '[project]\ndependencies = ["a>=2"]\n',
        'poetry.lock': `${toml('a', '1.0')}${toml('a', '2.0')}[metadata]\nlock-version = "2.1"\n`,
      },
    ],
    [
      'Gradle: a version that the script forces',
      {
        'build.gradle':
          "dependencies {\n  implementation 'g:a:2.0'\n}\nconfigurations.all { resolutionStrategy { force 'g:a:1.0' } }\n",
        'gradle.lockfile': 'g:a:1.0=compileClasspath\nempty=\n',
      },
    ],
  ])('%s', (_, contents) => {
    expect(unmetIn(contents)).toEqual([]);
  });
});

test('NuGet: a range that the project does not state is a gap', () => {
  const contents = (stated: string): Contents => ({
    'app.csproj': `<Project><ItemGroup><PackageReference Include="A" Version="${stated}" /></ItemGroup></Project>`,
    'packages.lock.json': JSON.stringify({
      version: 1,
      dependencies: { 'net8.0': { A: { type: 'Direct', requested: '[2.0.0, )', resolved: '2.0.0' } } },
    }),
  });
  expect(unmetIn(contents('2.0'))).toEqual([]);
  expect(unmetIn(contents('[2.0.0]'))).toHaveLength(1);
  expect(unmetIn(contents('1.9.0'))).toEqual([`packages.lock.json: ${unmet} (1): A 1.9.0`]);
});
