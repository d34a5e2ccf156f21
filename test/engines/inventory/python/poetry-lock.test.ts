import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { componentOf, inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const sha256 = 'ab'.repeat(32);

describe('poetry.lock', () => {
  const poetry2 = `[[package]]
name = "Flask"
version = "3.0.0"
optional = false
groups = ["main"]
files = [
    {file = "flask-3.0.0.tar.gz", hash = "sha256:${sha256}"},
]

[package.dependencies]
Click = ">=8"

[[package]]
name = "click"
version = "8.1.7"
groups = ["main", "dev"]
files = []

[[package]]
name = "pytest"
version = "8.0.0"
groups = ["dev"]

[[package]]
name = "extra"
version = "1.0.0"
optional = true
groups = ["main"]

[[package]]
name = "forked"
version = "0.1.0"
groups = ["main"]

[package.source]
type = "git"
url = "https://token@github.com/o/forked.git"
reference = "main"
resolved_reference = "${'12'.repeat(20)}"

[[package]]
name = "lib"
version = "0.1.0"
groups = ["main"]

[package.source]
type = "directory"
url = "../lib"

[metadata]
lock-version = "2.1"
`;

  test('groups give the scope, files the hashes, sources the origin', () => {
    const inventory = readUploadedLockfile('poetry.lock', poetry2);
    expect(namesOf(inventory)).toEqual([
      'click@8.1.7',
      'extra@1.0.0',
      'flask@3.0.0',
      'forked@0.1.0',
      'lib@0.1.0',
      'pytest@8.0.0',
    ]);
    const scopes = Object.fromEntries(inventory.components.map(({ name, scope }) => [name, scope]));
    expect(scopes).toMatchObject({ flask: 'required', click: 'required', pytest: 'dev', extra: 'optional' });
    expect(componentOf(inventory, 'flask')).toMatchObject({
      purl: 'pkg:pypi/flask@3.0.0',
      hashes: [{ alg: 'SHA-256', content: sha256 }],
      dependsOn: ['pkg:pypi/click@8.1.7'],
    });
    expect(componentOf(inventory, 'forked').purl).toBe(
      `pkg:pypi/forked@0.1.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fforked.git%40${'12'.repeat(20)}`,
    );
    expect(componentOf(inventory, 'lib').local).toBe(true);
  });

  test('up to Poetry 1.4 the category gives the scope, and hashes are at the end', () => {
    const inventory = readUploadedLockfile(
      'poetry.lock',
      `[[package]]
name = "a"
version = "1.0"
category = "main"
optional = false

[[package]]
name = "b"
version = "1.0"
category = "dev"

[metadata]
lock-version = "1.1"

[metadata.files]
a = [{file = "a.whl", hash = "sha256:${sha256}"}]
`,
    );
    expect(componentOf(inventory, 'a')).toMatchObject({
      scope: 'required',
      hashes: [{ alg: 'SHA-256', content: sha256 }],
    });
    expect(componentOf(inventory, 'b').scope).toBe('dev');
  });

  test('in between, pyproject.toml determines what is direct and the scope', () => {
    const inventory = inventoryOf({
      'poetry.lock': `[[package]]
name = "a"
version = "1.0"
[package.dependencies]
b = "*"
[[package]]
name = "b"
version = "1.0"
[[package]]
name = "c"
version = "1.0"
[[package]]
name = "d"
version = "1.0"
[metadata]
lock-version = "2.0"
`,
      'pyproject.toml': `[tool.poetry.dependencies]
python = "^3.12"
A = "^1.0"
d = {version = "1.0", optional = true}
[tool.poetry.group.test.dependencies]
c = "*"
`,
    });
    expect(inventory.direct).toEqual(['pkg:pypi/a@1.0', 'pkg:pypi/c@1.0', 'pkg:pypi/d@1.0']);
    const scopes = Object.fromEntries(inventory.components.map(({ name, scope }) => [name, scope]));
    expect(scopes).toEqual({ a: 'required', b: 'required', c: 'dev', d: 'optional' });
  });

  test('a truncated file is rejected', () => {
    expect(() => readUploadedLockfile('poetry.lock', poetry2.slice(0, 200))).toThrow(
      'it is not a valid TOML file',
    );
    const wholePackages = poetry2.slice(0, poetry2.indexOf('[metadata]'));
    expect(() => readUploadedLockfile('poetry.lock', wholePackages)).toThrow('it may be cut off');
  });

  test('a package without a name or with a number as version is noted', () => {
    const text = '[[package]]\nversion = "1"\n[[package]]\nname = "a"\nversion = 1\n[metadata]\n';
    const inventory = readUploadedLockfile('poetry.lock', text);
    expect(reasonsOf(inventory.notes)).toEqual([
      'poetry.lock: entries that could not be understood (2): a package without name, a',
    ]);
  });
});
