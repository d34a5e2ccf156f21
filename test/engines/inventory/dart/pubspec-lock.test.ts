import { expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/pub.ts';
import { expectCases } from '../expect-cases.ts';
import { componentOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

expectCases(cases);

const entry = (name: string, source: string): string =>
  `  ${name}:\n    dependency: transitive\n    description:\n      name: ${name}\n      sha256: ${'AB'.repeat(32)}\n      url: "https://pub.dartlang.org"\n    source: ${source}\n    version: "1.0.0"\n`;

test('the checksum of a hosted package is its hash', () => {
  const inventory = readUploadedLockfile(
    'pubspec.lock',
    `packages:\n${entry('a', 'hosted')}sdks:\n  dart: "3"\n`,
  );
  expect(componentOf(inventory, 'a').hashes).toEqual([{ alg: 'SHA-256', content: 'ab'.repeat(32) }]);
});

test('an SDK package is noted as from no registry, one without a version as malformed', () => {
  const text = `packages:\n${entry('sky_engine', 'sdk')}  broken:\n    source: hosted\nsdks:\n  dart: "3"\n`;
  const inventory = readUploadedLockfile('pubspec.lock', text);
  expect(namesOf(inventory)).toEqual(['sky_engine@1.0.0']);
  expect(reasonsOf(inventory.notes)).toEqual([
    'pubspec.lock: entries that could not be understood (1): broken',
    'pubspec.lock: from no registry that has advisories (1): sky_engine',
  ]);
});

test.each([
  ['truncated', `packages:\n${entry('a', 'hosted')}`, 'its sdks are missing: it may be cut off'],
  ['one without packages', 'sdks:\n  dart: "3"\n', 'it has no packages table'],
  ['one with aliases', 'packages: &a\n  x: *a\nsdks:\n  dart: "3"\n', 'it uses YAML aliases'],
])('%s is rejected', (_, text, reason) => {
  expect(() => readUploadedLockfile('pubspec.lock', text)).toThrow(reason);
});

test('the package is the one that the description names', () => {
  const text = `packages:\n${entry('b', 'hosted').replace('  b:', '  a:')}sdks:\n  dart: "3"\n`;
  expect(namesOf(readUploadedLockfile('pubspec.lock', text))).toEqual(['b@1.0.0']);
});
