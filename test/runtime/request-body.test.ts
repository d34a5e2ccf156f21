import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { requestWays } from '#contract/request-size-advice.ts';
import { parseJson } from '#contract/parse-json.ts';
import { bodyLimitBytes, readRequestBody } from '#runtime/request-body.ts';
import { problemOf } from '../support/problem-of.ts';

const json = 'application/json';
const gzip = 'application/gzip';

const plain = (body: string, contentType: string | undefined = json, accepts = [json, gzip]) =>
  readRequestBody({ body, isBase64Encoded: false }, contentType, accepts);
const binary = (body: Buffer, contentType = gzip) =>
  readRequestBody({ body: body.toString('base64'), isBase64Encoded: true }, contentType, [json, gzip]);

describe('the charset of a body', () => {
  test.each([
    undefined,
    json,
    `${json}; charset=utf-8`,
    `${json};charset="UTF-8"`,
    `${json}; charset=us-ascii`,
  ])('may be UTF-8: %s', (contentType) => expect(plain('{}', contentType)).toBe('{}'));

  test.each(['iso-8859-1', 'utf-16', 'windows-1252', '', '"'])('that is %j is 400', (charset) => {
    const { code, members } = problemOf(() => plain('{}', `${json}; charset=${charset}`));
    expect([code, members.detail]).toEqual(['malformed_json', 'The body is not UTF-8: send JSON in UTF-8.']);
  });

  test.each([
    ['Latin-1', Buffer.from('{"branch":"caf\u00e9"}', 'latin1')],
    ['UTF-16', Buffer.from('{}', 'utf16le').subarray(0, 3)],
    ['a lone surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ])('is checked in the bytes of a compressed body: %s', (_name, bytes) => {
    const work = () => parseJson(binary(gzipSync(bytes)));
    expect(problemOf(work).code).toBe('malformed_json');
  });
});

describe('a byte order mark', () => {
  test.each([
    ['plain', () => plain('\ufeff{}')],
    ['compressed', () => binary(gzipSync('\ufeff{}'))],
  ])('is 400 that names it: %s', (_name, read) => {
    const { code, members } = problemOf(() => parseJson(read()));
    expect(code).toBe('malformed_json');
    expect(members.detail).toContain('byte order mark');
  });
});

describe('a body over the limit', () => {
  const large = 'x'.repeat(bodyLimitBytes + 1);

  test('of a scan request names all three alternatives with their limits', () => {
    const { code, members } = problemOf(() => plain(large));
    expect([code, members['actualBytes'], members['ways']]).toEqual([
      'body_too_large',
      bodyLimitBytes + 1,
      requestWays,
    ]);
    expect(members.detail).toContain('none of the three ways');
    expect(problemOf(() => binary(gzipSync(large))).members['ways']).toEqual(requestWays);
  });

  test('of another endpoint names no alternative that it does not have', () => {
    const { members } = problemOf(() => plain(large, json, [json]));
    expect(members['ways']).toBeUndefined();
    expect(members.detail).not.toContain('gzip');
  });
});
