import { expect, test } from 'vitest';
import type { LockfileFormat } from '@scangate/engines/inventory/formats';
import { inspectSources } from '@scangate/engines/inventory/package-sources/inspect-sources';

const problemsOf = (format: LockfileFormat, path: string, text: string): string[] =>
  inspectSources(format, { path, text, readText: () => undefined }).map(
    ({ rule, packageName, version }) => `${rule} ${packageName}@${version ?? ''}`,
  );

const lock = (location: string, entry: Record<string, unknown>, root: Record<string, unknown> = {}): string =>
  JSON.stringify({ lockfileVersion: 3, packages: { '': root, [location]: entry } });
const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;
const sum = 'a'.repeat(64);
const commit = 'c'.repeat(40);

test.each<[name: string, entry: Record<string, unknown>, expected: string[]]>([
  [
    'node_modules/a',
    { version: '1.0.0', resolved: `git+ssh://git@github.com/o/a.git#${commit}` },
    ['git-source a@1.0.0'],
  ],
  [
    'node_modules/a',
    { version: '1.0.0', resolved: `git://github.com/o/a.git#${commit}` },
    ['git-source a@1.0.0', 'insecure-source a@1.0.0'],
  ],
  ['node_modules/a', { version: '1.0.0', resolved: 'file:../a', integrity }, []],
  ['node_modules/a', { link: true, resolved: 'packages/a' }, []],
  [
    'node_modules/alias',
    { name: 'a', version: '1.0.0', resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz', integrity },
    [],
  ],
  [
    'node_modules/@s/a',
    { version: '1.0.0', resolved: 'https://registry.npmjs.org/@s%2fa/-/a-1.0.0.tgz', integrity },
    [],
  ],
  [
    'node_modules/@s/a',
    { version: '1.0.0', resolved: 'https://registry.npmjs.org/@t/a/-/a-1.0.0.tgz', integrity },
    ['resolved-mismatch @s/a@1.0.0'],
  ],
  [
    'node_modules/a',
    { version: '1.0.0', resolved: 'https://registry.npmjs.org/a/-/a-1.0.1.tgz', integrity },
    ['resolved-mismatch a@1.0.0'],
  ],
  [
    'node_modules/a',
    { version: '1.0.0', resolved: 'https://registry.npmjs.org/a/1.0.0', integrity },
    ['resolved-mismatch a@1.0.0'],
  ],
  [
    'node_modules/esprima-fb',
    {
      version: '3001.1.0-dev-harmony-fb',
      resolved: 'https://registry.npmjs.org/esprima-fb/-/esprima-fb-3001.0001.0-dev-harmony-fb.tgz',
      integrity,
    },
    [],
  ],
  ['node_modules/a', { version: '1.0.0', integrity }, []],
])('package-lock.json: %s %j', (location, entry, expected) => {
  const root = { dependencies: { alias: 'npm:a@^1.0.0' } };
  expect(problemsOf('package-lock', 'package-lock.json', lock(location, entry, root))).toEqual(expected);
});

test('an archive that a manifest requires by URL is not a registry package', () => {
  const entry = { version: '1.0.0', resolved: 'https://codeberg.example/a-1.0.0.tgz', integrity };
  const root = { dependencies: { a: 'https://codeberg.example/a-1.0.0.tgz' } };
  expect(problemsOf('package-lock', 'package-lock.json', lock('node_modules/a', entry, root))).toEqual([
    'url-source a@1.0.0',
  ]);
});

test.each<[format: LockfileFormat, path: string, text: string, expected: string[]]>([
  [
    'yarn',
    'yarn.lock',
    `"alias@npm:a@^1.0.0":\n  version "1.0.0"\n  resolved "https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#${commit}"\n`,
    [],
  ],
  [
    'yarn',
    'yarn.lock',
    `"a@github:o/a":\n  version "1.0.0"\n  resolved "https://codeload.github.com/o/a/tar.gz/${commit}"\n`,
    ['git-source a@1.0.0'],
  ],
  [
    'yarn',
    'yarn.lock',
    `__metadata:\n  version: 8\n\n"a@o/a":\n  version: 1.0.0\n  resolution: "a@https://github.com/o/a.git#commit=${commit}"\n  checksum: 10/aa\n`,
    ['git-source a@'],
  ],
  [
    'yarn',
    'yarn.lock',
    `__metadata:\n  version: 8\n\n"a@npm:1.0.0":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0::__archiveUrl=https%3A%2F%2Fevil.example%2Fa%2F-%2Fa-1.0.0.tgz"\n  checksum: 10/aa\n`,
    ['unexpected-host a@1.0.0'],
  ],
  [
    'yarn',
    'yarn.lock',
    '__metadata:\n  version: 8\n\n"a@npm:1.0.0":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0"\n  checksum: 10/aa\n\n"b@npm:1.0.0":\n  version: 1.0.0\n  resolution: "b@npm:1.0.0"\n  conditions: os=linux\n',
    [],
  ],
  [
    'pnpm-lock',
    'pnpm-lock.yaml',
    `lockfileVersion: '9.0'\npackages:\n  a@https://codeload.github.com/o/a/tar.gz/${commit}:\n    resolution: {tarball: https://codeload.github.com/o/a/tar.gz/${commit}}\n    version: 1.0.0\n`,
    ['git-source a@'],
  ],
  [
    'pnpm-lock',
    'pnpm-lock.yaml',
    `lockfileVersion: '9.0'\npackages:\n  a@git+https://git@github.com/o/a.git#${commit}:\n    resolution: {commit: ${commit}, repo: git@github.com:o/a.git, type: git}\n`,
    ['git-source a@'],
  ],
  [
    'pnpm-lock',
    'pnpm-lock.yaml',
    `lockfileVersion: 5.4\npackages:\n  registry.corp.example/a/1.0.0:\n    resolution:\n      integrity: ${integrity}\n    dev: false\n  /b/1.0.0:\n    resolution: {integrity: ${integrity}}\n`,
    ['unexpected-host a@1.0.0'],
  ],
  [
    'bun-lock',
    'bun.lock',
    `{"lockfileVersion":1,"workspaces":{"":{}},"packages":{"a":["a@github:o/a#ccc",{},"o-a-ccc"],"b":["b@workspace:b"],"c":["c@1.0.0","",{},"${integrity}"]}}`,
    ['git-source a@'],
  ],
  [
    'cargo-lock',
    'Cargo.lock',
    `[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "git+https://github.com/o/a?branch=main#${commit}"\n\n[[package]]\nname = "own"\nversion = "0.1.0"\n`,
    ['git-source a@1.0.0'],
  ],
  [
    'cargo-lock',
    'Cargo.lock',
    `[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://crates.evil.example/index"\nchecksum = "${sum}"\n`,
    ['unexpected-host a@1.0.0'],
  ],
  [
    'cargo-lock',
    'Cargo.lock',
    `[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n\n[metadata]\n"checksum a 1.0.0 (registry+https://github.com/rust-lang/crates.io-index)" = "${sum}"\n`,
    [],
  ],
  [
    'gemfile-lock',
    'Gemfile.lock',
    `GIT\n  remote: https://github.com/o/a.git\n  revision: ${commit}\n  specs:\n    a (1.0.0)\n\nGEM\n  remote: http://gems.evil.example/\n  specs:\n    b (1.0.0)\n\nDEPENDENCIES\n  a!\n  b\n`,
    ['git-source a@1.0.0', 'unexpected-host b@1.0.0', 'insecure-source b@1.0.0'],
  ],
  [
    'composer-lock',
    'composer.lock',
    JSON.stringify({
      packages: [
        {
          name: 'v/a',
          version: '1.0.0',
          source: { type: 'git', url: 'https://github.com/v/a.git', reference: commit },
          dist: {
            type: 'zip',
            url: `https://api.github.com/repos/evil/a/zipball/${commit}`,
            reference: commit,
          },
        },
        {
          name: 'v/b',
          version: '1.0.0',
          source: { type: 'git', url: 'https://github.com/v/b.git', reference: commit },
        },
      ],
    }),
    ['resolved-mismatch v/a@1.0.0', 'git-source v/b@1.0.0'],
  ],
  [
    'uv-lock',
    'uv.lock',
    `[[package]]\nname = "a"\nversion = "1.0.0"\nsource = { git = "https://github.com/o/a?rev=main#${commit}" }\n\n[[package]]\nname = "own"\nversion = "1"\nsource = { editable = "." }\n`,
    ['git-source a@1.0.0'],
  ],
  [
    'poetry-lock',
    'poetry.lock',
    `[[package]]\nname = "a-b"\nversion = "1.0.0"\nfiles = [{file = "a_b-1.0.0-py3-none-any.whl", hash = "sha256:${sum}"}, {file = "c-1.0.0.tar.gz", hash = "sha256:${sum}"}]\n[metadata]\n`,
    ['resolved-mismatch a-b@1.0.0'],
  ],
  [
    'requirements',
    'requirements.txt',
    `-i http://pypi.corp.example/simple\na @ git+https://github.com/o/a@${commit}\nb @ https://example.com/b-1.0.0.tar.gz\n-e git+https://github.com/o/c#egg=c\nd==1.0\n-e .\n`,
    ['git-source a@', 'url-source b@1.0.0', 'git-source c@', 'insecure-source undefined@'],
  ],
])('%s %s: %j', (format, path, text, expected) => {
  expect(problemsOf(format, path, text)).toEqual(expected);
});

const long = 'a'.repeat(30_000);

test.each<[format: LockfileFormat, path: string, text: string, expected: string]>([
  [
    'cargo-lock',
    'Cargo.lock',
    `[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "git+https://example.com/${long}#${commit}"\n`,
    'git-source a@1.0.0',
  ],
  [
    'yarn',
    'yarn.lock',
    `a@^1, a@${long}:\n  version "1.0.0"\n  resolved "git+https://example.com/a.git#${commit}"\n`,
    'git-source a@1.0.0',
  ],
  [
    'pnpm-lock',
    'pnpm-lock.yaml',
    `lockfileVersion: '9.0'\npackages:\n  a@https://example.com/${long}:\n    resolution: {tarball: https://example.com/a.tgz}\n`,
    'url-source a@',
  ],
])('%s: no text is too long for its source to be judged', (format, path, text, expected) => {
  expect(problemsOf(format, path, text)).toContain(expected);
});

const elsewhere = `integrity: ${integrity}, tarball: https://evil.example/a.tgz`;
test.each<[form: string, packages: string]>([
  ['as pnpm writes it', `packages:\n  a@1.0.0:\n    resolution: {${elsewhere}}\n`],
  ['in one line', `packages: {a@1.0.0: {resolution: {${elsewhere}}}}\n`],
  ['under an escaped name', `"pack\\x61ges":\n  a@1.0.0:\n    resolution: {${elsewhere}}\n`],
  ['with an explicit key', `? packages\n: a@1.0.0:\n    resolution: {${elsewhere}}\n`],
  ['in an entry in one line', `packages:\n  a@1.0.0: {resolution: {${elsewhere}}}\n`],
  ['under an escaped member', `packages:\n  a@1.0.0:\n    "resolut\\x69on": {${elsewhere}}\n`],
  [
    'with an escaped address',
    `packages:\n  a@1.0.0:\n    resolution: {integrity: ${integrity}, tarball: "\\x68ttps://evil.example/a.tgz"}\n`,
  ],
  [
    'with a directory in its address',
    `packages:\n  a@1.0.0:\n    resolution: {integrity: ${integrity}, tarball: 'https://evil.example/a.tgz? directory: a'}\n`,
  ],
  ['in narrow indentation', `packages:\n a@1.0.0:\n  resolution: {${elsewhere}}\n`],
])('pnpm-lock: a source is judged %s', (_form, packages) => {
  const text = `lockfileVersion: '9.0'\n${packages}`;
  expect(problemsOf('pnpm-lock', 'pnpm-lock.yaml', text)).toEqual(['unexpected-host a@1.0.0']);
});
