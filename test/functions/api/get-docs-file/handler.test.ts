import { expect, test } from 'vitest';
import { readDocsFile } from '#runtime/docs/redoc-files.ts';
import { call } from '#test/support/api/call-endpoint.ts';

test.each([
  ['redoc.js', 'text/javascript; charset=utf-8'],
  ['redoc-licenses.txt', 'text/plain; charset=utf-8'],
] as const)('200 without a credential, and 304 for its ETag: %s', async (file, contentType) => {
  const params = { file };
  const { status, text, headers } = await call('get-docs-file', { params });
  expect([status, headers['Content-Type']]).toEqual([200, contentType]);
  expect(text).toBe(readDocsFile(file));
  const again = await call('get-docs-file', { params, headers: { 'If-None-Match': headers['ETag'] ?? '' } });
  expect([again.status, again.text]).toEqual([304, '']);
});

test.each(['other.js', '../handler.ts', '__proto__'])('404 for any other file: %s', async (file) => {
  const { status, body } = await call('get-docs-file', { params: { file } });
  expect([status, body['code']]).toEqual([404, 'not_found']);
});
