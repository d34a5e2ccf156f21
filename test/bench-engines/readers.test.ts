import { expect, test } from 'vitest';
import { Notes } from '@scangate/engines/inventory/gap-notes';
import { lockfileReaders } from '@scangate/engines/inventory/readers';
import { lockfileInputs } from './readers.ts';

const count = 60;

test('every supported format is measured', () => {
  const measured = new Set(lockfileInputs.map(({ format }) => format));
  expect(Object.keys(lockfileReaders).filter((format) => !measured.has(format as never))).toEqual([]);
});

test.each(lockfileInputs)(
  '$path: a generated lockfile is read without an entry that is not understood',
  (input) => {
    const { format, path, textOf } = input;
    const notes = new Notes();
    const files = { readText: () => undefined, findNearby: () => [] };
    const { packages } = lockfileReaders[format]({ path, text: textOf(count), notes, ...files });
    expect(packages.length).toBeGreaterThanOrEqual(count / 2);
    expect(notes.sentences().filter((sentence) => /understood|not list/.test(sentence))).toEqual([]);
  },
);
