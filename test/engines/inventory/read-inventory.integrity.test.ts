import { describe, expect, test } from 'vitest';
import { componentCoverage } from '@scangate/engines/component-coverage';
import type { Inventory } from '@scangate/engines/model/component';
import { lockfilesWithoutRequest } from '#test/corpora/inventory/incomplete-lockfiles.ts';
import { inventoryOf, reasonsOf, type Contents } from './inventory-fixtures.ts';

const coverageOf = (inventory: Inventory) =>
  componentCoverage('sca', inventory, { assessed: inventory.components.length, gaps: [] });

const missing = 'dependencies that the project asks for and the lockfile does not have';
const unlisted = 'dependencies that the file itself does not list';
const manifest = (more: object): string => JSON.stringify({ name: 'app', ...more });

describe('a lockfile without the dependencies of its project', () => {
  test.each(lockfilesWithoutRequest)(
    '%s: the missing name is a gap, and nothing counts as assessed',
    (_, contents) => {
      const coverage = coverageOf(inventoryOf(contents));
      const [gap] = coverage.gaps.filter(({ reason }) => reason.startsWith(missing));
      expect(gap?.reason).toMatch(/: (?:v\/|h\/o\/)?b$/);
      expect(coverage.status).toBe('unassessed');
    },
  );

  test('the rest is still assessed when only a part is missing', () => {
    const coverage = coverageOf(
      inventoryOf({
        'package.json': manifest({ dependencies: { a: '1', b: '1' } }),
        'package-lock.json': JSON.stringify({
          lockfileVersion: 3,
          packages: { '': { dependencies: { a: '1' } }, 'node_modules/a': { version: '1.0.0' } },
        }),
      }),
    );
    expect(coverage).toMatchObject({ status: 'partial', assessed: 1 });
    expect(coverage.gaps).toEqual([{ reason: `${missing} (1): b`, file: 'package-lock.json', count: 1 }]);
  });

  test('one complete lockfile beside it makes the unit partial', () => {
    const [, contents] = lockfilesWithoutRequest[0] ?? ['', {}];
    const whole = JSON.stringify({
      lockfileVersion: 3,
      packages: { '': {}, 'node_modules/x': { version: '1.0.0' } },
    });
    expect(coverageOf(inventoryOf({ ...contents, 'tools/package-lock.json': whole })).status).toBe('partial');
  });
});

describe('dependencies that may be absent are not a gap', () => {
  const npm = (root: object, packages: object = {}): Contents => ({
    'package.json': manifest(root),
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { '': root, ...packages } }),
  });

  test.each<[string, Contents]>([
    [
      'npm: a peer that nobody installs',
      npm(
        { dependencies: { a: '1' } },
        { 'node_modules/a': { version: '1.0.0', peerDependencies: { p: '1' } } },
      ),
    ],
    [
      'npm: a workspace member by its link',
      npm(
        { workspaces: ['w/*'], dependencies: { w: '1' } },
        { 'node_modules/w': { resolved: 'w/w', link: true }, 'w/w': { name: 'w', version: '1.0.0' } },
      ),
    ],
    [
      'Yarn 1: a range that resolutions replace',
      {
        'package.json': manifest({ dependencies: { a: '^1' }, resolutions: { '**/a': '2.0.0' } }),
        'yarn.lock': '# yarn lockfile v1\n\n\na@2.0.0:\n  version "2.0.0"\n',
      },
    ],
    [
      'pnpm: an override that removes a dependency',
      {
        'package.json': manifest({ dependencies: { a: '1', b: '1' }, pnpm: { overrides: { b: '-' } } }),
        'pnpm-lock.yaml':
          "lockfileVersion: '9.0'\noverrides:\n  b: '-'\nimporters:\n  .:\n    dependencies:\n      a:\n        specifier: '1'\n        version: 1.0.0\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-x}\nsnapshots:\n  a@1.0.0: {}\n",
      },
    ],
    [
      'Poetry: a dependency that a marker takes out',
      {
        'pyproject.toml':
          '[tool.poetry.dependencies]\npython = "^3.9"\na = "1"\nb = { version = "1", python = "<3" }\n',
        'poetry.lock':
          '[[package]]\nname = "a"\nversion = "1.0"\n[package.dependencies]\nc = { version = "1", optional = true }\nd = { version = "1", markers = "x" }\n[metadata]\nlock-version = "2.0"\n',
      },
    ],
    [
      'Bundler: a gem for another platform, and Bundler itself',
      {
        Gemfile: 'gem "a"\ngem "tzinfo-data", platforms: [:mswin]\nif ENV["X"]\n  gem "y"\nend\n',
        'Gemfile.lock':
          'GEM\n  remote: https://rubygems.org/\n  specs:\n    a (1.0)\n      bundler (>= 1)\n\nDEPENDENCIES\n  a\n  tzinfo-data\n',
      },
    ],
    [
      'Composer: what the project replaces itself',
      {
        'composer.json': '{"require": {"v/a": "1", "ext-json": "*"}, "replace": {"symfony/polyfill-x": "*"}}',
        'composer.lock': JSON.stringify({
          packages: [{ name: 'v/a', version: '1.0.0', require: { 'symfony/polyfill-x': '*' } }],
        }),
      },
    ],
    [
      'Mix: an application of the umbrella and a path',
      {
        'mix.exs': '[{:a, "~> 1.0"}, {:own, in_umbrella: true}, {:near, "~> 1.0", path: "../near"}]',
        'mix.lock':
          '%{\n  "a": {:hex, :a, "1.0.0", "00", [:mix], [{:near, "~> 1.0", []}], "hexpm", "11"},\n}\n',
      },
    ],
    [
      'NuGet: a reference with a condition',
      {
        'app.csproj':
          '<Project><ItemGroup Condition="\'$(CI)\' == \'1\'"><PackageReference Include="b" /></ItemGroup></Project>',
        'packages.lock.json': JSON.stringify({ version: 1, dependencies: { 'net8.0': {} } }),
      },
    ],
  ])('%s', (_, contents) => {
    const gaps = reasonsOf(inventoryOf(contents).notes).filter((reason) =>
      [missing, unlisted, 'cut off'].some((kind) => reason.includes(kind)),
    );
    expect(gaps).toEqual([]);
  });
});

describe('an edge without a target is a gap', () => {
  test.each<[string, Contents]>([
    [
      'package-lock.json',
      {
        'package-lock.json': JSON.stringify({
          lockfileVersion: 3,
          packages: {
            '': { dependencies: { a: '1' } },
            'node_modules/a': { version: '1.0.0', dependencies: { z: '1' } },
          },
        }),
      },
    ],
    ['yarn.lock', { 'yarn.lock': 'a@^1:\n  version "1.0.0"\n  dependencies:\n    z "^1"\n' }],
    [
      'Gemfile.lock',
      {
        'Gemfile.lock':
          'GEM\n  remote: https://h/\n  specs:\n    a (1.0)\n      z (>= 1)\n\nDEPENDENCIES\n  a\n',
      },
    ],
    [
      'packages.lock.json',
      {
        'packages.lock.json': JSON.stringify({
          version: 1,
          dependencies: { 'net8.0': { a: { type: 'Direct', resolved: '1.0.0', dependencies: { z: '1' } } } },
        }),
      },
    ],
    ['requirements.txt', { 'requirements.txt': 'a==1.0\n    # via z\n' }],
  ])('%s', (_, contents) => {
    const notes = reasonsOf(inventoryOf(contents).notes);
    expect(notes).toContainEqual(expect.stringMatching(new RegExp(`${unlisted} \\(1\\): z`)));
  });

  test('another range of the same name does not replace a missing one', () => {
    const { notes } = inventoryOf({
      'yarn.lock': 'a@^1:\n  version "1.0.0"\n  dependencies:\n    b "^2"\n\nb@^1:\n  version "1.0.0"\n',
    });
    expect(reasonsOf(notes)).toContain(`yarn.lock: ${unlisted} (1): b@^2`);
  });
});

test('a damaged manifest is a gap, because its dependencies are unknown', () => {
  const { notes } = inventoryOf({
    'package.json': '{"dependencies": {',
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { '': {} } }),
  });
  expect(reasonsOf(notes)).toEqual(['package-lock.json: manifests that cannot be read (1): package.json']);
});
