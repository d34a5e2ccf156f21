import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonCursor } from '@scangate/engines/inventory/parse/json-cursor';
import {
  itemsAt,
  membersAt,
  namesAt,
  requestedNamesAt,
  textAt,
  textsAt,
} from '@scangate/engines/inventory/parse/json-members';
import { readJson } from '@scangate/engines/inventory/parse/parse-document';
import { asText, textsOf } from '@scangate/engines/inventory/parse/untrusted-value';

const readBy = <T>(read: (cursor: JsonCursor) => T, json: string): T => {
  let found: { value: T } | undefined;
  readJson(`{"a": ${json}}`, (cursor) => {
    while (cursor.nextKey() !== undefined) found = { value: read(cursor) };
  });
  return found!.value;
};

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

test('any value is read as it is from the parsed value', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom(' a ', 'a\nb', '__proto__', 'é', 'x'.repeat(3000)));
  const scalar = fc.oneof(word, fc.integer(), fc.constant(null), fc.constant([]), fc.constant({}));
  const json = fc
    .oneof(scalar, fc.array(scalar), fc.dictionary(word, scalar))
    .map((each) => JSON.stringify(each));
  fc.assert(
    fc.property(json, (text) => {
      const value: unknown = JSON.parse(text);
      const entries = isTable(value) ? Object.entries(value) : [];
      const requested = entries.filter(
        ([name, range]) => typeof range === 'string' && asText(name) !== undefined,
      );
      const names = (from: [string, unknown][]): string[] => from.map(([name]) => name).toSorted();
      expect(readBy(textAt, text)).toBe(asText(value));
      expect(readBy(textsAt, text)).toEqual(textsOf(value));
      expect(readBy(namesAt, text).toSorted()).toEqual(names(entries));
      expect(readBy(requestedNamesAt, text).toSorted()).toEqual(names(requested));
      expect(readBy((cursor) => itemsAt(cursor, () => cursor.value()), text)).toEqual(
        Array.isArray(value) ? value : undefined,
      );
      const members = readBy((cursor) => membersAt(cursor, () => cursor.value()), text);
      expect(members && new Map([...members].toSorted())).toEqual(
        isTable(value) ? new Map(entries.toSorted()) : undefined,
      );
    }),
    { numRuns: 500 },
  );
});

test('of a repeated key the last value counts, at the place of the first', () => {
  const json = '{"b": 1, "a": 2, "b": 3}';
  expect([...readBy((cursor) => membersAt(cursor, () => cursor.value()), json)!]).toEqual([
    ['b', 3],
    ['a', 2],
  ]);
  expect(readBy(namesAt, json)).toEqual(['b', 'a']);
});
