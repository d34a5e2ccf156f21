import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { componentOf, inventoryOf, namesOf } from '../inventory-fixtures.ts';

const sha256 = 'ab'.repeat(32);

describe('Pipfile.lock', () => {
  const lock = JSON.stringify({
    _meta: { hash: { sha256: 'x' } },
    default: {
      Requests: { version: '==2.31.0', hashes: [`sha256:${sha256}`, 7], index: 'pypi' },
      urllib3: { version: '==2.0.0', markers: "python_version >= '3.8'" },
      forked: { git: 'https://github.com/o/forked.git', ref: 'abc123' },
      lib: { path: './lib', editable: true },
    },
    develop: { pytest: { version: '==8.0.0' }, urllib3: { version: '==2.0.0' } },
    docs: { sphinx: { version: '==7.0.0' } },
  });

  test('default, develop and other categories are read', () => {
    const inventory = readUploadedLockfile('Pipfile.lock', lock);
    expect(namesOf(inventory)).toEqual([
      'forked',
      'lib',
      'pytest@8.0.0',
      'requests@2.31.0',
      'sphinx@7.0.0',
      'urllib3@2.0.0',
      'urllib3@2.0.0',
    ]);
    expect(componentOf(inventory, 'pytest').scope).toBe('dev');
    expect(componentOf(inventory, 'sphinx').scope).toBe('required');
    expect(componentOf(inventory, 'requests').hashes).toEqual([{ alg: 'SHA-256', content: sha256 }]);
    expect(componentOf(inventory, 'forked').purl).toBe(
      'pkg:pypi/forked?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fforked.git%40abc123',
    );
    expect(inventory.direct).toEqual(['pkg:pypi/requests@2.31.0']);
  });

  test('the Pipfile determines what is direct', () => {
    const inventory = inventoryOf({
      'Pipfile.lock': lock,
      Pipfile:
        '[packages]\nrequests = "*"\nforked = {git = "x"}\n[dev-packages]\npytest = "*"\n' +
        '[docs]\nsphinx = "*"\n[scripts]\nurllib3 = "run"\n',
    });
    expect(inventory.direct).toEqual([
      'pkg:pypi/forked?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fforked.git%40abc123',
      'pkg:pypi/pytest@8.0.0',
      'pkg:pypi/requests@2.31.0',
      'pkg:pypi/sphinx@7.0.0',
    ]);
  });

  test('other JSON is rejected', () => {
    expect(() => readUploadedLockfile('Pipfile.lock', '{"default": {}}')).toThrow('it has no _meta section');
  });
});
