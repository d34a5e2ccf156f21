import { describe, expect, test } from 'vitest';
import { problem } from '#contract/schemas/problem.ts';
import { problemCodes, type ProblemCode } from '@scangate/domain/problem';
import { headerViolations } from '#test/support/api/contract-violations.ts';
import { ofType, synthesize } from '../synthesized.ts';

const api = Object.entries(synthesize().stacks.api);

describe("the gateway's own responses", () => {
  const answers = ofType(api, 'AWS::ApiGateway::GatewayResponse').map(
    ([, { Properties }]) =>
      Properties as {
        ResponseType: string;
        StatusCode: string;
        ResponseParameters: Record<string, string>;
        ResponseTemplates: Record<string, string>;
      },
  );
  const expected: Record<string, ProblemCode> = {
    ACCESS_DENIED: 'insufficient_scope',
    API_CONFIGURATION_ERROR: 'system_error',
    AUTHORIZER_CONFIGURATION_ERROR: 'temporarily_unavailable',
    AUTHORIZER_FAILURE: 'temporarily_unavailable',
    BAD_REQUEST_BODY: 'malformed_json',
    BAD_REQUEST_PARAMETERS: 'invalid_query',
    DEFAULT_4XX: 'invalid_query',
    DEFAULT_5XX: 'system_error',
    EXPIRED_TOKEN: 'unauthenticated',
    INTEGRATION_FAILURE: 'temporarily_unavailable',
    INTEGRATION_TIMEOUT: 'temporarily_unavailable',
    INVALID_API_KEY: 'unauthenticated',
    INVALID_SIGNATURE: 'unauthenticated',
    MISSING_AUTHENTICATION_TOKEN: 'not_found',
    QUOTA_EXCEEDED: 'rate_limited',
    REQUEST_TOO_LARGE: 'body_too_large',
    RESOURCE_NOT_FOUND: 'not_found',
    THROTTLED: 'rate_limited',
    UNAUTHORIZED: 'unauthenticated',
    UNSUPPORTED_MEDIA_TYPE: 'unsupported_media_type',
    WAF_FILTERED: 'rate_limited',
  };

  test('one is defined for every type', () => {
    expect(answers.map(({ ResponseType }) => ResponseType).toSorted()).toEqual(
      Object.keys(expected).toSorted(),
    );
  });

  test.each(answers)('$ResponseType is a problem with literal status and code', (answer) => {
    const code = expected[answer.ResponseType] as ProblemCode;
    const [status, title] = problemCodes[code];
    const template = answer.ResponseTemplates['application/json'] ?? '';
    const body = JSON.parse(template) as Record<string, unknown>;
    expect(body).toMatchObject({
      type: `urn:scangate:problem:${code}`,
      title,
      status,
      code,
      requestId: '$context.requestId',
      retryable: status === 429 || status >= 500,
      detail: expect.any(String),
    });
    expect(problem.safeParse(body).error).toBeUndefined();
    expect(answer.StatusCode).toBe(String(status));
    expect(answer.ResponseParameters['gatewayresponse.header.Content-Type']).toBe(
      "'application/problem+json'",
    );
    expect(answer.ResponseParameters['gatewayresponse.header.X-Request-Id']).toBe('context.requestId');
    // The JSON holds nothing that a client wrote, only the gateway's own request id.
    expect(template.match(/\$[\w.]+/g)).toEqual(['$context.requestId']);
  });

  test.each(answers)('$ResponseType has the headers of every answer', ({ ResponseParameters }) => {
    const literals = Object.entries(ResponseParameters)
      .filter(([, value]) => value.startsWith("'"))
      .map(([name, value]) => [name.replace('gatewayresponse.header.', ''), value.slice(1, -1)]);
    const headers = { ...Object.fromEntries(literals), 'X-Request-Id': 'given-by-the-gateway' };
    expect(headerViolations(headers)).toEqual([]);
  });

  test('401 names the authentication scheme, 413 the limit and the alternatives for a scan request, 429 and 503 when to retry', () => {
    for (const answer of answers) {
      const header = (name: string) => answer.ResponseParameters[`gatewayresponse.header.${name}`];
      expect(header('WWW-Authenticate')).toBe(answer.StatusCode === '401' ? "'Bearer'" : undefined);
      expect(header('Retry-After') !== undefined).toBe(['429', '503'].includes(answer.StatusCode));
    }
    const tooLarge = answers.find(({ ResponseType }) => ResponseType === 'REQUEST_TOO_LARGE');
    const body = JSON.parse(tooLarge?.ResponseTemplates['application/json'] ?? '') as Record<string, unknown>;
    expect(body['limitBytes']).toBe(10_485_760);
    expect(body['detail']).toMatch(/A scan request.*application\/gzip.*\/v1\/uploads.*Any other body/);
    expect(body['ways']).toBeUndefined();
  });
});
