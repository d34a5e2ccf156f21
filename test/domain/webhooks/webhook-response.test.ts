import { describe, expect, test } from 'vitest';
import { responseExcerpt, outcomeOfResponse } from '@scangate/domain/webhooks/webhook-response';

const tried = { at: '2026-03-02T12:00:00.000Z', milliseconds: 12 };
const outcome = (status: number, retryAfter: string | null = null, excerpt = '') =>
  outcomeOfResponse({ status, retryAfter, excerpt }, tried);

describe('the status decides', () => {
  test.each([200, 201, 202, 204, 205, 299])('%d is a delivery', (status) => {
    expect(outcome(status)).toEqual({ kind: 'delivered', attempt: { ...tried, status } });
  });

  test.each([300, 304, 400, 401, 404, 409, 500, 502])('%d is a failure, which is retried', (status) => {
    expect(outcome(status, null, 'no')).toEqual({
      kind: 'failed',
      attempt: { ...tried, status, cause: 'status', excerpt: 'no' },
    });
  });

  test('410 stops at once', () => {
    const attempt = { ...tried, status: 410, cause: 'status' };
    expect(outcome(410)).toEqual({ kind: 'stop', cause: 'gone', attempt });
  });

  test.each([
    [429, '5', 5],
    [503, '120', 120],
    [429, '99999999', 99_999_999],
    [429, 'Mon, 02 Mar 2026 12:01:30 GMT', 90],
    [429, 'Mon, 02 Mar 2020 12:01:30 GMT', 0],
    [429, 'soon', undefined],
    [429, '-5', undefined],
    [429, null, undefined],
    [500, '5', undefined],
  ])('%d with Retry-After %s asks for %s s', (status, header, seconds) => {
    const found = outcome(status, header);
    expect(found.kind === 'failed' && found.retryAfterSeconds).toBe(seconds);
  });
});

describe('an excerpt', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const excerptOf = (text: string) => responseExcerpt(Buffer.from(text), [secret]);

  test('has no secret that the receiver echoes, and no control characters', () => {
    expect(excerptOf(`${secret} ${secret.slice(6)}\u0007\u001b[31m\n`)).toBe('… …  [31m\n');
  });

  test('is 1 KB, and ends between characters', () => {
    expect(excerptOf('x'.repeat(5_000))).toHaveLength(1024);
    expect(excerptOf(`x${'é'.repeat(5_000)}`)).toBe(`x${'é'.repeat(511)}`);
  });
});
