import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usageIn, type UnitOfCode } from './usage-fixtures.ts';

const cases: { title: string; unit: UnitOfCode; files: Record<string, string>; expected: object }[] = [
  {
    title: 'npm: imports, requires, subpaths and scopes',
    unit: { ecosystem: 'npm', packages: ['lodash', '@acme/a', 'debug', 'ms', 'qs'] },
    files: {
      'a.ts': "import {\n  template,\n} from 'lodash/fp';\nimport '@acme/a/x';\nconst ms = require('ms');",
      'b.mjs': "const q = await import('debug');",
    },
    expected: { lodash: 'a.ts:3', '@acme/a': 'a.ts:4', ms: 'a.ts:5', debug: 'b.mjs:1', qs: 'not imported' },
  },
  {
    title: 'npm: a name in quotes elsewhere, a style, a loader and a script may be a use',
    unit: { ecosystem: 'npm', packages: ['debug', 'bootstrap', 'raw-loader', 'webpack', 'qs'] },
    files: {
      'a.js': "level === 'debug'; require('!!raw-loader!./x');",
      'b.scss': "@import '~bootstrap/scss/x';",
      'package.json': '{"scripts":{"build":"webpack --mode x"},"dependencies":{"qs":"1"}}',
    },
    expected: {
      debug: 'unknown',
      bootstrap: 'unknown',
      'raw-loader': 'unknown',
      webpack: 'unknown',
      qs: 'not imported',
    },
  },
  {
    title: 'PyPI: modules of another name than the distribution, several in a line, in a notebook',
    unit: { ecosystem: 'PyPI', packages: ['pyyaml', 'pillow', 'requests', 'django', 'jinja2', 'obscure'] },
    files: {
      'a.py': 'import os, yaml as y, requests\ntry: from PIL import Image\nexcept: pass\n',
      'n.ipynb': '{"source": ["import jinja2\\n"]}',
    },
    expected: {
      pyyaml: 'a.py:1',
      requests: 'a.py:1',
      pillow: 'a.py:2',
      jinja2: 'n.ipynb:1',
      django: 'not imported',
      obscure: 'unknown',
    },
  },
  {
    title: 'Go: packages of a module, and not those of a module whose name only begins alike',
    unit: { ecosystem: 'Go', packages: ['golang.org/x/crypto', 'github.com/a/b', 'github.com/a/bc'] },
    files: { 'a.go': 'import (\n\t"golang.org/x/crypto/ssh"\n\tx "github.com/a/bc"\n)' },
    expected: {
      'golang.org/x/crypto': 'a.go:2',
      'github.com/a/bc': 'a.go:3',
      'github.com/a/b': 'not imported',
    },
  },
  {
    title: 'crates.io: paths, uses and macros; a crate with another name is unknown',
    unit: { ecosystem: 'crates.io', packages: ['serde-json', 'tokio', 'rand', 'md-5', 'regex'] },
    files: { 'a.rs': 'use rand;\n#[tokio::main]\nfn f() { serde_json::from_str("") }', 'Cargo.toml': '' },
    expected: {
      'serde-json': 'a.rs:3',
      tokio: 'a.rs:2',
      rand: 'a.rs:1',
      'md-5': 'unknown',
      regex: 'not imported',
    },
  },
  {
    title: 'Maven: imports and qualified names; an artifact that a framework may find is unknown',
    unit: {
      ecosystem: 'Maven',
      packages: [
        'commons-io:commons-io',
        'org.yaml:snakeyaml',
        'org.apache.logging.log4j:log4j-core',
        'org.jsoup:jsoup',
      ],
    },
    files: { 'A.java': 'import org.apache.commons.io.IOUtils;\nclass A { org.yaml.snakeyaml.Yaml y; }' },
    expected: {
      'commons-io:commons-io': 'A.java:1',
      'org.yaml:snakeyaml': 'A.java:2',
      'org.apache.logging.log4j:log4j-core': 'unknown',
      'org.jsoup:jsoup': 'not imported',
    },
  },
  {
    title: 'RubyGems: a require of the path that the name shows; others are unknown',
    unit: { ecosystem: 'RubyGems', packages: ['faye-websocket', 'nokogiri'] },
    files: { 'a.rb': "require 'faye/websocket'" },
    expected: { 'faye-websocket': 'a.rb:1', nokogiri: 'unknown' },
  },
  {
    title: 'NuGet: a using directive of the name of the package',
    unit: { ecosystem: 'NuGet', packages: ['Newtonsoft.Json', 'Dapper'] },
    files: { 'a.cs': 'using Newtonsoft.Json.Linq;' },
    expected: { 'Newtonsoft.Json': 'a.cs:1', Dapper: 'unknown' },
  },
  {
    title: 'Packagist: the namespaces that composer.lock states',
    unit: { ecosystem: 'Packagist', packages: ['acme/http', 'acme/mail', 'acme/old'] },
    files: {
      'a.php': '<?php\nuse Acme\\Http\\Client;',
      'composer.lock': JSON.stringify({
        packages: [
          { name: 'acme/http', autoload: { 'psr-4': { 'Acme\\Http\\': 'src' } } },
          { name: 'acme/mail', autoload: { 'psr-4': { 'Acme\\Mail\\': 'src' } } },
          { name: 'acme/old', autoload: { classmap: ['lib'] } },
        ],
      }),
    },
    expected: { 'acme/http': 'a.php:2', 'acme/mail': 'not imported', 'acme/old': 'unknown' },
  },
  {
    title: 'Packagist: what a framework, Composer or a shell finds without an import is unknown',
    unit: {
      ecosystem: 'Packagist',
      packages: ['a/plugin', 'a/laravel', 'a/tool', 'a/any', 'a/old', 'a/plain'],
    },
    files: {
      'a.php': '<?php\necho 1;',
      'composer.lock': JSON.stringify({
        packages: [
          { name: 'a/plugin', type: 'wordpress-plugin', autoload: { 'psr-4': { 'A\\': 'src' } } },
          {
            name: 'a/laravel',
            type: 'library',
            extra: { laravel: { providers: ['B\\Provider'] } },
            autoload: { 'psr-4': { 'B\\': 'src' } },
          },
          { name: 'a/tool', bin: ['bin/tool'], autoload: { 'psr-4': { 'C\\': 'src' } } },
          { name: 'a/any', autoload: { 'psr-4': { '': 'src' } } },
          { name: 'a/old', autoload: { 'psr-0': { Old_: 'src' } } },
          {
            name: 'a/plain',
            type: 'library',
            extra: { 'branch-alias': { 'dev-main': '1.x-dev' } },
            autoload: { 'psr-4': { 'D\\': 'src' } },
          },
        ],
      }),
    },
    expected: {
      'a/plugin': 'unknown',
      'a/laravel': 'unknown',
      'a/tool': 'unknown',
      'a/any': 'unknown',
      'a/old': 'unknown',
      'a/plain': 'not imported',
    },
  },
  {
    title: 'Pub: packages of import directives',
    unit: { ecosystem: 'Pub', packages: ['http', 'dio'] },
    files: { 'a.dart': "import 'package:http/http.dart';" },
    expected: { http: 'a.dart:1', dio: 'not imported' },
  },
];

describe('a package is imported if code names its module, and not imported if all code was read', () => {
  test.each(cases)('$title', ({ files, unit, expected }) => {
    expect(usageIn(files, unit)).toEqual(expected);
  });
});

describe('nothing is reported as not imported', () => {
  const qs: UnitOfCode = { ecosystem: 'npm', packages: ['qs'] };
  const code = { 'a.js': "require('fs')" };
  const unknown = { qs: 'unknown' };

  test('without code of its ecosystem', () => {
    expect(usageIn({ 'main.py': 'import os' }, qs)).toEqual(unknown);
  });

  test('if an import is only known at run time', () => {
    expect(usageIn({ 'a.js': 'require(name)' }, qs)).toEqual(unknown);
    expect(usageIn({ 'a.js': 'import(`${name}/x`)' }, qs)).toEqual(unknown);
  });

  test.each(['too_large', 'link', 'path_unsafe'] as const)('if code was not fetched: %s', (reason) => {
    expect(usageIn(code, { ...qs, skipped: [{ path: 'b.js', reason }] })).toEqual(unknown);
  });

  test.each(['lib', 'src/lib.json', 'lib.c'])('beside a link, which may lead to a folder: %s', (path) => {
    expect(usageIn(code, { ...qs, skipped: [{ path, reason: 'link' }] })).toEqual(unknown);
  });

  test.each(['job.txt', 'VERSION'])(
    'beside a file for people that was not fetched and is named: %s',
    (path) => {
      const skipped = [{ path, reason: 'link' as const }];
      expect(usageIn({ 'a.js': `require('./${path}')` }, { ...qs, skipped })).toEqual(unknown);
      expect(usageIn({ 'a.js': 'f()' }, { ...qs, skipped })).toEqual({ qs: 'not imported' });
    },
  );

  test('beside a submodule, a binary file of code and one that is too large', () => {
    expect(usageIn(code, { ...qs, skipped: [{ path: 'sub', reason: 'submodule' }] })).toEqual(unknown);
    expect(usageIn({ ...code, 'b.js': new Uint8Array(100) }, qs)).toEqual(unknown);
    expect(usageIn({ ...code, 'b.js': ' '.repeat(1024 * 1024 + 1) }, qs)).toEqual(unknown);
  });

  test('for a package that a manifest gives another name', () => {
    const manifest = '{"dependencies":{"q":"npm:qs@6.0.0"}}';
    expect(usageIn({ ...code, 'package.json': manifest }, qs)).toEqual(unknown);
  });

  test('for any package whose name occurs anywhere in the code', () => {
    const text = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const line = `${before.replaceAll(/["'`]/g, '')}'qs'${after}`;
        expect(usageIn({ 'a.js': line }, qs)['qs']).not.toBe('not imported');
      }),
    );
  });
});
