import { assert, constantFrom, property, uint8Array } from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { base62, base64, fake } from '@scangate/engines/secrets/rule-example';
import { secretsIn } from '../scan-secrets.ts';

const key = `sk_live_${fake(base62, 24)}`;
const base64Of = (text: string): string => Buffer.from(text).toString('base64');
const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const percentOf = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const encodings = { base64: base64Of, hex: hexOf, percent: percentOf };
const names = Object.keys(encodings) as (keyof typeof encodings)[];
const found = (text: string) =>
  secretsIn({ 'a.txt': text }).map(({ rule, line, column }) => [rule, line, column]);

describe('a token in encoded text', () => {
  test.each(names)('is found in %s, at the start of the encoded text', (name) => {
    expect(found(`first line\nvalue: ${encodings[name](`TOKEN=${key}\n`)}\n`)).toEqual([
      ['stripe-key', 2, 8],
    ]);
  });

  test.each(names.flatMap((outer) => names.map((inner) => [outer, inner] as const)))(
    'is found in %s of %s',
    (outer, inner) => {
      expect(found(`v: ${encodings[outer](`x=${encodings[inner](`TOKEN=${key}\n`)}`)}`)).toEqual([
        ['stripe-key', 1, 4],
      ]);
    },
  );

  test('is not searched for behind a third encoding', () => {
    expect(found(`v: ${base64Of(base64Of(base64Of(`TOKEN=${key}`)))}`)).toEqual([]);
  });

  test('is found in base64 that is wrapped into lines', () => {
    const wrapped = base64Of(`${'a comment\n'.repeat(12)}TOKEN=${key}\n`).replaceAll(/(.{64})/g, '$1\n  ');
    expect(found(`data: |\n  ${wrapped}\n`)).toEqual([['stripe-key', 2, 3]]);
  });

  test('says how it is encoded, and shows none of it', () => {
    const [finding] = secretsIn({ 'a.txt': base64Of(`TOKEN=${key}`) });
    expect(finding?.title).toMatch(/, in base64$/);
    expect(JSON.stringify(finding)).not.toContain(key.slice(8, 16));
  });

  test('counts once when the plain text has it too', () => {
    expect(found(`curl https://a1.dev/?x=%41&key%3D${key}`)).toHaveLength(1);
  });

  test('is suppressed by an allow comment on its line', () => {
    const [finding] = secretsIn({
      'a.txt': `${base64Of(`TOKEN=${key}`)} # scangate:allow stripe-key -- revoked\n`,
    });
    expect(finding?.suppressed).toBeDefined();
  });
});

test('hashes, images and random base64 contain no secret', () => {
  const random = uint8Array({ minLength: 30, maxLength: 400 }).map((bytes) => Buffer.from(bytes));
  assert(
    property(random, constantFrom('base64' as const, 'hex' as const), (bytes, encoding) => {
      expect(found(`v ${bytes.toString(encoding)}`)).toEqual([]);
    }),
  );
  expect(found(`sha512-${fake(base64, 86)}==`)).toEqual([]);
});

test('a token in a compressed file is found, and its entry is named', () => {
  const findings = secretsIn({ 'dump/config.env.gz': gzipSync(`# settings\nTOKEN=${key}\n`) });
  expect(findings.map(({ rule, file, line }) => [rule, file, line])).toEqual([
    ['stripe-key', 'dump/config.env.gz!/config.env', 2],
  ]);
});

const escapedX = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
const escapedU = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\u00${byte.toString(16).padStart(2, '0')}`).join('');
const [head, middle, tail] = [key.slice(0, 12), key.slice(12, 22), key.slice(22)];

describe('a token with escaped characters', () => {
  test.each([
    ['\\x', `const k = "${escapedX(key)}";`],
    ['\\u', `const k = "${escapedU(key)}";`],
    ['some of them', `const k = "${escapedX(key.slice(0, 3))}${key.slice(3)}";`],
    ['braces', `const k = "\\u{73}${key.slice(1)}";`],
  ])('is found: %s', (_, text) => {
    expect(found(`// a\n${text}\n`)).toEqual([['stripe-key', 2, 12]]);
  });

  test('is not assembled from texts in other languages, paths and expressions', () => {
    const other = `"\\u4f60\\u597d ${key.slice(0, 6)}" "C:\\users\\x" /\\x[0-9a-f]{2}\\u/`;
    expect(found(other)).toEqual([]);
  });
});

describe('a token joined from literals', () => {
  test.each([
    ['by plus', `k = "${head}" + "${middle}" + "${tail}"`],
    ['over lines', `k = "${head}" +\n    '${middle}' +\n    "${tail}";`],
    ['by adjacency', `k = "${head}" "${middle}${tail}"`],
    ['by dots', `k = '${head}' . '${middle}${tail}';`],
    ['by a backslash', `k = "${head}" \\\n  "${middle}${tail}"`],
  ])('is found: %s', (_, text) => {
    expect(found(text)).toEqual([['stripe-key', 1, 6]]);
    const [finding] = secretsIn({ 'a.txt': text });
    expect(finding?.title).toMatch(/, joined from parts$/);
    expect(JSON.stringify(finding)).not.toContain(middle);
  });

  test.each([
    ['items of a list', `k = ["${head}", "${middle}${tail}"]`],
    ['two statements', `a = "${head}";\nb = "${middle}${tail}";`],
    ['a name between', `k = "${head}" + part + "${middle}${tail}"`],
    ['sentences', `k = "${head} " + "${middle}${tail}"`],
    ['an apostrophe in a comment', `// don't\nk = ["${head}", "${tail}"]`],
  ])('is not assembled from %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  test('is searched for in time proportional to the length', () => {
    for (const text of ['"', "'", '"a" + ', '"a"', '\\x41', '\\u0041', '\\'])
      expect(() => secretsIn({ 'a.txt': text.repeat(100_000) })).not.toThrow();
  });
});
