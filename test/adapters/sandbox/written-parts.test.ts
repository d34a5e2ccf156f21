import { closeSync, ftruncateSync, writeSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { PartWriter, readWrittenParts } from '#adapters/sandbox/written-parts.ts';
import { openSpoolFile } from '#adapters/source-archive/file-spool.ts';

const openFile = (): number => {
  const file = openSpoolFile();
  onTestFinished(() => closeSync(file));
  return file;
};

const writtenAndRead = (writes: readonly (readonly [string, string])[]): Record<string, string> => {
  const file = openFile();
  const writer = new PartWriter(file);
  for (const [name, text] of writes) writer.write(name, text);
  const value: unknown = JSON.parse(JSON.stringify(writer.lengths));
  return Object.fromEntries(
    [...readWrittenParts(file, value)].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
};

test('each part is read as it was written, whatever its characters and its pieces', () => {
  const long = fc.tuple(fc.string({ unit: 'grapheme' }), fc.nat(20_000)).map(([text, times]) => {
    const most = Math.floor(100_000 / (text.length || 1));
    return text.repeat(Math.min(times, most));
  });
  fc.assert(
    fc.property(fc.array(long, { maxLength: 3 }), fc.array(long, { maxLength: 3 }), (first, second) => {
      const writes = [
        ...first.map((text) => ['a', text] as const),
        ...second.map((text) => ['b', text] as const),
      ];
      const expected = {
        ...(first.length > 0 && { a: first.join('') }),
        ...(second.length > 0 && { b: second.join('') }),
      };
      expect(writtenAndRead(writes)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test('a character of two units at the end of a piece is written whole', () => {
  const text = `x${'\u{1F600}'.repeat(50_000)}`;
  expect(writtenAndRead([['a', text]])).toEqual({ a: text });
});

test.each([[null], [[['a']]], [[['a', -1]]], [[['a', 0.5]]], [[['a', 4]]], [[['a', 2]]], [[['a', 1e15]]]])(
  'a sandbox that says %j of three bytes is refused',
  (value) => {
    const file = openFile();
    writeSync(file, 'abc');
    expect(() => readWrittenParts(file, value)).toThrow('the sandbox');
  },
);

test('a file that was cut off after it was written is refused', () => {
  const file = openFile();
  writeSync(file, 'abc');
  const lengths = [['a', 3]];
  expect(Buffer.from(readWrittenParts(file, lengths).get('a') ?? []).toString()).toBe('abc');
  ftruncateSync(file, 2);
  expect(() => readWrittenParts(file, lengths)).toThrow('something else');
});
