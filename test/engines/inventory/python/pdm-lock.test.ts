import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/pdm-lock.ts';
import { expectCases } from '../expect-cases.ts';
import { componentOf, reasonsOf } from '../inventory-fixtures.ts';

expectCases(cases);

const sum = 'ab'.repeat(32);
const lock = `[metadata]
groups = ["default"]
lock_version = "4.5.0"

[[package]]
name = "a"
version = "1.0"
groups = ["default"]
dependencies = ["b>=1", "c; python_version < '3'", "d[x]==1 ; os_name == 'nt'"]
files = [{url = "https://example.com/a.whl", hash = "sha256:${sum}"}]

[[package]]
name = "b"
version = "1.0"
groups = ["default"]
files = [{url = "https://example.com/b.whl", hash = "sha256:${sum}"}]
`;

const unconfirmed =
  'pdm.lock: it is not known to be whole, because its manifest is not there (1): pyproject.toml';

describe('pdm.lock', () => {
  test('has hashes and a graph', () => {
    const inventory = readUploadedLockfile('pdm.lock', lock);
    expect(componentOf(inventory, 'a')).toMatchObject({
      hashes: [{ alg: 'SHA-256', content: sum }],
      dependsOn: ['pkg:pypi/b@1.0'],
    });
    expect(reasonsOf(inventory.notes)).toEqual([unconfirmed]);
  });

  test('older formats have their files at the end', () => {
    const old = `[[package]]\nname = "A"\nversion = "1.0"\n[metadata.files]\n"A 1.0" = [{hash = "sha256:${sum}"}]\n`;
    expect(componentOf(readUploadedLockfile('pdm.lock', old), 'a').hashes).toHaveLength(1);
  });

  test('a file truncated between packages has a note about the missing package', () => {
    const cut = lock.slice(0, lock.lastIndexOf('[[package]]'));
    expect(reasonsOf(readUploadedLockfile('pdm.lock', cut).notes)).toEqual([
      'pdm.lock: dependencies that the file itself does not list (1): b',
      unconfirmed,
    ]);
  });

  test('entries without name or version are noted', () => {
    const text = `${lock}\n[[package]]\nversion = "1"\n[[package]]\nname = "e"\n[[package]]\nname = "f"\npath = "./f"\n`;
    expect(reasonsOf(readUploadedLockfile('pdm.lock', text).notes)).toEqual([
      'pdm.lock: entries that could not be understood (1): a package without name',
      unconfirmed,
      'pdm.lock: no version is pinned (1): e',
      'pdm.lock: taken from a local path and not assessed (1): f',
    ]);
  });

  test.each([
    ['x = [', 'it is not a valid TOML file'],
    ['a = 1', 'its metadata is missing'],
  ])('%j is rejected', (text, reason) => {
    expect(() => readUploadedLockfile('pdm.lock', text)).toThrow(reason);
  });
});
