import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactJson, membersOfJson } from '@scangate/cli/scan/json-syntax';
import { runs } from '#test/support/runs/samples.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const isJson = (text: string): boolean => membersOfJson(text) !== undefined;

/** The names that the outermost object of a text has. */
const namesOf = (text: string): Set<string> => {
  const value: unknown = JSON.parse(text);
  return new Set(
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [],
  );
};

/** JSON with a part removed, inserted or swapped. */
const damaged = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', ',', '"', '}', ']', '{', '[', ':', '\\', '0', '-', 'e', '\n', '\u0001'),
  )
  .map(([text, at, sign]) => {
    const place = at % (text.length + 1);
    return [text.slice(0, place), text.slice(place + (at % 2))].join(sign);
  });

test('accepts exactly what JSON.parse accepts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
      expect(membersOfJson(text)).toEqual(parses(text) ? namesOf(text) : undefined);
    }),
    { numRuns: runs(3_000) },
  );
});

test.each([
  '',
  ' ',
  '01',
  '1.',
  '.5',
  '+1',
  '-',
  '1e',
  '"',
  '"\\x"',
  '"\\u12"',
  '"\t"',
  'nul',
  'nulll',
  'NaN',

  '{',
  '{}}',
  '{,}',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '[1,]',
  '[,]',
  '[1 2]',
  '{]',
  '[}',
  '{} {}',
  ' {"a" : [1, {"b": null}], "c": -0.5e+3 } ',
  '"\u007f\u2028\ud83d"',
  '[]',
  '{}',
  '0',
  '\ufeff{}',
])('%j is read as JSON.parse reads it', (text) => {
  expect(isJson(text)).toBe(parses(text));
});

test('a document that is nested too deeply is refused, without memory for its levels', () => {
  expect(isJson(`${'['.repeat(1_000)}${']'.repeat(1_000)}`)).toBe(true);
  expect(isJson('['.repeat(10_000_000))).toBe(false);
  expect(isJson(`"${'\\n'.repeat(2_000_000)}"`)).toBe(true);
});

test('white space between values is dropped, and none within a string', () => {
  const spaces = fc.constantFrom(undefined, 1, '\t', ' \r\n');
  fc.assert(
    fc.property(fc.jsonValue(), spaces, fc.constantFrom('', '\ufeff'), (value, space, mark) => {
      const text = `${mark} ${JSON.stringify(value, undefined, space)}\n`;
      expect(Buffer.from(compactJson(Buffer.from(text))).toString()).toBe(JSON.stringify(value));
    }),
  );
});
