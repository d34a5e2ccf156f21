import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#test/support/runs/samples.ts';
import type { Contents } from '../inventory-fixtures.ts';
import { findingsOf, host, url, withoutLines } from './found-registries.ts';

/** Each names a registry that only the repository states, by the dependency files beside it. */
const named: [string, Contents][] = [
  ['.npmrc', { '.npmrc': `registry=${url}\n`, 'package.json': '{}' }],
  ['.npmrc', { '.npmrc': `@corp:registry = ${url}\n`, 'package.json': '{}' }],
  ['.yarnrc', { '.yarnrc': `"@corp:registry" "${url}"\n` }],
  ['.yarnrc.yml', { '.yarnrc.yml': `npmRegistryServer: "${url}"\n` }],
  ['.yarnrc.yml', { '.yarnrc.yml': `npmScopes:\n  corp:\n    npmRegistryServer: ${url}\n` }],
  ['bunfig.toml', { 'bunfig.toml': `[install.scopes]\ncorp = "${url}"\n` }],
  ['pnpm-workspace.yaml', { 'pnpm-workspace.yaml': `registries:\n  '@corp': ${url}\n` }],
  ['pip.conf', { 'pip.conf': `[global]\nindex-url = ${url}\n` }],
  ['requirements.txt', { 'requirements.txt': `--index-url ${url}\na==1.0\n` }],
  ['requirements.txt', { 'requirements.txt': `-i ${url}\na==1.0\n` }],
  ['uv.toml', { 'uv.toml': `[[index]]\nurl = "${url}"\n` }],
  ['pyproject.toml', { 'pyproject.toml': `[[tool.poetry.source]]\nname = "c"\nurl = "${url}"\n` }],
  ['pyproject.toml', { 'pyproject.toml': `[[tool.pdm.source]]\nurl = "${url}"\n` }],
  ['Pipfile', { Pipfile: `[[source]]\nurl = "${url}"\nverify_ssl = true\n` }],
  ['Gemfile', { Gemfile: `source "${url}" do\n  gem "a"\nend\n` }],
  ['Gemfile', { Gemfile: `gem "a", source: "${url}"\n` }],
  ['.bundle/config', { '.bundle/config': `BUNDLE_MIRROR__ALL: "${url}"\n` }],
  ['composer.json', { 'composer.json': `{"repositories": [{"type": "composer", "url": "${url}"}]}` }],
  [
    'composer.json',
    {
      'composer.json': `{"repositories": {"a": {"type": "package", "package": {"dist": {"url": "${url}"}}}}}`,
    },
  ],
  ['.cargo/config.toml', { '.cargo/config.toml': `[registries.corp]\nindex = "sparse+${url}"\n` }],
  [
    '.cargo/config.toml',
    { '.cargo/config.toml': `[source.crates-io]\nreplace-with = "m"\n[source.m]\nregistry = "${url}"\n` },
  ],
  [
    'pubspec.yaml',
    { 'pubspec.yaml': `name: app\ndependencies:\n  a:\n    hosted: ${url}\n    version: ^1.0.0\n` },
  ],
  [
    'pubspec.yaml',
    { 'pubspec.yaml': `name: app\ndependencies:\n  a:\n    hosted:\n      name: a\n      url: ${url}\n` },
  ],
  [
    'nuget.config',
    {
      'nuget.config': `<configuration><packageSources><add key="c" value="${url}" /></packageSources></configuration>`,
    },
  ],
];

describe.each(named)('%s', (file, contents) => {
  test('a registry that only the repository names is medium', () => {
    expect(withoutLines(findingsOf(contents))).toEqual([`medium named-registry ${file}`]);
  });

  test('one that the policy names is accepted', () => {
    expect(findingsOf(contents, { allowedHosts: [host] })).toEqual([]);
    expect(findingsOf(contents, { allowedHosts: [`other.${host}`] })).toHaveLength(1);
  });

  test('one without encryption is high, even if the policy names its host', () => {
    const plain = Object.fromEntries(
      Object.entries(contents).map(([path, text]) => [path, String(text).replaceAll('https:', 'http:')]),
    );
    for (const allowedHosts of [[], [host]])
      expect(withoutLines(findingsOf(plain, { allowedHosts }))).toEqual([`high insecure-source ${file}`]);
  });
});

test.each(['.npmrc', '.yarnrc.yml', '.cargo/config.toml', 'nuget.config', 'pip.conf'])(
  '%s: is told in any folder, since it holds for what is below, but not in third-party code',
  (file) => {
    const [, contents] = named.find(([each]) => each === file) ?? ['', {}];
    const text = contents[file] ?? '';
    expect(withoutLines(findingsOf({ [`services/${file}`]: text }))).toEqual([
      `medium named-registry services/${file}`,
    ]);
    expect(findingsOf({ [`node_modules/a/${file}`]: text })).toEqual([]);
  },
);

describe('a registry beside another one', () => {
  test.each<[string, Contents]>([
    ['requirements.txt', { 'requirements.txt': `--extra-index-url=${url}\na==1.0\n` }],
    ['requirements-dev.txt', { 'requirements-dev.txt': `-f ${url}\na==1.0\n` }],
    ['pip.conf', { 'pip.conf': `[install]\nextra-index-url =\n    ${url}\n` }],
    ['uv.toml', { 'uv.toml': `extra-index-url = ["${url}"]\n` }],
    [
      'pyproject.toml',
      {
        'pyproject.toml': `[tool.uv]\nindex-strategy = "unsafe-best-match"\nextra-index-url = ["${url}"]\n`,
      },
    ],
    ['Gemfile', { Gemfile: `source "https://rubygems.org"\nsource "${url}"\n` }],
    [
      'composer.json',
      { 'composer.json': `{"repositories": [{"type": "composer", "url": "${url}", "canonical": false}]}` },
    ],
    [
      'NuGet.Config',
      {
        'NuGet.Config': `<configuration><packageSources><add key="n" value="https://api.nuget.org/v3/index.json" /><add key="c" value="${url}" /></packageSources></configuration>`,
      },
    ],
  ])('%s: is high, even if the policy names it', (file, contents) => {
    for (const allowedHosts of [[], [host]])
      expect(withoutLines(findingsOf(contents, { allowedHosts }))).toContain(`high extra-registry ${file}`);
  });

  test('the public index is reported beside a private one, but not beside itself', () => {
    const extra = '--extra-index-url https://pypi.org/simple\n';
    expect(withoutLines(findingsOf({ 'requirements.txt': `-i ${url}\n${extra}a==1.0\n` }))).toContain(
      'high extra-registry requirements.txt',
    );
    expect(findingsOf({ 'requirements.txt': `${extra}a==1.0\n` })).toEqual([]);
  });

  test('NuGet sources that are mapped to package names do not count as additional registries', () => {
    const contents = {
      'nuget.config': `<configuration><packageSources><add key="n" value="https://api.nuget.org/v3/index.json" /><add key="c" value="${url}" /></packageSources><packageSourceMapping><packageSource key="c"><package pattern="Corp.*" /></packageSource></packageSourceMapping></configuration>`,
    };
    expect(withoutLines(findingsOf(contents))).toEqual(['medium named-registry nuget.config']);
  });
});

test.each<[string, Contents]>([
  ['requirements.txt', { 'requirements.txt': `--trusted-host ${host}\na==1.0\n` }],
  ['pip.conf', { 'pip.conf': `[global]\ntrusted-host = ${host}\n` }],
  ['.npmrc', { '.npmrc': 'strict-ssl=false\n' }],
  ['.yarnrc.yml', { '.yarnrc.yml': 'enableStrictSsl: false\n' }],
  ['.yarnrc.yml', { '.yarnrc.yml': `unsafeHttpWhitelist:\n  - ${host}\n` }],
  ['Pipfile', { Pipfile: '[[source]]\nurl = "https://pypi.org/simple"\nverify_ssl = false\n' }],
  ['uv.toml', { 'uv.toml': `allow-insecure-host = ["${host}"]\n` }],
  ['composer.json', { 'composer.json': '{"config": {"secure-http": false}}' }],
  ['.bundle/config', { '.bundle/config': 'BUNDLE_SSL_VERIFY_MODE: "0"\n' }],
])('%s: hosts that are not verified are high', (file, contents) => {
  expect(withoutLines(findingsOf(contents, { allowedHosts: [host] }))).toEqual([
    `high insecure-source ${file}`,
  ]);
});

test.each<[string, Contents]>([
  [
    'public registries',
    { '.npmrc': 'registry=https://registry.npmjs.org/\n', Gemfile: 'source "https://rubygems.org"\n' },
  ],
  [
    'this machine',
    { '.npmrc': 'registry=http://localhost:4873\n', '.yarnrc.yml': 'unsafeHttpWhitelist:\n  - localhost\n' },
  ],
  [
    'the index of crates.io',
    { '.cargo/config.toml': '[source.m]\nregistry = "https://github.com/rust-lang/crates.io-index"\n' },
  ],
  [
    'a folder',
    { 'composer.json': '{"repositories": [{"type": "path", "url": "../a"}, {"packagist.org": false}]}' },
  ],
  ['URLs that are not registries', { 'pyproject.toml': `[project.urls]\nurl = "${url}"\n` }],
  [
    'a comment',
    { '.npmrc': `# registry=${url}\n`, 'requirements.txt': `# --extra-index-url ${url}\na==1.0\n` },
  ],
  ['damaged files', { 'composer.json': '{"repositories":', 'uv.toml': '[[', 'nuget.config': '<a' }],
])('%s give no finding', (_, contents) => {
  expect(findingsOf(contents)).toEqual([]);
});

describe('a replaced module', () => {
  const mod = 'module m\n\ngo 1.22.0\n\nrequire example.com/a v1.0.0\n';

  test.each<[string, Contents]>([
    ['go.mod', { 'go.mod': `${mod}replace example.com/a => example.org/evil v1.0.0\n` }],
    ['go.mod', { 'go.mod': `${mod}replace (\n\texample.com/a v1.0.0 => example.org/evil v1.0.1\n)\n` }],
    [
      'go.work',
      { 'go.mod': mod, 'go.work': 'go 1.22\nuse .\nreplace example.com/a => example.org/evil v1.0.0\n' },
    ],
  ])('%s: is medium until the policy names the host', (file, contents) => {
    expect(withoutLines(findingsOf(contents))).toEqual([`medium replaced-package ${file}`]);
    expect(findingsOf(contents, { allowedHosts: ['example.org'] })).toEqual([]);
  });

  test('another version and a folder give no finding', () => {
    const more = 'replace example.com/a => example.com/a v1.0.1\nreplace example.com/b => ../b\n';
    expect(findingsOf({ 'go.mod': mod + more })).toEqual([]);
  });
});

test('the severity of every rule is the policy’s', () => {
  const [, contents] = named[0] ?? ['', {}];
  expect(findingsOf(contents, { severities: { 'named-registry': 'critical' } })).toEqual([
    'critical named-registry .npmrc:1',
  ]);
});

test('no text of a configuration file breaks the inspection', () => {
  const files = [...new Set(named.map(([file]) => file))];
  const word = fc.constantFrom(
    'registry=',
    'source',
    '[[',
    ']]',
    '{',
    '"',
    'http://',
    host,
    '\n',
    ' ',
    ':',
    '<',
    '>',
    '- ',
  );
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(word, { maxLength: 40 }), (file, words) => {
      expect(() => findingsOf({ [file]: words.join('') })).not.toThrow();
    }),
    { numRuns: runs(300) },
  );
});
