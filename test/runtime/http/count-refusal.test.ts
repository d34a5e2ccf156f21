import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler as authorizer } from '#functions/api/authorizer/handler.ts';
import { countRefusal, directoryRefusals, refusalKindOf } from '#runtime/http/count-refusal.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { defineWebhook } from '#contract/webhook.ts';
import { lambdaOf } from '#runtime/http/lambda-of.ts';
import { serveWebhook } from '#runtime/serve-webhook.ts';
import { Problem, problemCodes, Transient, type ProblemCode } from '@scangate/domain/problem';

/** Lines of refusals, in the embedded metric format. */
const lines: Record<string, unknown>[] = [];
afterEach(() => void vi.unstubAllEnvs());
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    const line = JSON.parse(String(text)) as Record<string, unknown>;
    if (line['message'] === 'refused') lines.push(line);
    return true;
  });
});

const codes = Object.keys(problemCodes) as ProblemCode[];
const watched = [...codes, ...directoryRefusals].flatMap((code) => {
  const kind = refusalKindOf(code);
  return kind === undefined ? [] : [[code, kind] as const];
});

test.each(watched)('%s is logged and counted as one of the kind %s', (code, kind) => {
  countRefusal(code, { requestId: 'r-1' });
  expect(lines).toMatchObject([{ code, kind, requestId: 'r-1', Refusals: 1 }]);
});

test('the metric has the code as its only dimension, which has few values', () => {
  countRefusal('rate_limited');
  const metric = {
    Namespace: 'Scangate',
    Dimensions: [['code']],
    Metrics: [{ Name: 'Refusals', Unit: 'Count' }],
  };
  expect(lines).toMatchObject([{ _aws: { CloudWatchMetrics: [metric] } }]);
  expect(watched.length).toBeLessThan(50);
});

test('every refusal of a credential, of a permission or for money is watched, and so is every error of ours', () => {
  const statuses = (status: number) => codes.filter((code) => problemCodes[code][0] === status);
  const must = [
    ...statuses(401),
    ...statuses(402),
    ...statuses(403),
    ...statuses(429),
    ...statuses(500),
    ...statuses(503),
  ];
  expect(must.filter((code) => refusalKindOf(code) === undefined)).toEqual([]);
});

test('guesses of a link, of a code for a login and of a credential are watched alike', () => {
  const guessed = ['link_not_found', 'user_code_not_found', 'unauthenticated'] as const;
  expect(guessed.map(refusalKindOf)).toEqual(['credential', 'credential', 'credential']);
});

test('a mistake in one request is not counted', () => {
  for (const code of codes) if (refusalKindOf(code) === undefined) countRefusal(code);
  expect(lines).toEqual([]);
});

const endpoint: EndpointSpec = {
  name: 'probe',
  method: 'GET',
  path: '/v1/probe',
  summary: 'Probe.',
  access: 'public',
  roles: [],
  scopes: [],
  responses: {},
  problems: [],
  needs: {},
};
const event = { path: '/v1/probe', httpMethod: 'GET', headers: {}, requestContext: { requestId: 'r-1' } };

test.each([
  ['an expected refusal', new Problem('sign_in_refused'), 'sign_in_refused'],
  ['an unexpected error', new Error('a bug'), 'system_error'],
  ['a failure outside', new Transient('a host is silent'), 'temporarily_unavailable'],
])('%s is counted by the code of its answer', async (_, thrown, code) => {
  const handler = lambdaOf(endpoint, {
    read: () => ({}),
    organizationOf: () => undefined,
    answer: async () => Promise.reject(thrown),
  });
  await handler(event as never, {} as never);
  expect(lines).toMatchObject([{ code, requestId: 'r-1' }]);
});

test('a webhook event without a valid signature is counted', async () => {
  const spec = defineWebhook({
    name: 'probe',
    entry: 'probe.ts',
    memoryMb: 128,
    timeoutSeconds: 10,
    path: '/v1/webhooks/probe',
    summary: 'Probe.',
    signatureHeader: 'Signature',
    bodyLimitBytes: 10,
    throttle: { rate: 1, burst: 1 },
    needs: {},
  });
  const handler = serveWebhook(
    spec,
    {},
    {
      read: async () => Promise.reject(new Problem('unauthenticated')),
      handle: async () => ({}),
    },
  );
  await handler({ ...event, body: '{}' } as never);
  expect(lines).toMatchObject([{ code: 'unauthenticated', requestId: 'r-1' }]);
});

test('a request without a credential is counted when the gateway is made to refuse it', async () => {
  for (const [name, value] of Object.entries({
    ORGANIZATION_RATE: '6000',
    CORE_TABLE: 'core',
    TOKENS_TABLE: 'tokens',
    AWS_REGION: 'local',
  }))
    vi.stubEnv(name, value);
  const asked = { headers: {}, multiValueHeaders: {}, methodArn: 'arn' };
  await expect(authorizer(asked as never)).rejects.toThrow('Unauthorized');
  expect(lines).toMatchObject([{ code: 'unauthenticated', cause: 'none sent' }]);
});
