import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { componentOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const sha256 = 'ab'.repeat(32);

describe('uv.lock', () => {
  const uv = `version = 1
revision = 3
requires-python = ">=3.12"

[manifest]
members = ["app", "lib"]

[[package]]
name = "app"
version = "0.1.0"
source = { virtual = "." }
dependencies = [
    { name = "lib" },
    { name = "uvicorn", extra = ["standard"] },
]

[package.optional-dependencies]
s3 = [{ name = "boto3" }]

[package.dev-dependencies]
dev = [{ name = "pytest" }]

[[package]]
name = "lib"
version = "0.1.0"
source = { editable = "packages/lib" }
dependencies = [{ name = "numpy", version = "2.0.0", marker = "python_full_version >= '3.13'" }]

[[package]]
name = "uvicorn"
version = "0.30.0"
source = { registry = "https://packages.example.com/simple" }
sdist = { url = "https://files.example.com/u.tar.gz", hash = "sha256:${sha256}", size = 1 }

[package.optional-dependencies]
standard = [{ name = "websockets" }]

[[package]]
name = "websockets"
version = "12.0"
source = { registry = "https://packages.example.com/simple" }

[[package]]
name = "numpy"
version = "1.26.0"
source = { registry = "https://packages.example.com/simple" }

[[package]]
name = "numpy"
version = "2.0.0"
source = { registry = "https://packages.example.com/simple" }

[[package]]
name = "boto3"
version = "1.34.0"
source = { registry = "https://packages.example.com/simple" }

[[package]]
name = "pytest"
version = "8.0.0"
source = { git = "https://github.com/pytest-dev/pytest?rev=main#${'12'.repeat(20)}" }
`;

  test('the unit’s own entry gives direct dependencies and scopes', () => {
    const inventory = readUploadedLockfile('uv.lock', uv);
    expect(namesOf(inventory)).toEqual([
      'boto3@1.34.0',
      'lib@0.1.0',
      'numpy@1.26.0',
      'numpy@2.0.0',
      'pytest@8.0.0',
      'uvicorn@0.30.0',
      'websockets@12.0',
    ]);
    expect(inventory.components.filter(({ direct }) => direct).map(({ name }) => name)).toEqual([
      'lib',
      'boto3',
      'numpy',
      'pytest',
      'uvicorn',
    ]);
    expect(componentOf(inventory, 'boto3').scope).toBe('optional');
    expect(componentOf(inventory, 'pytest')).toMatchObject({
      scope: 'dev',
      purl: `pkg:pypi/pytest@8.0.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fpytest-dev%2Fpytest%40${'12'.repeat(20)}`,
    });
    expect(componentOf(inventory, 'lib')).toMatchObject({ local: true, dependsOn: ['pkg:pypi/numpy@2.0.0'] });
  });

  test('a requested extra is required', () => {
    const inventory = readUploadedLockfile('uv.lock', uv);
    expect(componentOf(inventory, 'uvicorn').dependsOn).toEqual(['pkg:pypi/websockets@12.0']);
    expect(componentOf(inventory, 'websockets').scope).toBe('required');
  });

  test('a registry in a folder is told: only the names of its archives say what is in them', () => {
    const inventory = readUploadedLockfile(
      'uv.lock',
      uv.replaceAll('https://packages.example.com/simple', 'wheels'),
    );
    expect(reasonsOf(inventory.notes).join()).toMatch(
      /taken from a URL, so judged by name and version only \(\d+\): /,
    );
  });

  test('another version of the format is rejected', () => {
    expect(() => readUploadedLockfile('uv.lock', 'version = 2\n')).toThrow('its version is not 1');
  });
});
