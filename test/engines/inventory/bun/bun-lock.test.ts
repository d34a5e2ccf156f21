import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/bun-lock.ts';
import { expectCases } from '../expect-cases.ts';
import { componentOf, inventoryOf, integrity, integrityHex, reasonsOf } from '../inventory-fixtures.ts';

expectCases(cases);

const lock = (packages: string, version = 1): string =>
  `{"lockfileVersion": ${version}, "workspaces": {"": {"dependencies": {"a": "1",},},}, "packages": {${packages}}}`;

describe('bun.lock', () => {
  test('has hashes and a graph', () => {
    const inventory = readUploadedLockfile(
      'bun.lock',
      lock(
        `"a": ["a@1.0.0", "", {"dependencies": {"b": "1"}}, "${integrity}"], "b": ["b@1.0.0", "", {}, ""],`,
      ),
    );
    expect(componentOf(inventory, 'a')).toMatchObject({
      hashes: [{ alg: 'SHA-512', content: integrityHex }],
      dependsOn: ['pkg:npm/b@1.0.0'],
    });
    expect(inventory.notes).toEqual([]);
  });

  test('a dependency that the file does not list is noted', () => {
    const text = lock(
      '"a": ["a@1.0.0", "", {"dependencies": {"gone": "1"}}, ""], "c": [], "d": ["d"], "e": 1',
    );
    expect(reasonsOf(readUploadedLockfile('bun.lock', text).notes)).toEqual([
      'bun.lock: dependencies that the file itself does not list (1): gone',
      'bun.lock: entries that could not be understood (3): c, d, e',
    ]);
  });

  test('paths that are nested too deeply are noted', () => {
    const text = lock(`"${'a/'.repeat(500)}a": ["a@1.0.0", "", {}, ""]`);
    expect(reasonsOf(readUploadedLockfile('bun.lock', text).notes)).toContainEqual(
      expect.stringContaining('nested too deeply to be read (1)'),
    );
  });

  test('a workspace outside of the repository is a local path', () => {
    const text = `{"lockfileVersion": 1, "workspaces": {"": {}, "../x": {"name": "x"}}, "packages": {"x": ["x@workspace:../x"]}}`;
    expect(reasonsOf(readUploadedLockfile('bun.lock', text).notes)).toEqual([
      'bun.lock: taken from a local path and not assessed (1): x',
    ]);
  });

  test.each([
    [lock('', 2), 'its lockfileVersion is not 0 or 1'],
    ['{"lockfileVersion": 1}', 'it has no workspaces'],
    ['{"lockfileVersion": 1,\n"packages": {"a', 'it is not a valid JSON file (line 2)'],
    ['{"a": 1,, "b": 2}', 'it is not a valid JSON file'],
    ['/* no end', 'it is not a valid JSON file'],
    [`{"a": ${'['.repeat(9999)}`, 'it is nested deeper'],
  ])('%.40s is rejected', (text, reason) => {
    expect(() => readUploadedLockfile('bun.lock', text)).toThrow(reason);
  });

  test('the binary lockfile is reported as unread', () => {
    expect(reasonsOf(inventoryOf({ 'package.json': '{}', 'bun.lockb': 'x' }).unread)).toEqual([
      'bun.lockb: it is not a lockfile of Bun',
    ]);
  });
});
