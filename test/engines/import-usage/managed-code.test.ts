import { expect, test } from 'vitest';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import { usageIn } from './usage-fixtures.ts';

const lock = JSON.stringify({
  packages: [
    { name: 'acme/mail', autoload: { 'psr-4': { 'Acme\\Mail\\': 'src' } } },
    { name: 'acme/http', autoload: { 'psr-4': { 'Acme\\Http\\': 'src' } } },
  ],
});

test('the list of a package manager is not a use of what it names', () => {
  const files = { 'a.js': '', 'node_modules/.package-lock.json': '{"packages":{"node_modules/qs":{}}}' };
  expect(usageIn(files, { ecosystem: 'npm', packages: ['qs'] })).toEqual({ qs: 'not imported' });
});

test.each<[PackageEcosystem, names: string[], files: Record<string, string>]>([
  [
    'PyPI',
    ['nltk'],
    {
      'a.py': '',
      'venv/lib/python3.12/site-packages/b.py': 'import nltk',
      'venv/lib/python3.12/site-packages/b-1.0.dist-info/RECORD': '',
    },
  ],
  [
    'Go',
    ['gopkg.in/yaml.v2'],
    {
      'a.go': 'package a',
      'vendor/b/b.go': 'package b\nimport "gopkg.in/yaml.v2"',
      'vendor/modules.txt': '',
    },
  ],
  [
    'Packagist',
    ['acme/mail', 'acme/http'],
    {
      'a.php': '<?php',
      'vendor/acme/http/b.php': '<?php use Acme\\Mail\\Box; new Acme\\Http\\C;',
      'vendor/composer/installed.php': '<?php Acme\\Mail\\Box;',
      'composer.lock': lock,
    },
  ],
])(
  '%s: committed code of a package manager, which anybody may have changed, leaves %j open',
  (ecosystem, packages, files) => {
    const open = Object.fromEntries(packages.map((name) => [name, 'unknown']));
    expect(usageIn(files, { ecosystem, packages })).toEqual(open);
  },
);

const go = 'package b\nimport "gopkg.in/yaml.v2"';
test.each<[PackageEcosystem, name: string, path: string, text: string, beside?: Record<string, string>]>([
  ['npm', 'qs', 'src/vendor/legacy.js', "require('qs')"],
  ['npm', 'qs', 'vendor/start.js', "require('qs')"],
  [
    'npm',
    'qs',
    'vendor/start.js',
    "require('qs')",
    { 'vendor/modules.txt': '', 'vendor/composer/x.php': '' },
  ],
  ['npm', 'qs', 'a.min.js', "require('qs')"],
  ['npm', 'qs', 'node_modules/own/a.js', "require('qs')"],
  ['Go', 'gopkg.in/yaml.v2', 'third_party/fork/b.go', go],
  ['Go', 'gopkg.in/yaml.v2', 'vendor/b.go', go],
  ['PyPI', 'nltk', 'vendor/apps/b.py', 'import nltk'],
  ['Maven', 'org.yaml:snakeyaml', 'vendor/B.java', 'import org.yaml.snakeyaml.Yaml;'],
  ['crates.io', 'regex', 'third_party/main.rs', 'use regex::Regex;'],
  ['Packagist', 'acme/mail', 'vendor/own/a/b.php', '<?php Acme\\Mail\\Box;', { 'vendor/composer/x.php': '' }],
])('%s: %s is used by code in a folder of any other name: %s', (ecosystem, name, path, text, beside = {}) => {
  const files = { 'composer.lock': lock, ...beside, [path]: text };
  expect(usageIn(files, { ecosystem, packages: [name] })[name]).toMatch(`${path}:`);
});

test.each<[PackageEcosystem, name: string, files: Record<string, string>]>([
  ['npm', 'qs', { 'node_modules/ms/b.js': "require('qs')" }],
  ['npm', 'qs', { 'x/node_modules/@a/ms/b.txt': "require('qs')" }],
  ['npm', 'qs', { 'site-packages/b.js': "require('qs')" }],
  ['npm', 'qs', { '.svn/b.js': "require('qs')" }],
  ['npm', 'qs', { '.hg/b.js': "require('q' + 's')" }],
  ['npm', 'qs', { '.git/b.js': "require('qs')" }],
  [
    'npm',
    'qs',
    { 'v/lib/python3/site-packages/b.js': "require('qs')", 'v/lib/python3/site-packages/b.dist-info/R': '' },
  ],
  ['PyPI', 'nltk', { 'venv/lib/python3/site-packages/b.py': 'import nltk' }],
  ['PyPI', 'nltk', { 'dist-packages/b.py': 'import nltk' }],
  ['PyPI', 'nltk', { 'node_modules/ms/b.py': 'import nltk' }],
  ['PyPI', 'nltk', { 'b.py': 'import sys\nsys.path.insert(0, "env/lib/python3.9/site-packages")' }],
  ['crates.io', 'regex', { '.svn/b.rs': 'use regex::Regex;' }],
  ['Go', 'gopkg.in/yaml.v2', { 'site-packages/b.go': go }],
  ['Packagist', 'acme/mail', { '.hg/b.php': '<?php new Acme\\Mail\\Box;' }],
])(
  '%s: %s is not reported as unused beside committed files of other programs: %j',
  (ecosystem, name, files) => {
    const code = { 'z.js': '', 'z.py': '', 'z.rs': '', 'z.go': '', 'z.php': '<?php', 'composer.lock': lock };
    const unit = { ecosystem, packages: [name, 'ms', '@a/ms'] };
    expect(usageIn({ ...code, ...files }, unit)[name]).not.toBe('not imported');
  },
);

test.each<[PackageEcosystem, name: string, path: string, text: string]>([
  ['npm', 'qs', 'a.js', "require('./shared/x')"],
  ['npm', 'qs', 'a.js', "import x from './shared'"],
  ['npm', 'qs', 'src/a.ts', "export * from '../../shared/x.js'"],
  ['npm', 'qs', 'src/a.ts', "const p = join(__dirname, '../../shared')"],
  ['PyPI', 'nltk', 'a.py', 'import sys\nsys.path.insert(0, "../shared")'],
  ['Packagist', 'acme/mail', 'a.php', '<?php require __DIR__ . "/../shared/x.php";'],
])('%s: %s is unknown where %s names code that the unit does not have: %s', (ecosystem, name, path, text) => {
  expect(usageIn({ 'composer.lock': lock, [path]: text }, { ecosystem, packages: [name] })[name]).toBe(
    'unknown',
  );
});

test('imports of files and folders of the unit leave a package unused', () => {
  const files = {
    'src/a.ts':
      "import './b.js'; import '.'; import '..'; import '../lib'; import '../lib/c?raw'; import './d';",
    'src/b.ts': '',
    'src/d.d.ts': '',
    'lib/c.vue': '',
  };
  expect(usageIn(files, { ecosystem: 'npm', packages: ['qs'] })).toEqual({ qs: 'not imported' });
});
