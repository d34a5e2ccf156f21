import { expect, test } from 'vitest';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import { usageIn } from './usage-fixtures.ts';

const lock = JSON.stringify({
  packages: [
    { name: 'acme/mail', autoload: { 'psr-4': { 'Acme\\Mail\\': 'src' } } },
    { name: 'acme/http', autoload: { 'psr-4': { 'Acme\\Http\\': 'src' } } },
  ],
});

test.each<[PackageEcosystem, names: string[], files: Record<string, string>]>([
  ['npm', ['qs', 'ms'], { 'a.js': '', 'node_modules/ms/b.js': "require('qs')" }],
  ['npm', ['qs', '@a/ms'], { 'a.js': '', 'x/node_modules/@a/ms/b.js': "require('qs')" }],
  ['npm', ['qs'], { 'a.js': '', 'node_modules/.package-lock.json': '{"packages":{"node_modules/qs":{}}}' }],
  ['PyPI', ['nltk'], { 'a.py': '', 'venv/lib/python3/site-packages/b.py': 'import nltk' }],
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
])('%s: code of a package manager is not a use of %j', (ecosystem, packages, files) => {
  const unused = Object.fromEntries(packages.map((name) => [name, 'not imported']));
  expect(usageIn(files, { ecosystem, packages })).toEqual(unused);
});

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
