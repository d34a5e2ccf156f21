import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { readableFileNames } from '@scangate/engines/units/recognize-file';
import { runs } from '#test/support/runs/samples.ts';
import { filesOf } from './inventory-fixtures.ts';
import { lockfileSamples, npmLock, poetryLock, yarnLock } from './lockfile-samples.ts';

test('there is a sample of every format that can be read', () => {
  expect(Object.keys(lockfileSamples).sort()).toEqual([...readableFileNames].sort());
});

const expectWhole = (contents: Record<string, string | Uint8Array>): void => {
  const inventory = readInventory(filesOf(contents), 'npm');
  const refs = new Set(inventory.components.map(({ ref }) => ref));
  expect(refs.size).toBe(inventory.components.length);
  for (const { dependsOn } of inventory.components)
    for (const ref of dependsOn) expect(refs.has(ref)).toBe(true);
  for (const ref of inventory.direct) expect(refs.has(ref)).toBe(true);
  for (const file of Object.keys(contents))
    expect([...inventory.read, ...inventory.unread.map(({ file: unread }) => unread)]).toContain(file);
};

test('arbitrary bytes are read or reported without throwing, and every ref resolves', () => {
  fc.assert(
    fc.property(fc.constantFrom(...readableFileNames), fc.uint8Array({ maxLength: 300 }), (name, bytes) =>
      expectWhole({ [name]: bytes }),
    ),
    { numRuns: runs(500) },
  );
});

test('a damaged lockfile is read or reported without throwing, and every ref resolves', () => {
  const piece = fc.constantFrom(
    '',
    '\n',
    '"',
    '{',
    '}',
    '[',
    ']',
    ': ',
    '__proto__',
    '*a',
    '&a ',
    '\u0000',
    '\\',
    '=>',
    'null',
    '1',
  );
  const damage = fc.record({
    name: fc.constantFrom(...readableFileNames),
    at: fc.nat(400),
    cut: fc.nat(20),
    piece,
    again: fc.nat(3),
  });
  fc.assert(
    fc.property(damage, ({ name, at, cut, piece: inserted, again }) => {
      let text = lockfileSamples[name] ?? '';
      for (let round = 0; round <= again; round += 1) {
        const place = (at * (round + 1)) % (text.length + 1);
        text = text.slice(0, place) + inserted + text.slice(place + cut);
      }
      expectWhole({ [name]: text });
    }),
    { numRuns: runs(2000) },
  );
});

test('the result does not depend on the order of files', () => {
  const contents = {
    'package-lock.json': npmLock('a'),
    'poetry.lock': poetryLock,
    'x/yarn.lock': yarnLock,
  };
  const forwards = filesOf(contents);
  const backwards = { ...forwards, entries: forwards.entries.toReversed() };
  expect(readInventory(backwards, 'npm')).toEqual(readInventory(forwards, 'npm'));
});
