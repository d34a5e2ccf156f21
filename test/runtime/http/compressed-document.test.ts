import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressedDocument } from '#runtime/http/compressed-document.ts';

const text = 'a text for everybody '.repeat(100);
const answer = compressedDocument({ text, contentType: 'text/plain' });

describe('an answer', () => {
  test.each(['gzip', 'br, GZIP', 'deflate, gzip;q=0.5', 'gzip ; q=1.0'])(
    'is compressed for Accept-Encoding: %s',
    async (accepted) => {
      const found = answer({ 'accept-encoding': accepted });
      expect(found).toMatchObject({ status: 200, headers: { 'Content-Encoding': 'gzip' } });
      if (found.status !== 200) return;
      expect(gunzipSync(await buffer(found.stream)).toString()).toBe(text);
    },
  );

  test.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, br', 'x-gzipped'])(
    'is plain for Accept-Encoding: %s',
    async (accepted) => {
      const found = answer({ 'accept-encoding': accepted });
      expect(found.headers).not.toHaveProperty('Content-Encoding');
      if (found.status !== 200) throw new Error('no body');
      expect((await buffer(found.stream)).toString()).toBe(text);
    },
  );

  test('depends on Accept-Encoding, and says so', () => {
    expect(answer({}).headers).toMatchObject({ Vary: 'Accept-Encoding' });
  });

  test('is 304 for its ETag, and only for that', () => {
    const { ETag = '' } = answer({}).headers;
    expect(answer({ 'if-none-match': ETag })).toMatchObject({ status: 304, headers: { ETag } });
    expect(answer({ 'if-none-match': `W/${ETag}` }).status).toBe(304);
    expect(answer({ 'if-none-match': '"other"' }).status).toBe(200);
  });

  test('has a new stream each time', async () => {
    const [first, second] = [answer({}), answer({})];
    if (first.status !== 200 || second.status !== 200) throw new Error('no body');
    expect(await buffer(first.stream)).toEqual(await buffer(second.stream));
  });
});
