import { describe, expect, test } from 'vitest';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const kind = 'taken from a local path and not assessed';
const localIn = (contents: Record<string, string>): string[] =>
  reasonsOf(inventoryOf(contents).notes).filter((reason) => reason.includes(kind));

const cargo = (more: string, asked = 'openssl = "=0.10.20"') => ({
  'Cargo.toml': `[package]\nname = "app"\nversion = "1.0.0"\n[dependencies]\n${asked}\n${more}`,
  'Cargo.lock': `version = 3\n\n[[package]]\nname = "app"\nversion = "1.0.0"\ndependencies = ["openssl"]\n\n[[package]]\nname = "openssl"\nversion = "0.10.20"\n`,
  'openssl/Cargo.toml': '[package]\nname = "openssl"\nversion = "0.10.20"\n',
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
    ['Bundler, a path', ruby('gem "rack", path: "gems/rack"')],
    ['Bundler, a block', ruby('path "gems/rack" do\n  gem "rack"\nend')],
    ['Bundler, an option in quotes', ruby('gem "rack", "path" => "gems/rack"')],
    ['Bundler, computed options', ruby('options = { path: "gems/rack" }\ngem "rack", options')],
    ['Pub', pub('\n    path: packages/http')],
    ['Pub, overridden', pub('0.13.0\ndependency_overrides:\n  http:\n    path: packages/http')],
    ['uv, of the workspace', uv('[tool.uv.sources]\nx = [{ workspace = true }]\n')],
    ['uv', uv('[tool.uv.sources]\nx = { path = "libs/x", editable = true }\n')],
  ])('%s', (_, contents) => {
    expect(localIn(contents)).toEqual([]);
  });
});
