import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/composer-lock.ts';
import { expectCases } from '../expect-cases.ts';
import { componentOf, inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

expectCases(cases);

const read = (...packages: Record<string, unknown>[]) =>
  readUploadedLockfile('composer.lock', JSON.stringify({ packages }));

describe('composer.lock', () => {
  test('has hashes, a graph and abandoned packages', () => {
    const inventory = read(
      {
        name: 'a/a',
        version: '1.0.0',
        dist: { type: 'zip', url: 'https://example.com/a.zip', shasum: 'AB'.repeat(20) },
        require: { 'a/b': '*' },
        abandoned: 'a/c',
      },
      { name: 'a/b', version: '1.0.0', dist: { type: 'zip', shasum: '' }, abandoned: true },
    );
    expect(componentOf(inventory, 'a/a')).toMatchObject({
      hashes: [{ alg: 'SHA-1', content: 'ab'.repeat(20) }],
      dependsOn: ['pkg:composer/a/b@1.0.0'],
      deprecated: 'abandoned in favor of a/c',
    });
    expect(componentOf(inventory, 'a/b')).toMatchObject({ hashes: [], deprecated: 'no reason is given' });
  });

  test.each(['packages', 'packages-dev'])('a table %s is read as the list that it is for PHP', (list) => {
    const lock = { packages: [], [list]: { 'a/b': { name: 'a/b', version: '1.0.0' } } };
    const inventory = inventoryOf({ 'composer.lock': JSON.stringify(lock) });
    expect(namesOf(inventory)).toEqual(['a/b@1.0.0']);
    expect(inventory.unread).toEqual([]);
  });

  test('a name with two versions is listed with both, so that none hides the other', () => {
    const inventory = inventoryOf({
      'composer.json': '{"require": {"a/a": "^1.0"}}',
      'composer.lock': JSON.stringify({
        packages: [
          { name: 'a/a', version: '1.0.0' },
          { name: 'A/a', version: '1.2.0' },
          { name: 'a/a', version: '1.0.0' },
        ],
        'packages-dev': [{ name: 'a/a', version: '3.0.0-dev' }],
      }),
    });
    expect(inventory.components.map(({ version, direct }) => [version, direct])).toEqual([
      ['1.0.0', true],
      ['1.2.0', true],
      ['3.0.0-dev', true],
    ]);
  });

  test.each([
    [['MIT'], 'MIT'],
    [['MIT', 'GPL-3.0-only'], 'MIT OR GPL-3.0-only'],
    [['MIT and BSD-3-Clause', 'Apache-2.0'], '(MIT and BSD-3-Clause) OR Apache-2.0'],
    ['proprietary', 'proprietary'],
  ])('licenses %j are a choice', (license, expected) => {
    expect(componentOf(read({ name: 'a/a', version: '1', license }), 'a/a').license).toBe(expected);
  });

  test.each([[[]], [undefined], [{}], [[1]]])('%j states no license', (license) => {
    expect(componentOf(read({ name: 'a/a', version: '1', license }), 'a/a')).not.toHaveProperty('license');
  });

  test('a dependency of the manifest or a package that the file does not list is noted', () => {
    const inventory = inventoryOf({
      'composer.json': '{"require": {"a/a": "*"}}',
      'composer.lock':
        '{"packages": [{"name": "a/a", "version": "1", "require": {"a/gone": "*", "php": "*"}}, {}]}',
    });
    expect(reasonsOf(inventory.notes)).toEqual([
      'composer.lock: dependencies that the file itself does not list (1): a/gone',
      'composer.lock: entries that could not be understood (1): a package without name or version',
    ]);
  });

  test.each(['{}', '{"packages": {}}', '{"packages": [', `{"packages": ${'['.repeat(9999)}`])(
    '%.40s is refused',
    (text) => {
      expect(() => readUploadedLockfile('composer.lock', text)).toThrow(
        /^it (?:has no list|is not a valid|is nested)/,
      );
    },
  );

  test('a composer.json without a lockfile is reported', () => {
    expect(reasonsOf(inventoryOf({ 'composer.json': '{}' }).unread)).toEqual([
      'composer.json: no lockfile next to it pins its versions',
    ]);
  });
});

test('manifests that a plugin merges are a gap', () => {
  const inventory = inventoryOf({
    'composer.json': JSON.stringify({ extra: { 'merge-plugin': { include: ['more.json'] } } }),
    'composer.lock': JSON.stringify({ packages: [], 'packages-dev': [] }),
  });
  expect(reasonsOf(inventory.notes)).toContain(
    'composer.lock: manifests that a plugin merges, which are not compared (1): composer.json',
  );
});
