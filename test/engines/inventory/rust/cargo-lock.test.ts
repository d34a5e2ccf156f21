import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/cargo-lock.ts';
import { expectCases } from '../expect-cases.ts';
import { componentOf, inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

expectCases(cases);

const registry = 'registry+https://github.com/rust-lang/crates.io-index';
const sum = 'ab'.repeat(32);
const lock = `version = 4

[[package]]
name = "app"
version = "0.1.0"
dependencies = ["a"]

[[package]]
name = "a"
version = "1.0.0"
source = "${registry}"
checksum = "${sum}"
dependencies = ["b 2.0.0", "b 1.0.0"]

[[package]]
name = "b"
version = "1.0.0"
source = "${registry}"
checksum = "${sum}"

[[package]]
name = "b"
version = "2.0.0"
source = "git+https://example.com/b#${'12'.repeat(20)}"
`;

const unconfirmed =
  'Cargo.lock: it is not known to be whole, because its manifest is not there (1): Cargo.toml';

describe('Cargo.lock', () => {
  const inventory = readUploadedLockfile('Cargo.lock', lock);

  test('has checksums and a graph that distinguishes versions', () => {
    expect(componentOf(inventory, 'a')).toMatchObject({
      hashes: [{ alg: 'SHA-256', content: sum }],
      dependsOn: [
        'pkg:cargo/b@1.0.0',
        `pkg:cargo/b@2.0.0?vcs_url=git%2Bhttps:%2F%2Fexample.com%2Fb%40${'12'.repeat(20)}`,
      ],
    });
  });

  test('packages from other sources are noted', () => {
    expect(reasonsOf(inventory.notes)).toEqual([
      unconfirmed,
      'Cargo.lock: taken from git, so judged by name and version only (1): b',
    ]);
    const elsewhere = inventoryOf({
      'Cargo.lock': lock.replaceAll(registry, 'registry+https://example.com/i'),
    });
    expect(reasonsOf(elsewhere.notes)).toContain(
      'Cargo.lock: taken from a URL, so judged by name and version only (2): a, b',
    );
  });

  test('version 1 has its checksums at the end', () => {
    const old = `[root]\nname = "app"\nversion = "1.0.0"\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "${registry}"\n[metadata]\n"checksum a 1.0.0 (${registry})" = "${sum}"\n`;
    expect(componentOf(readUploadedLockfile('Cargo.lock', old), 'a').hashes).toEqual([
      { alg: 'SHA-256', content: sum },
    ]);
  });

  test('a path dependency is local and noted, unless it is a workspace member', () => {
    const files = { 'Cargo.toml': '[package]\nname = "x"\n', 'Cargo.lock': lock };
    expect(reasonsOf(inventoryOf(files).notes)).toContain(
      'Cargo.lock: taken from a local path and not assessed (1): app',
    );
    const members = { ...files, 'Cargo.toml': '[workspace]', 'app/Cargo.toml': '[package]\nname = "app"\n' };
    expect(reasonsOf(inventoryOf(members).notes)).toHaveLength(1);
    expect(componentOf(inventoryOf(members), 'app').dependsOn).toEqual(['pkg:cargo/a@1.0.0']);
  });
});

describe('an incomplete Cargo.lock', () => {
  test.each([
    ['version = 5\n[[package]]\nname = "a"\nversion = "1.0.0"\n', 'its version is not 1, 2, 3 or 4'],
    ['version = 4\n', 'it lists no package: it may be cut off'],
    [lock.slice(0, 60), 'it is not a valid TOML file'],
  ])('%j is rejected', (text, reason) => {
    expect(() => readUploadedLockfile('Cargo.lock', text)).toThrow(reason);
  });

  test('a file truncated between packages has a note about the missing package', () => {
    const cut = lock.slice(0, lock.lastIndexOf('[[package]]'));
    expect(reasonsOf(readUploadedLockfile('Cargo.lock', cut).notes)).toEqual([
      'Cargo.lock: dependencies that the file itself does not list (1): b 2.0.0',
      unconfirmed,
    ]);
  });

  test('entries without name or version are noted', () => {
    const text = 'version = 4\n[[package]]\nname = "a"\n[[package]]\nversion = "1.0.0"\n';
    expect(reasonsOf(readUploadedLockfile('Cargo.lock', text).notes)).toEqual([
      'Cargo.lock: entries that could not be understood (2): a, a package without name',
      unconfirmed,
    ]);
  });
});

test('a Cargo.toml without a lockfile is reported', () => {
  expect(reasonsOf(inventoryOf({ 'Cargo.toml': '[dependencies]\nlog = "0.4"\n' }).unread)).toEqual([
    'Cargo.toml: no lockfile next to it pins its versions',
  ]);
});

test('of several manifests with one name the nearest determines the scope', () => {
  const manifest = (table: string): string => `[package]\nname = "app"\n[${table}]\na = "1"\n`;
  const inventory = inventoryOf({
    'Cargo.lock': lock,
    'Cargo.toml': manifest('dev-dependencies'),
    'tests/syntax/Cargo.toml': manifest('dependencies'),
  });
  expect(componentOf(inventory, 'a').scope).toBe('dev');
});
