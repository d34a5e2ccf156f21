import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import { usageIn, type UnitOfCode } from './usage-fixtures.ts';

const lock = JSON.stringify({
  packages: [{ name: 'acme/mail', autoload: { 'psr-4': { 'Acme\\Mail\\': 'src' } } }],
});

test.each<[PackageEcosystem, name: string, word: string, code: string]>([
  ['npm', 'qs', 'qs', 'a.js'],
  ['npm', '@a/qs', '@a/qs/x', 'a.js'],
  ['PyPI', 'nltk', 'nltk', 'a.py'],
  ['Go', 'gopkg.in/yaml.v2', 'gopkg.in/yaml.v2/x', 'a.go'],
  ['crates.io', 'aho-corasick', 'aho-corasick', 'a.rs'],
  ['crates.io', 'aho-corasick', 'aho_corasick', 'a.rs'],
  ['Maven', 'org.yaml:snakeyaml', 'org.yaml.snakeyaml', 'A.java'],
  ['Packagist', 'acme/mail', 'Acme\\Mail\\Box', 'a.php'],
  ['Packagist', 'acme/mail', 'Acme\\\\Mail\\\\Box', 'a.php'],
  ['Pub', 'http', 'http', 'a.dart'],
])('%s: %s may be used by a settings text with any word equal to %s', (ecosystem, name, word, code) => {
  const words = fc.array(fc.stringMatching(/^[a-z]{0,5}$/), { maxLength: 4 });
  const between = fc.constantFrom(' ', '\n', '=', '"', "' '", ', ', '[', ':', ';', '(');
  fc.assert(
    fc.property(words, words, between, (before, after, separator) => {
      const text = [...before, word, ...after].join(separator);
      const files = { [code]: '', 'x.conf': text, 'composer.lock': lock };
      expect(usageIn(files, { ecosystem, packages: [name] })[name]).toBe('unknown');
    }),
    { numRuns: 20 },
  );
});

const qs: UnitOfCode = { ecosystem: 'npm', packages: ['qs'] };

test.each(['impl.dat', 'a.png', 'b.js.map', 'my file.bin', 'é.dat'])(
  'a file of any extension that code loads is read: %s',
  (name) => {
    const files = { 'a.js': `require('./${name}')`, [`x/${name}`]: "require('qs')" };
    expect(usageIn(files, qs)).toEqual({ qs: 'unknown' });
  },
);

test('an image and a map without code leave a package unused', () => {
  const image = new Uint8Array(2 * 1024 * 1024);
  const files = { 'a.js': "import i from './i.png'", 'i.png': image, 'b.js.map': '{"sources":["qs"]}' };
  expect(usageIn(files, qs)).toEqual({ qs: 'not imported' });
});

test.each<[PackageEcosystem, string, path: string, code: string]>([
  ['npm', 'qs', 'index.html', 'a.js'],
  ['npm', 'qs', 'a.css', 'a.js'],
  ['npm', 'qs', 'a.json', 'a.js'],
  ['PyPI', 'nltk', 'a.jinja2', 'a.py'],
  ['Maven', 'org.yaml:snakeyaml', 'beans.xml', 'A.java'],
])('%s: %s is unknown beside a large or missing %s', (ecosystem, name, path, code) => {
  const unit: UnitOfCode = { ecosystem, packages: [name] };
  const open = { [name]: 'unknown' };
  expect(usageIn({ [code]: '', [path]: ' '.repeat(1024 * 1024 + 1) }, unit)).toEqual(open);
  const skipped = [{ path, reason: 'too_large' as const }];
  expect(usageIn({ [code]: '' }, { ...unit, skipped })).toEqual(open);
});

const run = "require('qs')";
test.each<[files: Record<string, string>]>([
  [{ 'package.json': '{"scripts":{"start":"node requirements.txt"}}', 'requirements.txt': run }],
  [{ 'b.js': 'require("./bun.lock")', 'bun.lock': run }],
  [{ 'package.json': '{"scripts":{"start":"node pnpm-lock.yaml"}}', 'pnpm-lock.yaml': run }],
  [{ 'version.sh': 'node -r qs b.js' }],
  [{ 'notice.ejs': '<% require("q" + "s") %>' }],
  [{ 'run.sh': 'node README', README: run }],
  [{ 'b.js': 'require("./VERSION")', VERSION: run }],
  [{ 'ci.yml': 'command:\n  - node\n  - job.txt', 'job.txt': run }],
  [{ Dockerfile: 'CMD node \\\n  job.txt', 'job.txt': run }],
  [{ 'b.js': 'require(\n"./job.txt"\n)', 'job.txt': run }],
  [{ 'b.js': 'const f = "./job.txt"; fork(f)', 'job.txt': run }],
  [{ 'b.js': 'new Worker("./job.txt")', 'job.txt': run }],
  [{ 'b.js': 'new Worker("./job" + ".txt")', 'job.txt': run }],
  [{ 'b.js': 'new Worker("./job" + ext)', 'job.txt': run }],
  [{ 'b.js': 'import { fork } from "child_process"; fork(job)', 'job.txt': run }],
  [{ 'package.json': '{"exports":"./job.txt"}', 'job.txt': run }],
  [{ 'run.sh': 'for f in jobs/*; do node "$f"; done', 'jobs/job.txt': run }],
  [{ 'run.sh': 'node jobs/*', 'jobs/job.txt': run }],
  [{ 'b.js': 'require("./one.txt")', 'one.txt': 'require("./two.txt")', 'two.txt': run }],
])('a file of any name is read where another names it: %j', (files) => {
  expect(usageIn({ 'a.js': '', ...files }, qs)).toEqual({ qs: 'unknown' });
});

test('a text of PHP that settings name before each request is read', () => {
  const files = { 'a.php': '<?php', '.user.ini': 'auto_prepend_file=job.txt', 'composer.lock': lock };
  const unit: UnitOfCode = { ecosystem: 'Packagist', packages: ['acme/mail'] };
  expect(usageIn({ ...files, 'job.txt': '<?php new Acme\\Mail\\Box;' }, unit)['acme/mail']).toBe('unknown');
});

test('lists and texts for people that only tools name leave a package unused', () => {
  const files = {
    'a.js': "import fs from 'fs';\n//# sourceMappingURL=a.js.map",
    'a.js.map': '{"sources":["qs"]}',
    'package.json':
      '{"license":"MIT","files":["README.md","LICENSE"],"scripts":{"start":"node a.js"},"dependencies":{"qs":"1"}}',
    Dockerfile: 'COPY package-lock.json yarn.lock ./\nRUN npm ci\nCMD ["node", "a.js"]',
    'package-lock.json': '{"packages":{"node_modules/qs":{}}}',
    'yarn.lock': 'qs@^1:\n  version "1.0.0"\n  dependencies:\n    use "^3.1.0"\n',
    'README.md': "require('qs'), see [use](docs/use.md)",
    'docs/use.md': "require('qs')",
    LICENSE: 'qs',
    VERSION: 'qs',
  };
  expect(usageIn(files, qs)).toEqual({ qs: 'not imported' });
});

test.each<[path: string, text: string]>([
  ['Cargo.toml', '[lib]\npath = """\\\n  src/m.txt"""'],
  ['Cargo.toml', '[[bin]]\nname = "a"\npath = "src/m\\u002etxt"'],
  ['Cargo.toml', '[package]\nbuild = "b.txt"'],
  ['Cargo.toml', '[package'],
])('a target of Cargo that is no file of Rust leaves a crate open: %s with %s', (path, text) => {
  const regex: UnitOfCode = { ecosystem: 'crates.io', packages: ['regex'] };
  expect(usageIn({ 'a.rs': '', [path]: text }, regex)).toEqual({ regex: 'unknown' });
  const plain = '[lib]\npath = "src/a.rs"\n[package]\nreadme = "README.md"\n[dependencies]\nregex = "1"';
  expect(usageIn({ 'a.rs': '', [path]: plain, 'README.md': 'regex' }, regex)['regex']).toBe('not imported');
});
