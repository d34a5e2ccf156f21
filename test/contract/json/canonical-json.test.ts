import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CanonicalJson } from '#contract/json/canonical-json.ts';
import { Problem } from '@scangate/domain/problem';
import { runs } from '#test/support/runs/samples.ts';

const canonicalOf = (text: string): string | undefined => {
  try {
    const json = new CanonicalJson(Buffer.from(text));
    json.value();
    json.end();
    return json.written(0).toString('utf8');
  } catch (error) {
    if (error instanceof Problem && error.code === 'malformed_json') return undefined;
    throw error;
  }
};

const stringified = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** Whether two keys anywhere are equal, or one is `__proto__`: refuseUnsafeJson lets no such text pass. */
const hasTwice = (text: string): boolean => {
  const keys = [...text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].map(([, key]) => stringified(`"${key}"`));
  return new Set(keys).size < keys.length || keys.includes('"__proto__"');
};

/** Rewrites a JSON text as other writers would: escapes, exponents, white space. */
const respelled = (text: string, seed: number): string =>
  text
    .replaceAll(/[\u0080-\uffff/]/g, (character, at: number) =>
      (at + seed) % 2 === 0
        ? character
        : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
    )
    .replaceAll(/(?<=^[^"]*(?:"[^"\\]*"[^"]*)*)([,:[{])/g, seed % 3 === 0 ? '$1 \n\t\r' : '$1');

test('valid JSON is written as JSON.stringify would', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.nat(5), (json, seed) => {
      const text = respelled(json, seed);
      fc.pre(!hasTwice(text));
      expect(canonicalOf(text)).toBe(stringified(text));
    }),
    { numRuns: runs(500) },
  );
});

test('numbers are written as JSON.stringify would', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,25})?([eE][+-]?\d{1,4})?$/);
  fc.assert(
    fc.property(fc.array(digits, { maxLength: 8 }), (numbers) => {
      const text = `[${numbers.join(' , ')}]`;
      expect(canonicalOf(text)).toBe(stringified(text));
    }),
    { numRuns: runs(500) },
  );
});

test('keys that are array indices come first, by their value, on every level', () => {
  const key = fc.oneof(
    fc.nat(300).map(String),
    fc.constantFrom('4294967294', '4294967295', '4294967296', '01', '-1', '1.5', '1\\":', 'a', '', '"'),
    // V8 13.6 takes one key with a backslash at its end for another.
    fc.string({ maxLength: 3 }).filter((text) => !text.includes('\\')),
  );
  const table = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.nat(),
      fc.uniqueArray(fc.tuple(key, tie('value')), { selector: ([k]) => k }),
    ),
  }));
  const written = (value: unknown): string =>
    Array.isArray(value)
      ? `{${value.map(([k, v]: [string, unknown]) => `${JSON.stringify(k)}: ${written(v)}`).join(', ')}}`
      : String(value);
  fc.assert(
    fc.property(table.value, (value) => {
      const text = written(value);
      fc.pre(!text.includes('"__proto__"'));
      expect(canonicalOf(text)).toBe(stringified(text));
    }),
    { numRuns: runs(500) },
  );
});

test('exactly what JSON.parse refuses is refused', () => {
  const pieces = fc.constantFrom(
    ...'{ } [ ] , : " \\ \\u \\ud83d \\ude00 \\x a "a" "b" 1 - 0 .5 e E+ null true fals é 😀 "\\u00e9"'.split(
      ' ',
    ),
    ...' \u00a0\u0000\n',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      fc.pre(!hasTwice(text));
      expect(canonicalOf(text)).toBe(stringified(text));
    }),
    { numRuns: runs(5_000) },
  );
});

test('a damaged text is refused as JSON.parse refuses it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat(127), (json, at, unit) => {
      const place = at % (json.length + 1);
      const text = json.slice(0, place) + String.fromCharCode(unit) + json.slice(place + 1);
      fc.pre(!hasTwice(text));
      expect(canonicalOf(text)).toBe(stringified(text));
    }),
    { numRuns: runs(2_000) },
  );
});

test.each([
  '[1e20,1e20,1e20]',
  '1e400',
  '-1e400',
  '[-0,-0.0,0e5]',
  '"\\ud800"',
  '"\\udc00\\ud800x"',
  '"\\u0000\\u001f\\u007f"',
])('%s', (text) => {
  expect(canonicalOf(text)).toBe(stringified(text));
});
