import { describe, expect, test } from 'vitest';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { lockfileInputs } from '#test/bench-engines/readers.ts';
import { processorMs } from '#test/support/processor-time.ts';
import { filesOf, inventoryOf, namesOf, reasonsOf } from './inventory-fixtures.ts';

const depth = 20_000;

/** Texts that no reader understands, each in the brackets of a format. */
const hostile: readonly (readonly [string, string])[] = [
  ['brackets', '['.repeat(depth)],
  ['objects', '{"a":'.repeat(depth)],
  ['elements', '<a>'.repeat(depth)],
  ['indentation', Array.from({ length: 500 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ['entities', '<!DOCTYPE a [<!ENTITY x "&x;&x;">]><a>&x;</a>'],
  ['one long line', 'a '.repeat(depth)],
];

/** A file that is larger than it may be; nothing of it is read. */
const largeFile = (path: string): SourceFiles => ({
  entries: [{ path, sizeBytes: 100 * 1024 * 1024 }],
  read: () => {
    throw new Error('a file of 100 MB is not read');
  },
});

/** Names that formats are told apart by have no description behind them. */
const inputs = lockfileInputs.map((input) => ({ ...input, path: input.path.replace(/ of .*/, '') }));

describe.each(inputs)('$path, $plain', ({ path, plain, textOf }) => {
  const text = textOf(12);
  const whole = inventoryOf({ [path]: text });

  test('is read', () => {
    expect([whole.read, whole.unread]).toEqual([[path], []]);
    expect(whole.components.length).toBeGreaterThanOrEqual(6);
  });

  test('of 100 MB is reported and not read', () => {
    const { read, unread } = readInventory(largeFile(path), 'source');
    expect(read).toEqual([]);
    expect(reasonsOf(unread)).toContain(`${path}: it is larger than 64 MB`);
  });

  test('in UTF-16 is read with a byte order mark, and is not text without one', () => {
    const wide = Buffer.from(text, 'utf16le');
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), wide]);
    expect(namesOf(inventoryOf({ [path]: marked }))).toEqual(namesOf(whole));
    expect(reasonsOf(inventoryOf({ [path]: wide }).unread)).toEqual([`${path}: it is not a text file`]);
  });

  test('truncated anywhere is refused or read in part, and lists nothing that is not in it', () => {
    const known = new Set(whole.components.map(({ name }) => name));
    for (let at = 1; at < 24; at += 1) {
      const { components, read, unread } = inventoryOf({ [path]: text.slice(0, (text.length * at) / 24) });
      expect(read.length + unread.length).toBe(1);
      expect(components.length).toBeLessThanOrEqual(whole.components.length);
      // A cut through a name leaves a shorter one.
      const others = components.filter(({ name }) => !known.has(name) && !text.includes(name));
      expect(others.map(({ name }) => name)).toEqual([]);
    }
  });

  test.each(hostile)('with %s is read in time proportional to its length', (_, piece) => {
    const start = processorMs();
    for (const content of [piece, `${text}\n${piece}`]) {
      const { read, unread } = inventoryOf({ [path]: content });
      expect(read.length + unread.length).toBe(1);
    }
    expect(processorMs() - start).toBeLessThan(3000);
  });

  test.runIf(plain === 'JSON.parse')('has the last one of repeated members', () => {
    const members = Object.keys(JSON.parse(text) as object).map((key) => `${JSON.stringify(key)}: 0,`);
    const repeated = inventoryOf({ [path]: text.replace('{', `{${members.join('')}`) });
    expect(namesOf(repeated)).toEqual(namesOf(whole));
  });

  test.runIf(plain === 'TOML parser')('is refused with a repeated key', () => {
    const [head = '', ...rest] = text.split('\n');
    const key = 'repeated = 1\n';
    const { unread } = inventoryOf({ [path]: `${key}${key}${head}\n${rest.join('\n')}` });
    expect(reasonsOf(unread)).toEqual([expect.stringContaining('it is not a valid TOML file')]);
  });
});

test('a repository with all formats at once is read', () => {
  const contents = Object.fromEntries(inputs.map(({ path, textOf }) => [path, textOf(6)]));
  const { read, components } = readInventory(filesOf(contents), 'source');
  expect(read.length).toBeGreaterThan(20);
  expect(components.length).toBeGreaterThan(100);
});
