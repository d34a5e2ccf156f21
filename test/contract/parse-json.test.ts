import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonDepthLimit, parseJson } from '#contract/parse-json.ts';
import { Problem } from '@scangate/domain/problem';
import { runs } from '#test/support/runs/samples.ts';

const codeOf = (text: string): string => {
  try {
    parseJson(text);
    return 'accepted';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
};
const parsesAsJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const nested = (depth: number, [open, close] = ['[', ']']) => open.repeat(depth) + close.repeat(depth);

describe('texts on which all parsers agree', () => {
  test('are parsed as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(3), (value, indent) => {
        fc.pre(!JSON.stringify(value).includes('"__proto__"'));
        const text = JSON.stringify(value, undefined, indent);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    '0',
    '""',
    'null',
    ' [ ] ',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"\\"a\\":1"}',
    '{"":1}',
  ])('%s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test(`${jsonDepthLimit} levels are accepted, one more is refused`, () => {
    expect(codeOf(nested(jsonDepthLimit))).toBe('accepted');
    expect(codeOf(nested(jsonDepthLimit + 1))).toBe('malformed_json');
    expect(codeOf(`{"a":${nested(jsonDepthLimit)}}`)).toBe('malformed_json');
    expect(codeOf(nested(1_000_000))).toBe('malformed_json');
  });

  test('brackets in strings do not count as levels', () => {
    expect(codeOf(JSON.stringify(['['.repeat(1_000), '\\"['.repeat(1_000)]))).toBe('accepted');
  });
});

describe('texts on which parsers disagree', () => {
  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":{"c":1,"c":1}}',
    '{"a":1,"\\u0061":2}',
    '{"a\\/b":1,"a/b":2}',
    '[{"a":1,"a":1}]',
    '{"a" : 1, "a"\n:2}',
    '{"":1,"":2}',
  ])('malformed_json: the same key twice: %s', (text) => {
    expect(codeOf(text)).toBe('malformed_json');
  });

  test.each([
    '{"__proto__":1}',
    '{"a":[{"__proto__":{}}]}',
    '{"\\u005f_proto__":1}',
    '{"__proto\\u005f_":1}',
  ])('unknown_field: %s', (text) => {
    expect(codeOf(text)).toBe('unknown_field');
  });

  test('a value or a part of a key may have this name', () => {
    expect(codeOf('{"a":"__proto__","__proto__x":1,"b":["__proto__"]}')).toBe('accepted');
  });

  test('a duplicate key is refused anywhere', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue({ maxDepth: 2 }), fc.string(), (key, value, other) => {
        fc.pre(key !== '__proto__' && other !== '__proto__' && !JSON.stringify(value).includes('__proto__'));
        const [name, content] = [JSON.stringify(key), JSON.stringify(value)];
        expect(codeOf(`{"o${other.length}":[{${name}:${content},${name}:${content}}]}`)).toBe(
          'malformed_json',
        );
      }),
    );
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u',
    '\\x',
    'a',
    '"a"',
    '"b"',
    '1',
    ' ',
    'null',
    '\u0000',
  );

  test('is accepted, or refused with a problem', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
        const text = parts.join('');
        expect(codeOf(text) === 'accepted' && !parsesAsJson(text)).toBe(false);
        expect(['accepted', 'malformed_json', 'unknown_field']).toContain(codeOf(text));
      }),
      { numRuns: runs(3_000) },
    );
  });

  test.each([
    '',
    '{',
    '"',
    '"\\',
    '{"a',
    '{"a":',
    '{"\\x":1}',
    '{"a\\":1}',
    'undefined',
    '{a:1}',
    "{'a':1}",
    '[1,]',
    '\ufeff{}',
  ])('malformed_json: %j', (text) => {
    expect(codeOf(text)).toBe('malformed_json');
  });
});
