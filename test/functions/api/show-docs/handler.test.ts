import { expect, test } from 'vitest';
import { referencePage } from '#runtime/docs/reference-page.ts';
import { call } from '#test/support/api/call-endpoint.ts';

test('200 without a credential: the page, under a policy that names no other origin', async () => {
  const { status, text, headers } = await call('show-docs', {});
  expect([status, text]).toEqual([200, referencePage]);
  expect(headers['Content-Security-Policy']).not.toMatch(/https?:|\*|unsafe-eval/);
});

test('304 for the ETag that came with it, under the same policy, because the browser caches that', async () => {
  const { headers } = await call('show-docs', {});
  const { ETag = '' } = headers;
  const again = await call('show-docs', { headers: { 'If-None-Match': ETag } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers['Content-Security-Policy']).toBe(headers['Content-Security-Policy']);
});
