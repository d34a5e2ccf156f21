import { beforeAll, expect, test } from 'vitest';
import { answerHeaders, documentHeaders } from '#contract/response-headers.ts';
import { sharedTestCloud, type TestCloud } from '../support/local/cloud.ts';

/** Every kind of answer of the running service: of a handler, the authorizer, the gateway, a stream, the service itself. */

let cloud: TestCloud;
let token = '';
beforeAll(async () => {
  cloud = await sharedTestCloud();
  const { tokens } = await cloud.newOrganization({ plan: 'Team' });
  token = tokens.owner ?? '';
}, 120_000);

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${cloud.cloud.url}${path}`, init);
  await response.text();
  const policy = Object.keys(answerHeaders).map((name) => [name, response.headers.get(name)]);
  return { response, policy: Object.fromEntries(policy) as Record<string, string | null> };
};
const withToken = (): RequestInit => ({ headers: { Authorization: `Bearer ${token}` } });

const answers: { what: string; path: string; status: number; init?: () => RequestInit }[] = [
  { what: 'a handler', path: '/billing/status', status: 200, init: withToken },
  { what: 'a stream', path: '/billing/ledger.csv', status: 200, init: withToken },
  { what: 'a refusal', path: '/v1/scans/none', status: 404, init: withToken },
  { what: 'the authorizer', path: '/billing/status', status: 401 },
  { what: 'the gateway: no such path', path: '/v1/nothing', status: 404 },
  {
    what: 'the gateway: too large',
    path: '/v1/scans',
    status: 413,
    init: () => ({ ...withToken(), method: 'POST', body: 'x'.repeat(10_485_761) }),
  },
  {
    what: 'a webhook without a signature',
    path: '/webhooks/stripe',
    status: 401,
    init: () => ({ method: 'POST', body: '{}' }),
  },
  { what: 'the local service', path: '/health', status: 200 },
];

test.each(answers)('$what has the headers of every answer', async ({ path, status, init }) => {
  const { response, policy } = await ask(path, init?.());
  expect([response.status, policy]).toEqual([status, answerHeaders]);
});

test('the API description needs no token, may be cached for five minutes, and keeps its ETag', async () => {
  const first = await ask('/v1/openapi.json');
  const tag = first.response.headers.get('ETag') ?? '';
  expect([first.response.status, first.policy]).toEqual([200, documentHeaders]);
  const again = await ask('/v1/openapi.json', {
    headers: { 'If-None-Match': tag, Authorization: 'Bearer x' },
  });
  expect([again.response.status, again.policy]).toEqual([304, documentHeaders]);
});
