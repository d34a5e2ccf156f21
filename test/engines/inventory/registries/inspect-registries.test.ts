import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceFindings } from '@scangate/engines/sca/package-source-findings';
import { defaultPolicy, type SourcePolicy } from '@scangate/engines/model/gate/policy';
import { runs } from '#test/support/runs/samples.ts';
import { inventoryOf, type Contents } from '../inventory-fixtures.ts';

const findingsOf = (contents: Contents, sources: SourcePolicy = {}): string[] =>
  sourceFindings({
    inventory: inventoryOf(contents),
    policy: { ...defaultPolicy, sources },
  }).map(({ rule, severity, file, line }) => `${severity} ${rule} ${file}:${line ?? ''}`);

const host = 'packages.corp.example';
const url = `https://${host}/simple`;

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

const read = (found: readonly string[]): string[] => found.map((each) => each.replace(/:\d+$/, ''));

describe.each(named)('%s', (file, contents) => {
  test('a registry that only the repository names is medium', () => {
    expect(read(findingsOf(contents))).toEqual([`medium named-registry ${file}`]);
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
      expect(read(findingsOf(plain, { allowedHosts }))).toEqual([`high insecure-source ${file}`]);
  });
});

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
      expect(read(findingsOf(contents, { allowedHosts }))).toContain(`high extra-registry ${file}`);
  });

  test('the public index is reported beside a private one, but not beside itself', () => {
    const extra = '--extra-index-url https://pypi.org/simple\n';
    expect(read(findingsOf({ 'requirements.txt': `-i ${url}\n${extra}a==1.0\n` }))).toContain(
      'high extra-registry requirements.txt',
    );
    expect(findingsOf({ 'requirements.txt': `${extra}a==1.0\n` })).toEqual([]);
  });

  test('NuGet sources that are mapped to package names do not count as additional registries', () => {
    const contents = {
      'nuget.config': `<configuration><packageSources><add key="n" value="https://api.nuget.org/v3/index.json" /><add key="c" value="${url}" /></packageSources><packageSourceMapping><packageSource key="c"><package pattern="Corp.*" /></packageSource></packageSourceMapping></configuration>`,
    };
    expect(read(findingsOf(contents))).toEqual(['medium named-registry nuget.config']);
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
  expect(read(findingsOf(contents, { allowedHosts: [host] }))).toEqual([`high insecure-source ${file}`]);
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

describe('the options of requirements', () => {
  const included = (text: string, line = '-r more/base.in'): Contents => ({
    'requirements.txt': `a==1.0\n${line}\n`,
    'more/base.in': text,
  });

  test.each([
    [`--index-url ${url}`, 'medium named-registry'],
    [`-i${url}`, 'medium named-registry'],
    [`--ind ${url}`, 'medium named-registry'],
    [`--pypi-url ${url}`, 'medium named-registry'],
    [`--pre --index-url ${url}`, 'medium named-registry'],
    [`--index-url \\\n  ${url}`, 'medium named-registry'],
    [`--index-url "${url.replace('https', 'HTTPS')}"`, 'medium named-registry'],
    [`--index-url ${url.replace('https', 'HTTP')}`, 'high insecure-source'],
    [`--extra-index-url ${url}`, 'high extra-registry'],
    [`--extra ${url}`, 'high extra-registry'],
    [`--find-links ${url}`, 'high extra-registry'],
    [`-f${url}`, 'high extra-registry'],
    [`--trusted-host ${host}`, 'high insecure-source'],
  ])('%j is found in the file itself and in those that it includes', (option, finding) => {
    expect(read(findingsOf({ 'requirements.txt': `a==1.0\n${option}\n` }))).toEqual([
      `${finding} requirements.txt`,
    ]);
    for (const line of ['-r more/base.in', '--pre -r more/base.in', '-c more/base.in'])
      expect(read(findingsOf(included(`${option}\n`, line)))).toEqual([`${finding} more/base.in`]);
  });

  test('an index beside that of another file is an additional one', () => {
    const contents = {
      'requirements.txt': `--index-url ${url}\n-r base.in\n`,
      'base.in': '--extra-index-url https://pypi.org/simple\na==1.0\n',
    };
    expect(findingsOf(contents)).toEqual([
      'high extra-registry base.in:1',
      'medium named-registry requirements.txt:1',
    ]);
  });

  test('an included file that is read for itself is reported once, at any depth', () => {
    const contents = {
      'requirements.txt': '-r requirements-a.txt\n',
      'requirements-a.txt': '-r requirements.txt\n-r deep.in\n',
      'deep.in': `\n-i ${url}\nb==1.0\n`,
    };
    expect(findingsOf(contents)).toEqual(['medium named-registry deep.in:2']);
  });

  test('packages from an address are found in included requirements and constraints', () => {
    const line = `p @ https://${host}/p-1.4-py3-none-any.whl\n`;
    for (const option of ['-r', '-c'])
      expect(findingsOf(included(line, `${option} more/base.in`))).toEqual([
        'high url-source more/base.in:1',
      ]);
    expect(findingsOf(included('p==1.4\nq==1.0 --hash=sha256:00\n', '-c more/base.in'))).toEqual([]);
  });

  test('hundreds of one index do not hide another', () => {
    const many = Array.from({ length: 300 }, (_, at) => `-i https://pypi.org/simple/${at}\n`).join('');
    expect(read(findingsOf({ 'requirements.txt': `${many}-i ${url}\na==1.0\n` }))).toEqual([
      'medium named-registry requirements.txt',
    ]);
  });
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
    expect(read(findingsOf(contents))).toEqual([`medium replaced-package ${file}`]);
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
