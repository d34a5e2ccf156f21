import { expect, test } from 'vitest';
import { ApiProblem, ConnectionLost, ServiceSilent } from '@scangate/client';
import { describeError } from '@scangate/cli/output/describe-error';

const commandEnvironment = { interrupted: new AbortController().signal };
const problem = (status: number, code: string, members: object = {}) =>
  describeError(
    new ApiProblem(status, new Headers(), { code, detail: `It is ${code}.`, ...members }),
    commandEnvironment,
  );

test.each([
  [401, 'unauthenticated', 4],
  [403, 'insufficient_scope', 4],
  [402, 'insufficient_credits', 5],
  [404, 'scan_not_found', 6],
  [409, 'conflict', 6],
  [422, 'validation_failed', 6],
  [429, 'rate_limited', 3],
  [500, 'system_error', 3],
  [503, 'temporarily_unavailable', 3],
  [200, 'unexpected_answer', 3],
  [403, 'unexpected_answer', 3],
])('%s %s ends the process with %s', (status, code, exitCode) => {
  expect(problem(status, code)).toMatchObject({ exitCode, because: code });
});

test('a refused credential says how to get another one', () => {
  expect(problem(401, 'unauthenticated').message).toContain('Run scangate login, or set SCANGATE_TOKEN');
});

test('a plan without API access names --offline, and no other refusal does', () => {
  const offline = '--offline';
  expect(problem(402, 'entitlement_denied', { capability: 'api' }).message).toContain(offline);
  expect(problem(402, 'entitlement_denied', { capability: 'webhooks' }).message).not.toContain(offline);
  expect(problem(402, 'insufficient_credits', { pool: 'core' }).message).not.toContain(offline);
});

test('pool, remedy and request id are on separate lines', () => {
  const members = { pool: 'core', remedy: 'buy_licenses', requestId: 'r-1' };
  expect(problem(402, 'insufficient_credits', members).message.split('\n')).toEqual([
    'It is insufficient_credits. (402 insufficient_credits)',
    'pool: core',
    'buy_licenses',
    'request id: r-1',
  ]);
});

test('a lost connection is reported as unreachable, with its innermost cause', () => {
  const cause = new Error('outer', { cause: Object.assign(new Error('inner'), { code: 'ECONNREFUSED' }) });
  expect(describeError(new ConnectionLost('lost', { cause }), commandEnvironment)).toEqual({
    exitCode: 3,
    because: 'out_of_reach',
    message: 'The service cannot be reached (ECONNREFUSED).',
  });
});

test('a silent service is reported as unreachable, and as silent', () => {
  const cause = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  expect(describeError(new ServiceSilent({ cause }), commandEnvironment)).toEqual({
    exitCode: 3,
    because: 'out_of_reach',
    message: 'The service said nothing for a minute.',
  });
});
