import { describe, expect, test } from 'vitest';
import { componentOf, inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const kind = 'taken from a local path and not assessed';
const localIn = (contents: Record<string, string>): string[] =>
  reasonsOf(inventoryOf(contents).notes).filter((reason) => reason.includes(kind));

const cargo = (more: string, asked = 'openssl = "=0.10.20"') => ({
  'Cargo.toml': `[package]\nname = "app"\nversion = "1.0.0"\n[dependencies]\n${asked}\n${more}`,
  'Cargo.lock': `version = 3\n\n[[package]]\nname = "app"\nversion = "1.0.0"\ndependencies = ["openssl"]\n\n[[package]]\nname = "openssl"\nversion = "0.10.20"\n`,
  'openssl/Cargo.toml': '[package]\nname = "openssl"\nversion = "0.10.20"\n',
});

const registry = 'source = "registry+https://github.com/rust-lang/crates.io-index"\n';
const crate = (name: string, version: string, needs = '', source = ''): string =>
  `[[package]]\nname = "${name}"\nversion = "${version}"\n${source}dependencies = [${needs}]\n\n`;
const manifest = (name: string, rest = '', version = '1.0.0'): string =>
  `[package]\nname = "${name}"\nversion = "${version}"\n${rest}`;
const dependencies = (content: string): string => `[dependencies]\n${content}\n`;

/** Builds a repository whose app needs a crate of a registry that needs another one, which is listed without a source. */
const indirect = (more = '', files: Record<string, string> = {}) => ({
  'Cargo.toml': manifest('app', `${dependencies('web = "1"')}${more}`),
  'Cargo.lock': `version = 3\n\n${crate('app', '1.0.0', '"web"')}${crate('openssl', '0.10.20')}${crate('web', '1.0.0', '"openssl"', registry)}`,
  'tools/openssl/Cargo.toml': manifest('openssl', '', '0.10.20'),
  ...files,
});

/** Builds a workspace whose member needs a crate. */
const workspace = (asked: string, files: Record<string, string> = {}) => ({
  'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
  'crates/core/Cargo.toml': manifest('core', dependencies(asked)),
  'openssl/Cargo.toml': manifest('openssl', '', '0.10.20'),
  'Cargo.lock': `version = 3\n\n${crate('core', '1.0.0', '"openssl"')}${crate('openssl', '0.10.20')}`,
  ...files,
});

const ruby = (gemfile: string) => ({
  Gemfile: `source "https://rubygems.org"\n${gemfile}\n`,
  'Gemfile.lock':
    'PATH\n  remote: gems/rack\n  specs:\n    rack (1.6.0)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  rack\n\nBUNDLED WITH\n   2.4.0\n',
});

const pub = (asked: string) => ({
  'pubspec.yaml': `name: app\ndependencies:\n  http: ${asked}\n`,
  'pubspec.lock':
    'packages:\n  http:\n    dependency: "direct main"\n    description:\n      path: "packages/http"\n      relative: true\n    source: path\n    version: "0.13.0"\nsdks:\n  dart: ">=3.0.0 <4.0.0"\n',
});

const uv = (more: string) => ({
  'pyproject.toml': `[project]\nname = "app"\nversion = "1"\ndependencies = ["x==1.0"]\n${more}`,
  'libs/x/pyproject.toml': '[project]\nname = "x"\nversion = "1.0"\n',
  'uv.lock':
    'version = 1\n\n[[package]]\nname = "app"\nversion = "1"\nsource = { virtual = "." }\ndependencies = [{ name = "x" }]\n\n[[package]]\nname = "x"\nversion = "1.0"\nsource = { editable = "libs/x" }\n',
});

describe('a lockfile cannot make a package of a registry one of the repository', () => {
  test.each([
    ['Cargo', cargo(''), 'Cargo.lock', 'openssl'],
    ['Bundler', ruby('gem "rack", "1.6.0"'), 'Gemfile.lock', 'rack'],
    [
      'Bundler, beside other folders',
      ruby('gem "rack", require: false\ngem "b", path: "b"'),
      'Gemfile.lock',
      'rack',
    ],
    ['Cargo, from git', cargo('', 'openssl = { git = "https://h.example/o" }'), 'Cargo.lock', 'openssl'],
    [
      'Cargo, patched from git',
      cargo('[patch.crates-io]\nopenssl = { git = "https://h.example/o" }\n'),
      'Cargo.lock',
      'openssl',
    ],
    ['Cargo, of a crate of a registry', indirect(), 'Cargo.lock', 'openssl'],
    [
      'Cargo, of a crate of a registry beside a member',
      indirect('[workspace]\nmembers = ["tools/*"]\n'),
      'Cargo.lock',
      'openssl',
    ],
    [
      'Cargo, patched with another version',
      indirect('[patch.crates-io]\nopenssl = { path = "openssl" }\n', {
        'openssl/Cargo.toml': manifest('openssl', '', '9.0.0'),
      }),
      'Cargo.lock',
      'openssl',
    ],
    [
      'Cargo, patched with a version of the workspace',
      indirect(
        '[workspace.package]\nversion = "9.0.0"\n[patch.crates-io]\nopenssl = { path = "openssl" }\n',
        { 'openssl/Cargo.toml': '[package]\nname = "openssl"\nversion.workspace = true\n' },
      ),
      'Cargo.lock',
      'openssl',
    ],
    [
      'Cargo, patched with a folder that is not there',
      indirect('[patch.crates-io]\nopenssl = { path = "openssl" }\n'),
      'Cargo.lock',
      'openssl',
    ],
    [
      'Cargo, asked for by a manifest that is not of the workspace',
      workspace('openssl = "0.10"', {
        'a/Cargo.toml': manifest('core', dependencies('openssl = { path = "../openssl" }')),
      }),
      'Cargo.lock',
      'openssl',
    ],
    [
      'Cargo, asked for by nobody',
      workspace('log = "1"', { 'tools/openssl/Cargo.toml': manifest('openssl', '', '0.10.20') }),
      'Cargo.lock',
      'openssl',
    ],
    ['Bundler, a name with a word', ruby('gem "rack", require: "rack/path"'), 'Gemfile.lock', 'rack'],
    ['Pub', pub('0.13.0'), 'pubspec.lock', 'http'],
    ['Pub, of any version', pub('\n    hosted: https://pub.dev'), 'pubspec.lock', 'http'],
    ['Pub, from git', pub('\n    git: https://h.example/http'), 'pubspec.lock', 'http'],
    ['Pub, overridden', pub('0.13.0\ndependency_overrides:\n  http: 0.13.1'), 'pubspec.lock', 'http'],
    ['uv', uv(''), 'uv.lock', 'x'],
    ['uv, from git', uv('[tool.uv.sources]\nx = { git = "https://h.example/x" }\n'), 'uv.lock', 'x'],
    ['uv, of an index', uv('[tool.uv.sources]\nx = { index = "own" }\n'), 'uv.lock', 'x'],
  ])('%s', (_, contents, file, name) => {
    expect(localIn(contents)).toEqual([`${file}: ${kind} (1): ${name}`]);
  });
});

describe('what the manifest takes from the repository is of it', () => {
  test.each([
    ['Cargo, a path', cargo('', 'openssl = { version = "0.10", path = "openssl" }')],
    ['Cargo, a patch', cargo('[patch.crates-io]\nopenssl = { path = "openssl" }\n')],
    ['Cargo, of the workspace', workspace('openssl = { path = "../../openssl" }')],
    [
      'Cargo, of its table',
      workspace('openssl = { workspace = true }', {
        'Cargo.toml':
          '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nopenssl = { path = "openssl" }\n',
      }),
    ],
    [
      'Cargo, patched for a crate of a registry',
      indirect('[patch.crates-io]\nopenssl = { path = "tools/openssl" }\n'),
    ],
    [
      'Cargo, of a path that another path leads to',
      workspace('ffi = { path = "../../ffi" }', {
        'ffi/Cargo.toml': manifest('ffi', dependencies('openssl = { path = "../openssl" }')),
        'Cargo.lock': `version = 3\n\n${crate('core', '1.0.0', '"ffi"')}${crate('ffi', '1.0.0', '"openssl"')}${crate('openssl', '0.10.20')}`,
      }),
    ],
    ['Bundler, a path', ruby('gem "rack", path: "gems/rack"')],
    ['Bundler, a block', ruby('path "gems/rack" do\n  gem "rack"\nend')],
    ['Bundler, an option in quotes', ruby('gem "rack", "path" => "gems/rack"')],
    ['Bundler, computed options', ruby('options = { path: "gems/rack" }\ngem "rack", options')],
    ['Pub', pub('\n    path: packages/http')],
    ['Pub, overridden', pub('0.13.0\ndependency_overrides:\n  http:\n    path: packages/http')],
    [
      'uv, of the workspace',
      uv('[tool.uv.sources]\nx = [{ workspace = true }]\n[tool.uv.workspace]\nmembers = ["libs/*"]\n'),
    ],
    ['uv', uv('[tool.uv.sources]\nx = { path = "libs/x", editable = true }\n')],
  ])('%s', (_, contents) => {
    expect(localIn(contents)).toEqual([]);
  });
});

test('an entry of the repository meets no request for a crate of a registry', () => {
  const files = {
    'Cargo.toml': manifest(
      'app',
      `${dependencies('openssl = "=0.10.20"\ntool = { path = "tool" }')}[workspace]\nmembers = ["tool"]\n`,
    ),
    'tool/Cargo.toml': manifest('tool', dependencies('openssl = { path = "../openssl" }')),
    'openssl/Cargo.toml': manifest('openssl', '', '0.10.20'),
    'Cargo.lock': `version = 3\n\n${crate('app', '1.0.0', '"openssl 0.10.60", "tool"')}${crate('openssl', '0.10.20')}${crate('openssl', '0.10.60', '', registry)}${crate('tool', '1.0.0', '"openssl 0.10.20"')}`,
  };
  expect(reasonsOf(inventoryOf(files).notes)).toEqual([
    'Cargo.lock: dependencies that the lockfile has in another version than the project asks for (1): openssl =0.10.20',
  ]);
});

test('a manifest may take a package from a path and another version of it from a registry', () => {
  const files = (version: string) => ({
    'Cargo.toml': manifest(
      'app',
      dependencies(
        'openssl = { path = "openssl", version = "2" }\nold = { package = "openssl", version = "0.10" }',
      ),
    ),
    'openssl/Cargo.toml': manifest('openssl', '', '2.0.0'),
    'Cargo.lock': `version = 3\n\n${crate('app', '1.0.0', `"openssl ${version}", "openssl 2.0.0"`)}${crate('openssl', version, '', registry)}${crate('openssl', '2.0.0')}`,
  });
  expect(reasonsOf(inventoryOf(files('0.10.20')).notes)).toEqual([]);
  expect(reasonsOf(inventoryOf(files('0.9.0')).notes)).toHaveLength(1);
});

test('of several manifests with one name that paths lead to, the strongest request counts', () => {
  const asking = (table: string, version: string) =>
    manifest('core', `[${table}]\nopenssl = "0.10"\n`, version);
  const files = {
    'Cargo.toml': manifest(
      'app',
      dependencies('a = { package = "core", path = "a" }\ncore = { path = "crates/core" }'),
    ),
    'a/Cargo.toml': asking('dev-dependencies', '9.0.0'),
    'crates/core/Cargo.toml': asking('dependencies', '1.0.0'),
    'Cargo.lock': `version = 3\n\n${crate('app', '1.0.0', '"core"')}${crate('core', '1.0.0', '"openssl"')}${crate('openssl', '0.10.20', '', registry)}`,
  };
  expect(componentOf(inventoryOf(files), 'openssl').scope).toBe('required');
});

test('what a path leads to is compared with the lockfile, without its tests', () => {
  const files = {
    'Cargo.toml': manifest('app', dependencies('tool = { path = "tool" }')),
    'tool/Cargo.toml': manifest(
      'tool',
      `${dependencies('openssl = "0.10"')}[dev-dependencies]\nrand = "1"\n`,
    ),
    'Cargo.lock': `version = 3\n\n${crate('app', '1.0.0', '"tool"')}${crate('tool', '1.0.0')}`,
  };
  expect(reasonsOf(inventoryOf(files).notes)).toEqual([
    'Cargo.lock: dependencies that the project asks for and the lockfile does not have (1): openssl',
  ]);
});
