import { describe, expect, test } from 'vitest';
import { componentOf, inventoryOf, integrity, reasonsOf } from '../inventory-fixtures.ts';

const npmLock = (own: object): string =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { name: 'p', ...own },
      'node_modules/a': {
        version: '1.0.0',
        integrity,
        dev: true,
        dependencies: { b: '1.0.0' },
        peerDependencies: { c: '1' },
      },
      'node_modules/b': { version: '1.0.0', integrity, dev: true },
      'node_modules/c': { version: '1.0.0', integrity, dev: true },
    },
  });

describe('a mark for development does not weaken what the project needs', () => {
  test.each([
    ['in the lockfile too', { dependencies: { a: '1.0.0' } }],
    ['in the manifest alone', { devDependencies: { a: '1.0.0' } }],
  ])('npm, %s', (_, own) => {
    const inventory = inventoryOf({
      'package.json': JSON.stringify({
        name: 'p',
        dependencies: { a: '1.0.0' },
        devDependencies: { c: '1' },
      }),
      'package-lock.json': npmLock(own),
    });
    expect(['a', 'b', 'c'].map((name) => componentOf(inventory, name).scope)).toEqual([
      'required',
      'required',
      'dev',
    ]);
  });

  test('npm, for a development dependency it holds', () => {
    const own = { devDependencies: { a: '1.0.0' } };
    const inventory = inventoryOf({
      'package.json': JSON.stringify({ name: 'p', ...own }),
      'package-lock.json': npmLock(own),
    });
    expect(componentOf(inventory, 'b').scope).toBe('dev');
  });

  test('Poetry', () => {
    const entry = (name: string, more = ''): string =>
      `[[package]]\nname = "${name}"\nversion = "1.0.0"\ncategory = "dev"\noptional = false\n${more}\n`;
    const inventory = inventoryOf({
      'pyproject.toml': '[tool.poetry.dependencies]\na = "1.0.0"\n',
      'poetry.lock': `${entry('a', '[package.dependencies]\nb = "*"\nc = {version = "*", optional = true}\n')}${entry('b')}${entry('c')}[metadata]\nlock-version = "2.0"\n`,
    });
    expect(['a', 'b', 'c'].map((name) => componentOf(inventory, name).scope)).toEqual([
      'required',
      'required',
      'dev',
    ]);
  });

  test.each([
    ['requirements-dev.txt', 'dev'],
    ['requirements/test.txt', 'dev'],
    ['docs/requirements.txt', 'dev'],
    ['ci-runner/requirements.txt', 'required'],
    ['docs-api/requirements.txt', 'required'],
  ])('the name of a folder counts as a whole: %s', (path, scope) => {
    expect(componentOf(inventoryOf({ [path]: 'a==1.0\n' }), 'a').scope).toBe(scope);
  });
});

test('a package that has a lockfile of its own in its archive is a gap', () => {
  const inventory = inventoryOf({
    'package.json': JSON.stringify({ name: 'p', dependencies: { a: '1.0.0' } }),
    'package-lock.json': JSON.stringify({
      lockfileVersion: 3,
      packages: {
        '': { name: 'p', dependencies: { a: '1.0.0' } },
        'node_modules/a': { version: '1.0.0', integrity, hasShrinkwrap: true },
      },
    }),
  });
  expect(reasonsOf(inventory.notes)).toEqual([
    'package-lock.json: packages that install what a lockfile of their own says (1): a',
  ]);
});
