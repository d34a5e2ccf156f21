import { expect, test } from 'vitest';
import { Problem } from '@scangate/domain/problem';
import { toErrorResult, toLambdaResult } from '#runtime/response.ts';
import { headerViolations } from '#test/support/api/contract-violations.ts';

const context = { requestId: 'request-1', path: '/v1/things' };
const document = { ...context, document: true };

test('every answer has the headers of the policy, including refusals', () => {
  const answers = [
    toLambdaResult({ status: 200, body: {} }, context),
    toLambdaResult({ status: 304, headers: { ETag: '"a"' } }, context),
    toErrorResult(new Problem('not_found'), context),
    toErrorResult(new Error('a bug'), context),
  ];
  for (const { headers } of answers) expect(headerViolations(headers)).toEqual([]);
});

test('no answer permits other origins to read it, and a text has its charset', () => {
  const { headers } = toLambdaResult({ status: 200, body: {} }, context);
  const others = { 'access-control-allow-origin': '*', 'Content-Type': 'text/csv' };
  expect(headerViolations({ ...headers, ...others })).toEqual([
    'the header access-control-allow-origin is there',
    'text/csv has no charset',
  ]);
  for (const { headers: sent } of [
    toLambdaResult(
      { status: 200, headers: { 'Content-Type': 'text/csv; charset=utf-8' }, text: 'a' },
      context,
    ),
    toErrorResult(new Problem('not_found'), document),
  ])
    expect(headerViolations(sent)).toEqual([]);
});

test('a public document may be cached for five minutes and used by other origins, and keeps its ETag', () => {
  for (const status of [200, 304]) {
    const { headers } = toLambdaResult({ status, headers: { ETag: '"a"' } }, document);
    expect(headerViolations(headers, 'document')).toEqual([]);
    expect(headers['ETag']).toBe('"a"');
  }
});

test('a refusal of a document is not cached', () => {
  expect(headerViolations(toErrorResult(new Problem('not_found'), document).headers)).toEqual([]);
});

test('a page may state its own policy', () => {
  const own = "default-src 'none'; style-src 'self'; frame-ancestors 'none'";
  const { headers } = toLambdaResult(
    { status: 200, headers: { 'Content-Security-Policy': own }, text: '<p>' },
    context,
  );
  expect(headers['Content-Security-Policy']).toBe(own);
});
