import { describe, expect, test } from 'vitest';
import { componentCoverage } from '@scangate/engines/component-coverage';
import { inventoryOf, reasonsOf, type Contents } from './inventory-fixtures.ts';

const unreachable = 'packages that nothing in the lockfile asks for';

const registry = 'source = "registry+https://github.com/rust-lang/crates.io-index"';
const cargoPackage = (name: string, more: string): string =>
  `[[package]]\nname = "${name}"\nversion = "1.0.0"\n${more}\n`;

/** Lockfiles in which the entry of `z` does or does not name its dependency `b`. */
const lockfiles: [string, write: (needs: boolean) => Contents][] = [
  [
    'Cargo.lock',
    (needs) => ({
      'Cargo.lock': `version = 4\n${cargoPackage('app', 'dependencies = ["z"]')}${cargoPackage('b', registry)}${cargoPackage('z', `${registry}${needs ? '\ndependencies = ["b"]' : ''}`)}`,
    }),
  ],
  [
    'yarn.lock',
    (needs) => ({
      'package.json': '{"dependencies": {"z": "^1"}}',
      'yarn.lock': `# yarn lockfile v1\n\n\nb@^1:\n  version "1.0.0"\n\nz@^1:\n  version "1.0.0"\n${needs ? '  dependencies:\n    b "^1"\n' : ''}`,
    }),
  ],
  [
    'pnpm-lock.yaml',
    (needs) => ({
      'pnpm-lock.yaml': `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      z:\n        specifier: ^1\n        version: 1.0.0\npackages:\n  b@1.0.0:\n    resolution: {integrity: sha512-x}\n  z@1.0.0:\n    resolution: {integrity: sha512-x}\nsnapshots:\n  b@1.0.0: {}\n  z@1.0.0:${needs ? '\n    dependencies:\n      b: 1.0.0\n' : ' {}\n'}`,
    }),
  ],
  [
    'poetry.lock',
    (needs) => ({
      'pyproject.toml': '[tool.poetry.dependencies]\nz = "^1"\n',
      'poetry.lock': `[[package]]\nname = "b"\nversion = "1.0"\n[[package]]\nname = "z"\nversion = "1.0"\n${needs ? '[package.dependencies]\nb = "*"\n' : ''}[metadata]\nlock-version = "2.1"\n`,
    }),
  ],
  [
    'Gemfile.lock',
    (needs) => ({
      'Gemfile.lock': `GEM\n  remote: https://rubygems.org/\n  specs:\n    b (1.0)\n    z (1.0)\n${needs ? '      b\n' : ''}\nDEPENDENCIES\n  z\n`,
    }),
  ],
  [
    'composer.lock',
    (needs) => ({
      'composer.json': '{"require": {"v/z": "^1"}}',
      'composer.lock': JSON.stringify({
        packages: [
          { name: 'v/b', version: '1.0.0' },
          { name: 'v/z', version: '1.0.0', ...(needs && { require: { 'v/b': '*' } }) },
        ],
      }),
    }),
  ],
];

describe.each(lockfiles)('%s', (_, write) => {
  test('an entry that has lost its dependencies is detected by the unreachable packages', () => {
    const inventory = inventoryOf(write(false));
    expect(reasonsOf(inventory.notes)).toContainEqual(
      expect.stringMatching(new RegExp(String.raw`${unreachable} \(1\): (?:v/)?b$`)),
    );
    const coverage = componentCoverage('sca', inventory, { assessed: 2, gaps: [] });
    expect(coverage.status).toBe('partial');
  });

  test('an entry with its dependencies leaves nothing unreachable', () => {
    expect(reasonsOf(inventoryOf(write(true)).notes).join('\n')).not.toContain(unreachable);
  });
});

test('Cargo: a dependency of another local package is reachable', () => {
  const contents = {
    'Cargo.toml': '[package]\nname = "app"\n',
    'Cargo.lock': `version = 4\n${cargoPackage('app', '')}${cargoPackage('b', registry)}${cargoPackage('elsewhere', 'dependencies = ["b"]')}`,
  };
  expect(reasonsOf(inventoryOf(contents).notes).join('\n')).not.toContain(unreachable);
});

describe('package-lock.json, version 2', () => {
  const lock = (old: object, current = '1.0.0'): Contents => ({
    'package-lock.json': JSON.stringify({
      lockfileVersion: 2,
      packages: {
        '': { dependencies: { a: '^1.0.0' } },
        'node_modules/a': { version: current },
        'node_modules/w': { resolved: 'w', link: true },
        w: { version: '1.0.0' },
      },
      dependencies: { w: { version: 'file:w' }, ...old },
    }),
  });
  const reasons = (contents: Contents): string => reasonsOf(inventoryOf(contents).notes).join('\n');
  const differing = 'packages that only one of its two lists has';

  test.each([
    ['another version', { a: { version: '0.9.0' } }, '(2): a@0.9.0, a@1.0.0'],
    ['nothing', {}, '(1): a@1.0.0'],
    [
      'one more package',
      { a: { version: '1.0.0', dependencies: { x: { version: '2.0.0' } } } },
      '(1): x@2.0.0',
    ],
  ])('a differing tree for old npm, with %s: both are named', (_, old, named) => {
    expect(reasons(lock(old))).toContain(`${differing} ${named}`);
  });

  test('equal lists, and packages from repositories, are not a gap', () => {
    expect(reasons(lock({ a: { version: '1.0.0' } }))).not.toContain(differing);
    expect(reasons(lock({ a: { version: 'git+ssh://git@h/o/a.git#12', from: 'a@git' } }))).not.toContain(
      differing,
    );
  });
});

describe('optional dependencies of the project itself', () => {
  test.each<[string, Contents]>([
    [
      'package-lock.json',
      {
        'package-lock.json': JSON.stringify({
          lockfileVersion: 3,
          packages: { '': { optionalDependencies: { o: '1' } } },
        }),
      },
    ],
    [
      'bun.lock',
      {
        'bun.lock':
          '{"lockfileVersion":1,"workspaces":{"":{"optionalDependencies":{"o":"1"}}},"packages":{}}',
      },
    ],
    [
      'yarn.lock',
      { 'package.json': '{"optionalDependencies": {"o": "1"}}', 'yarn.lock': '# yarn lockfile v1\n\n\n' },
    ],
  ])('%s: a truncated one is detected', (_, contents) => {
    expect(reasonsOf(inventoryOf(contents).notes)).toContainEqual(
      expect.stringMatching(/ does not have \(1\): o$/),
    );
  });
});

test('Cargo: a package below the lockfile and outside its workspace is named', () => {
  const contents = {
    'Cargo.toml': '[workspace]\nmembers = ["m"]\nexclude = ["tools"]\n',
    'm/Cargo.toml': '[package]\nname = "m"\n[dependencies]\na = "1"\n',
    'tools/y/Cargo.toml': '[package]\nname = "y"\n[dependencies]\nb = "1"\n',
    'tools/empty/Cargo.toml': '[package]\nname = "empty"\n',
    'Cargo.lock': `version = 4\n${cargoPackage('a', registry)}${cargoPackage('m', 'dependencies = ["a"]')}`,
  };
  expect(reasonsOf(inventoryOf(contents).notes)).toContain(
    'Cargo.lock: manifests whose dependencies no lockfile has (1): tools/y/Cargo.toml',
  );
});
