import { describe, expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { problem } from '#contract/schemas/resources.ts';
import { problemCodes, type ProblemCode } from '@scangate/domain/problem';
import { functionNamed, onlyResource, ofType, synthesize, type Synthesized } from './synthesized.ts';

const synthesized = synthesize();
const api = Object.entries(synthesized.stacks.api);
const table: readonly EndpointSpec[] = endpoints;

interface Integration {
  Credentials: { 'Fn::GetAtt': [string, string] };
  Type: string;
  Uri: unknown;
  ResponseTransferMode?: string;
  TimeoutInMillis?: number;
}
const methodOf = (name: string) => {
  const found = ofType(api, 'AWS::ApiGateway::Method').find(
    ([, { Properties }]) => Properties['OperationName'] === name,
  );
  if (!found) throw new Error(`no method ${name}`);
  return found[1].Properties as Record<string, unknown> & { Integration: Integration };
};

/** The first endpoint of a path gets every method that the path does not have. */
const firstOf = (path: string) => table.find((endpoint) => endpoint.path === path);
const routedMethod = (endpoint: EndpointSpec) =>
  firstOf(endpoint.path) === endpoint ? 'ANY' : endpoint.method;

describe('routes', () => {
  test('the first endpoint of a path knows the methods of the path, and no other one does', () => {
    for (const endpoint of table) {
      const { Environment } = functionNamed(synthesized, endpoint.name).Properties as {
        Environment: { Variables: Record<string, string> };
      };
      const ofPath = table.filter(({ path }) => path === endpoint.path).map(({ method }) => method);
      expect(Environment.Variables['ALLOWED_METHODS']).toBe(
        firstOf(endpoint.path) === endpoint ? ofPath.toSorted().join(', ') : undefined,
      );
    }
  });

  test('are those of the tables of endpoints and webhooks', () => {
    const resources = synthesized.stacks.api;
    const pathOf = (id: string): string => {
      const { ParentId, PathPart } = (resources[id]?.Properties ?? {}) as {
        ParentId: { Ref?: string };
        PathPart: string;
      };
      return `${ParentId.Ref ? pathOf(ParentId.Ref) : ''}/${PathPart}`;
    };
    const routes = ofType(api, 'AWS::ApiGateway::Method').map(([, { Properties }]) => {
      const { Ref } = Properties['ResourceId'] as { Ref: string };
      return `${String(Properties['OperationName'])} ${String(Properties['HttpMethod'])} ${pathOf(Ref)}`;
    });
    expect(routes.toSorted()).toEqual(
      [
        ...table.map((endpoint) => `${endpoint.name} ${routedMethod(endpoint)} ${endpoint.path}`),
        ...webhooks.map(({ name, path }) => `${name} POST ${path}`),
      ].toSorted(),
    );
  });

  test('every endpoint uses the authorizer, and only signed webhooks do without', () => {
    const [authorizer] = ofType(api, 'AWS::ApiGateway::Authorizer');
    for (const { name } of table) {
      expect(methodOf(name)).toMatchObject({
        AuthorizationType: 'CUSTOM',
        AuthorizerId: { Ref: authorizer?.[0] },
      });
    }
    const open = ofType(api, 'AWS::ApiGateway::Method').filter(
      ([, { Properties }]) => Properties['AuthorizationType'] === 'NONE',
    );
    expect(open.map(([, { Properties }]) => Properties['OperationName'])).toEqual(
      webhooks.map(({ name }) => name),
    );
  });

  test('the authorizer runs for each request, with the Authorization header', () => {
    expect(onlyResource(api, 'AWS::ApiGateway::Authorizer')).toMatchObject({
      Type: 'REQUEST',
      AuthorizerResultTtlInSeconds: 0,
      IdentitySource: 'method.request.header.Authorization',
    });
  });

  test('may be invoked by this API only', () => {
    const { Principal, SourceArn } = onlyResource(api, 'AWS::Lambda::Permission');
    expect(Principal).toBe('apigateway.amazonaws.com');
    expect(JSON.stringify(SourceArn)).toContain('{"Ref":"Api');
  });
});

describe('the role by which the gateway invokes', () => {
  const roleOf = (name: string) => methodOf(name).Integration.Credentials['Fn::GetAtt'][0];

  test('is the same for all methods, and the gateway alone assumes it', () => {
    const roles = new Set([...table, ...webhooks].map(({ name }) => roleOf(name)));
    expect(roles.size).toBe(1);
    const role = ofType(api, 'AWS::IAM::Role').find(([id]) => roles.has(id))?.[1].Properties;
    expect(JSON.stringify(role?.['AssumeRolePolicyDocument'])).toContain('apigateway.amazonaws.com');
    expect(JSON.stringify(role?.['AssumeRolePolicyDocument'])).not.toContain('lambda.amazonaws.com');
  });

  test('may invoke the functions of the methods, and nothing else', () => {
    const id = roleOf(table[0]!.name);
    const role = ofType(api, 'AWS::IAM::Role').find(([each]) => each === id)?.[1].Properties as {
      Policies: { PolicyDocument: { Statement: { Action: string; Resource: unknown[] }[] } }[];
    };
    const [statement, ...others] = role.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    expect(others).toEqual([]);
    expect(statement?.Action).toBe('lambda:InvokeFunction');
    expect(statement?.Resource).toHaveLength(table.length + webhooks.length);
  });
});

describe('streams', () => {
  const streaming = table.filter(({ stream }) => stream);
  const buffered = table.filter(({ stream }) => !stream);

  test.each(streaming)('$name streams, and the gateway waits longer than its function runs', (endpoint) => {
    const { Integration } = methodOf(endpoint.name);
    expect(Integration.ResponseTransferMode).toBe('STREAM');
    expect(JSON.stringify(Integration.Uri)).toContain('/response-streaming-invocations');
    expect(Integration.TimeoutInMillis).toBe(((endpoint.timeoutSeconds ?? 630) + 30) * 1000);
  });

  test('the wait has 660 s at the gateway and 630 s in its function', () => {
    expect(methodOf('wait-scan').Integration.TimeoutInMillis).toBe(660_000);
    const [, fn] =
      ofType(api, 'AWS::Lambda::Function').find(([id]) => id.startsWith('WaitScanFunction')) ?? [];
    expect(fn?.Properties['Timeout']).toBe(630);
  });

  test.each(buffered)('$name is buffered and ends within the 29 s of the gateway', (endpoint) => {
    const { Integration } = methodOf(endpoint.name);
    expect(Integration.ResponseTransferMode).toBeUndefined();
    expect(Integration.TimeoutInMillis).toBeUndefined();
    expect(endpoint.timeoutSeconds ?? 29).toBeLessThanOrEqual(29);
  });
});

const stageOf = (from: Synthesized) =>
  onlyResource(Object.entries(from.stacks.api), 'AWS::ApiGateway::Stage') as {
    MethodSettings: Record<string, unknown>[];
    AccessLogSetting: { Format: string };
  };

describe('the gateway', () => {
  test('is regional, accepts gzip as its only binary type, and requires TLS 1.2 or later', () => {
    expect(onlyResource(api, 'AWS::ApiGateway::RestApi')).toMatchObject({
      EndpointConfiguration: { Types: ['REGIONAL'] },
      BinaryMediaTypes: ['application/gzip'],
      SecurityPolicy: expect.stringMatching(/^SecurityPolicy_TLS13_1_2_/),
    });
  });

  test('is throttled as set', () => {
    const whatStrangersMaySend = {
      ResourcePath: '/~1webhooks~1stripe',
      HttpMethod: 'POST',
      ThrottlingRateLimit: 50,
      ThrottlingBurstLimit: 100,
      DataTraceEnabled: false,
    };
    expect(stageOf(synthesized).MethodSettings).toMatchObject([
      { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400, DataTraceEnabled: false },
      whatStrangersMaySend,
    ]);
    const slower = synthesize({ context: { throttleRate: '10', throttleBurst: '20' } });
    expect(stageOf(slower).MethodSettings).toMatchObject([
      { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 },
      whatStrangersMaySend,
    ]);
  });

  test('logs requests as JSON, without headers and query strings', () => {
    const { Format } = stageOf(synthesized).AccessLogSetting;
    const fields = Object.values(JSON.parse(Format) as Record<string, string>);
    expect(fields).toContain('$context.requestId');
    expect(fields).toContain('$context.status');
    expect(Format).not.toMatch(/authorization|header|\$context\.path\b|query|identity\.apiKey/i);
  });
});

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
    WAF_FILTERED: 'insufficient_scope',
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

  test('401 names the authentication scheme, 413 the limit and the other ways, 429 and 503 when to retry', () => {
    for (const answer of answers) {
      const header = (name: string) => answer.ResponseParameters[`gatewayresponse.header.${name}`];
      expect(header('WWW-Authenticate')).toBe(answer.StatusCode === '401' ? "'Bearer'" : undefined);
      expect(header('Retry-After') !== undefined).toBe(['429', '503'].includes(answer.StatusCode));
    }
    const tooLarge = answers.find(({ ResponseType }) => ResponseType === 'REQUEST_TOO_LARGE');
    const body = JSON.parse(tooLarge?.ResponseTemplates['application/json'] ?? '') as Record<string, unknown>;
    expect(body['limitBytes']).toBe(10_485_760);
    expect(body['detail']).toMatch(/application\/gzip.*\/v1\/uploads/);
  });
});
