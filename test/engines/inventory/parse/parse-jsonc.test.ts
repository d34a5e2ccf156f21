import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonc } from '@scangate/engines/inventory/parse/parse-jsonc';

test('comments and trailing commas are removed, and similar text in strings stays', () => {
  const text = `// first
{ "a": [1, 2, /* last */ ], // "x": 1,
  "b//c": "/* no */, }", "d": "\\\\", /* { */
  "e": "\\",]" , /* one */ // two
}
`;
  expect(parseJsonc(text)).toEqual({ a: [1, 2], 'b//c': '/* no */, }', d: '\\', e: '",]' });
});

test.each(['{"a": 1,,}', '{"a": 1 /* open', '{"a": "x}', '[1]', '{,}/'])('%s is refused', (text) => {
  expect(() => parseJsonc(text)).toThrow('it is');
});

test('a document has the same value with comments and trailing commas', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.json({ maxDepth: 3 })), (members) => {
      const value = Object.fromEntries(
        Object.entries(members).map(([key, json]) => [key, JSON.parse(json) as unknown]),
      );
      const decorated = JSON.stringify(value, null, 1).replace(
        /([^,{[])\n( *[}\]])/g,
        '$1, // ,]}"\n/* "} */$2',
      );
      expect(parseJsonc(decorated)).toEqual(value);
    }),
  );
});
