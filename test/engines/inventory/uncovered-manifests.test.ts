import { describe, expect, test } from 'vitest';
import { inventoryOf, reasonsOf, type Contents } from './inventory-fixtures.ts';

const uncovered = 'manifests whose dependencies no lockfile has';

/** Projects that have `a` in their lockfile, and below it a manifest that requires a name. */
const projects: [string, file: string, (name: string) => Contents][] = [
  [
    'Poetry',
    'tools/pyproject.toml',
    (name) => ({
      'poetry.lock': '[[package]]\nname = "a"\nversion = "1.0"\n[metadata]\nlock-version = "2.1"\n',
      'tools/pyproject.toml': `[project]\ndependencies = ["${name}>=1"]\n[dependency-groups]\ndev = ["other"]\n`,
    }),
  ],
  [
    'uv',
    'tools/pyproject.toml',
    (name) => ({
      'uv.lock':
        'version = 1\n[[package]]\nname = "a"\nversion = "1.0"\nsource = { registry = "https://pypi.org/simple" }\nsdist = { url = "https://h/a.tar.gz", hash = "sha256:00" }\n',
      'tools/pyproject.toml': `[project]\ndependencies = ["${name}>=1"]\n`,
    }),
  ],
  [
    'PDM',
    'tools/Pipfile',
    (name) => ({
      'pdm.lock':
        '[metadata]\ngroups = ["default"]\n[[package]]\nname = "a"\nversion = "1.0"\nfiles = [{ file = "a", hash = "sha256:00" }]\n',
      'tools/Pipfile': `[packages]\n${name} = "*"\n`,
    }),
  ],
  [
    'Pipenv',
    'tools/Pipfile',
    (name) => ({
      'Pipfile.lock': JSON.stringify({ _meta: {}, default: { a: { version: '==1.0' } } }),
      'tools/Pipfile': `[packages]\n${name} = "*"\n`,
    }),
  ],
  [
    'pip',
    'tools/pyproject.toml',
    (name) => ({
      'requirements.txt': 'a==1.0\n',
      'tools/pyproject.toml': `[project]\ndependencies = ["${name}"]\n`,
    }),
  ],
  [
    'Bundler',
    'tools/Gemfile',
    (name) => ({
      'Gemfile.lock': 'GEM\n  remote: https://rubygems.org/\n  specs:\n    a (1.0)\n\nDEPENDENCIES\n  a\n',
      'tools/Gemfile': `gem "${name}"\n`,
    }),
  ],
  [
    'Composer',
    'tools/composer.json',
    (name) => ({
      'composer.lock': JSON.stringify({ packages: [{ name: 'a', version: '1.0.0' }] }),
      'tools/composer.json': JSON.stringify({ require: { php: '>=8', [name]: '^1' } }),
    }),
  ],
  [
    'Pub',
    'tools/pubspec.yaml',
    (name) => ({
      'pubspec.lock':
        'packages:\n  a:\n    dependency: "direct main"\n    source: hosted\n    version: "1.0.0"\nsdks:\n  dart: ">=3.0.0"\n',
      'tools/pubspec.yaml': `name: tools\ndependencies:\n  ${name}: ^1.0.0\n`,
    }),
  ],
];

describe.each(projects)('%s', (_, file, contentsOf) => {
  const gapsOf = (name: string): string[] =>
    reasonsOf(inventoryOf(contentsOf(name)).notes).filter((reason) => reason.includes(uncovered));

  test('a manifest below the lockfile that requires what it does not have is named', () => {
    expect(gapsOf('b')).toEqual([expect.stringMatching(new RegExp(`${uncovered} \\(1\\): ${file}$`))]);
  });

  test('one whose dependencies are all in the lockfile is part of its project', () => {
    expect(gapsOf('a')).toEqual([]);
  });

  test('one with its own lockfile is another project', () => {
    const [lockfile = ''] = Object.keys(contentsOf('b'));
    const own = { ...contentsOf('b'), [`tools/${lockfile}`]: contentsOf('b')[lockfile] ?? '' };
    const [gap, ...more] = reasonsOf(inventoryOf(own).notes).filter((reason) => reason.includes(uncovered));
    expect([gap, ...more]).toEqual([undefined]);
  });
});
