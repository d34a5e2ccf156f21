import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonCursor } from '@scangate/engines/inventory/parse/json-cursor';
import { textAt } from '@scangate/engines/inventory/parse/json-members';
import { parseJsonc, readJsonc } from '@scangate/engines/inventory/parse/parse-jsonc';
import { parseJson, readJson } from '@scangate/engines/inventory/parse/parse-document';
import { asText } from '@scangate/engines/inventory/parse/untrusted-value';

/** Reads the members of an object one by one. */
const membersOf = (text: string | Buffer, maxDepth = 100): [string, unknown][] | undefined => {
  const cursor = new JsonCursor(text, maxDepth);
  const members = new Map<string, unknown>();
  try {
    if (!cursor.enterObject()) return undefined;
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey())
      members.set(key, cursor.isText() ? cursor.text() : cursor.value());
    cursor.end();
    return [...members];
  } catch {
    return undefined;
  }
};

const byParser = (text: string): [string, unknown][] | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Reads a value by entering every object and list. */
const valueAt = (cursor: JsonCursor): unknown => {
  if (cursor.isText()) return cursor.text();
  if (cursor.isObject()) {
    const members = new Map<string, unknown>();
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey())
      members.set(key, valueAt(cursor));
    return Object.fromEntries(members);
  }
  if (!cursor.isList()) return cursor.value();
  const items: unknown[] = [];
  cursor.enterList();
  while (cursor.nextItem()) items.push(valueAt(cursor));
  return items;
};

const sorted = (members: [string, unknown][] | undefined) =>
  members?.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));

const piece = fc.constantFrom(
  ...'{}[]",:\\\n\t 01-+.eEtruefalsn',
  'é',
  // The lower bytes of these codes are those of a quote, an opening brace and a space.
  'Ģ',
  'Ż',
  'Ġ',
  '\u0001',
  '\\u00e9',
  '\\x',
  '""',
  '😀',
);

test('the cursor accepts what the parser accepts, as a text and as bytes, and reads the same members', () => {
  const document = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
      .map((value) => JSON.stringify(value, undefined, 2)),
  );
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(2), piece), { maxLength: 2 });
  fc.assert(
    fc.property(document, damage, (json, changes) => {
      let text = json;
      for (const [place, cut, added] of changes) {
        const at = place % (text.length + 1);
        text = `${text.slice(0, at)}${added}${text.slice(at + cut)}`;
      }
      const expected = sorted(byParser(text));
      expect(sorted(membersOf(text))).toEqual(expected);
      if (text.isWellFormed()) expect(sorted(membersOf(Buffer.from(text)))).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  '{"a":1}{',
  '{"a":01}',
  '{"a":-}',
  '{"a":1.}',
  '{"a":.5}',
  '{"a":"\u0000"}',
  "{'a':1}",
  '{"a" 1}',
  '{"a":[1,]}',
  '{,}',
  '{"a":1,}',
  '{"a":nul}',
  '',
])('the cursor refuses invalid JSON: %j', (text) => {
  expect(byParser(text)).toBeUndefined();
  expect(membersOf(text)).toBeUndefined();
  expect(membersOf(Buffer.from(text))).toBeUndefined();
});

test('a long text with characters beyond a byte has the members of the parser', () => {
  const text = JSON.stringify({ ['Ģ'.repeat(20_000)]: 'ŻĠ'.repeat(20_000), b: 1 });
  expect(membersOf(text)).toEqual(byParser(text));
  expect(membersOf(`${text.slice(0, -1)}Ż`)).toBeUndefined();
});

test('entered objects and skipped values count toward the depth in the same way', () => {
  const nested = `{"a":${'['.repeat(9)}${']'.repeat(9)}}`;
  expect(membersOf(nested, 10)).toBeDefined();
  expect(membersOf(nested, 9)).toBeUndefined();
});

test('entered objects and lists have the values of the parser, with comments and trailing commas where permitted', () => {
  const sign = fc.constantFrom(...'{}[]",:/*\\\n 1-', '//', '/*', '*/', '""', ',}', ',]', '{,', '// ,\n');
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(1), sign), { maxLength: 2 });
  const read = (text: string, by: typeof readJson): unknown => {
    let value: unknown;
    try {
      by(text, (cursor) => {
        const members: [string, unknown][] = [];
        for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey())
          members.push([key, valueAt(cursor)]);
        value = Object.fromEntries(members);
      });
      return value;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const parsed = (parse: () => unknown): unknown => {
    try {
      return parse();
    } catch (error) {
      return (error as Error).message;
    }
  };
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.json({ maxDepth: 3 })), damage, (members, changes) => {
      const value = Object.entries(members).map(([key, json]) => [key, JSON.parse(json) as unknown] as const);
      let text = JSON.stringify(Object.fromEntries(value), undefined, 1);
      for (const [place, cut, added] of changes) {
        const at = place % (text.length + 1);
        text = `${text.slice(0, at)}${added}${text.slice(at + cut)}`;
      }
      expect(read(text, readJson)).toEqual(parsed(() => parseJson(text)));
      expect(read(text, readJsonc)).toEqual(parsed(() => parseJsonc(text)));
    }),
    { numRuns: 1_000 },
  );
});

test('a text of nothing but comments, commas or brackets is refused in linear time', () => {
  const refused = (text: string): string => {
    try {
      readJsonc(text, (cursor) => {
        while (cursor.nextKey() !== undefined) cursor.skip();
      });
      return 'accepted';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refused(`{${'/**/'.repeat(200_000)}`)).toContain('not a valid JSON file');
  expect(refused(`{"a":[${','.repeat(200_000)}`)).toContain('not a valid JSON file');
  expect(refused(`{"a":${'['.repeat(200_000)}`)).toContain('nested deeper');
});

test('keys that are repeated in lists are told from those that only begin alike', () => {
  const keys = [
    'name',
    'names',
    'nam',
    '',
    'é',
    'è',
    '\u0141',
    '\u0142',
    'na me',
    'a"b',
    'a\\b',
    '__proto__',
    'name\u0000',
  ];
  const object = fc.dictionary(fc.constantFrom(...keys), fc.nat(9), { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(object, { maxLength: 60 }), fc.boolean(), (list, isEscaped) => {
      const plain = JSON.stringify({ list });
      const text = isEscaped ? plain.replaceAll('"name', '"\\u006eame') : plain;
      const cursor = new JsonCursor(text, 10);
      expect(valueAt(cursor)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  'visible!',
  ' ',
  'a b',
  'a\tb',
  '\u007f',
  'é',
  '\u0141',
  '"',
  '\\',
  '',
  ' padded ',
  'x'.repeat(600),
])('a text is read as `asText` reads it: %j', (text) => {
  for (const written of [JSON.stringify(text), JSON.stringify(text).replaceAll('a', '\\u0061')]) {
    const cursor = new JsonCursor(`["before",${written},${written}]`, 10);
    cursor.enterList();
    cursor.nextItem();
    cursor.text();
    cursor.nextItem();
    expect(textAt(cursor)).toBe(asText(text));
    cursor.nextItem();
    expect(textAt(cursor, 2)).toBe(asText(text, 2));
  }
});
