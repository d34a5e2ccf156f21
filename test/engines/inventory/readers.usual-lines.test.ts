import { expect, test } from 'vitest';
import { Notes } from '@scangate/engines/inventory/gap-notes';
import type { LockfileFormat } from '@scangate/engines/inventory/formats';
import { lockfileReaders } from '@scangate/engines/inventory/readers';
import { lockfileInputs } from '#test/bench-engines/readers.ts';

const read = (format: LockfileFormat, path: string, text: string) => {
  const notes = new Notes();
  const content = lockfileReaders[format]({
    path,
    text,
    notes,
    readText: () => undefined,
    findNearby: () => [],
  });
  return { ...content, notes: notes.sentences() };
};

const inText = lockfileInputs.filter(({ plain }) => plain === 'tokens' || plain === 'TOML parser');

test.each(inText)(
  '$path is read the same with other line endings, where no line is as its tool writes it',
  ({ format, path, textOf }) => {
    const text = textOf(5);
    const usual = read(format, path, text);
    expect(usual.packages.length).toBeGreaterThan(3);
    expect(read(format, path, text.replaceAll('\n', '\r\n'))).toEqual(usual);
  },
);

const inJson = lockfileInputs.filter(
  ({ plain, path }) => plain === 'JSON.parse' && path !== 'package-lock.json',
);

test.each(inJson.flatMap((input) => ['\\u0001', '\\u007f', '\\n'].map((escape) => ({ ...input, escape }))))(
  'a package of $path whose name has $escape in it is listed or told, and never left out without a word',
  ({ format, path, textOf, escape }) => {
    const text = textOf(12);
    const damaged = text.replaceAll('package-11', `pac${escape}kage-11`);
    expect(damaged).not.toBe(text);
    const found = read(format, path, damaged);
    if (JSON.stringify(found.notes) === JSON.stringify(read(format, path, text).notes))
      expect(found.packages).toHaveLength(read(format, path, text).packages.length);
  },
);

/** As many repetitions of a group exhaust the stack of an expression that does not limit them. */
const manyLines = 1_000_000;

test.each<{ format: LockfileFormat; path: string; text: string }>([
  {
    format: 'cpan-snapshot',
    path: 'cpanfile.snapshot',
    text: `DISTRIBUTIONS\n  A-1\n    pathname: a\n    provides:\n${'      A 1\n'.repeat(manyLines)}`,
  },
  {
    format: 'terraform-lock',
    path: '.terraform.lock.hcl',
    text: `provider "a/b/c" {\n  version     = "1"\n  hashes = [\n${'    "zh:a",\n'.repeat(manyLines)}`,
  },
])('an entry of $path with 1,000,000 lines is read', ({ format, path, text }) => {
  expect(read(format, path, text).packages).toHaveLength(1);
});
