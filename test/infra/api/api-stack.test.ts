import { describe, expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import { scimResources } from '#functions/scim/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import {
  allResources,
  functionNamed,
  onlyResource,
  ofType,
  synthesize,
  type Synthesized,
} from '../synthesized.ts';
import { publicMethods } from '#infra/api/public-methods.ts';
import { methodOf } from './method-of.ts';

const synthesized = synthesize();
const api = Object.entries(synthesized.stacks.api);
const table: readonly EndpointSpec[] = endpoints;

/** The first endpoint of a path gets every method that the path does not have. */
const firstOf = (path: string) => table.find((endpoint) => endpoint.path === path);
const routedMethod = (endpoint: EndpointSpec) =>
  firstOf(endpoint.path) === endpoint ? 'ANY' : endpoint.method;

describe('routes', () => {
  test('only the first endpoint of a path has the list of its methods', () => {
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

  test('are those of the tables of endpoints, webhooks and directories', () => {
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
        ...scimResources.flatMap(({ name, paths }) => paths.map((path) => `${name} ANY ${path}`)),
      ].toSorted(),
    );
  });

  test('every method uses the authorizer but these', () => {
    const withoutAuthorizer = [
      'complete-saml-sign-in',
      'complete-sign-in',
      'exchange-token',
      'get-badge',
      'get-docs-file',
      'get-openapi',
      'get-saml-metadata',
      'get-verification-keys',
      'grant-device-token',
      'list-sign-in-providers',
      'open-shared',
      'show-docs',
      'start-device-login',
      'start-sign-in',
      'start-sign-in-by-post',
      'stripe-webhook',
    ];
    const [authorizer] = ofType(api, 'AWS::ApiGateway::Authorizer');
    for (const [, { Properties }] of ofType(api, 'AWS::ApiGateway::Method')) {
      const name = String(Properties['OperationName']);
      expect([name, Properties['AuthorizationType'], Properties['AuthorizerId']]).toEqual(
        withoutAuthorizer.includes(name)
          ? [name, 'NONE', undefined]
          : [name, 'CUSTOM', { Ref: authorizer?.[0] }],
      );
    }
    expect(Object.keys(publicMethods).toSorted()).toEqual(withoutAuthorizer);
    const declared = [...table.filter(({ access }) => access), ...webhooks].map(({ name }) => name);
    expect(declared.toSorted()).toEqual(withoutAuthorizer);
  });

  test('an endpoint that is public by its table row alone stops the synthesis', () => {
    const endpoint = { ...table[0]!, name: 'probe', path: '/v1/probe', access: 'public' } as const;
    expect(() => synthesize({ endpointsByStack: { scans: [endpoint] } })).toThrow(
      /probe has no authorizer and is not in lib\/infra\/api\/public-methods\.ts/,
    );
  });

  test('the authorizer runs for each request, whatever header has the credential', () => {
    expect(onlyResource(api, 'AWS::ApiGateway::Authorizer')).toMatchObject({
      Type: 'REQUEST',
      AuthorizerResultTtlInSeconds: 0,
      // With a source, the gateway itself would refuse a request without that header.
      IdentitySource: '',
    });
  });

  test('are the whole content of the stack: functions, their roles and logs are elsewhere', () => {
    expect(ofType(api, 'AWS::Lambda::Function')).toEqual([]);
    expect(
      ofType(allResources(synthesized), 'AWS::Lambda::Permission').map(
        ([, { Properties }]) => Properties['Principal'],
      ),
    ).not.toContain('apigateway.amazonaws.com');
  });

  test('import nothing of the stacks with the functions, so that an endpoint can be removed', () => {
    const text = JSON.stringify(synthesized.stacks.api);
    const imported = [...text.matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name);
    expect(imported.length).toBeGreaterThan(0);
    for (const name of imported) expect(name).toMatch(/^scangate-stateful:/);
  });
});

describe('streams', () => {
  const streaming = table.filter(({ stream }) => stream);
  const buffered = table.filter(({ stream }) => !stream);

  test.each(streaming)('$name streams, and the gateway waits longer than its function runs', (endpoint) => {
    const { Integration } = methodOf(synthesized, endpoint.name);
    expect(Integration.ResponseTransferMode).toBe('STREAM');
    expect(JSON.stringify(Integration.Uri)).toContain('/response-streaming-invocations');
    expect(Integration.TimeoutInMillis).toBe(((endpoint.timeoutSeconds ?? 630) + 30) * 1000);
  });

  test('the wait has 660 s at the gateway and 630 s in its function', () => {
    expect(methodOf(synthesized, 'wait-scan').Integration.TimeoutInMillis).toBe(660_000);
    expect(functionNamed(synthesized, 'wait-scan').Properties['Timeout']).toBe(630);
  });

  test.each(buffered)('$name is buffered and ends within the 29 s of the gateway', (endpoint) => {
    const { Integration } = methodOf(synthesized, endpoint.name);
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
  test('is regional, passes on JSON and gzip byte for byte, and requires TLS 1.2 or later', () => {
    expect(onlyResource(api, 'AWS::ApiGateway::RestApi')).toMatchObject({
      EndpointConfiguration: { Types: ['REGIONAL'] },
      BinaryMediaTypes: ['application/json', 'application/gzip'],
      SecurityPolicy: expect.stringMatching(/^SecurityPolicy_TLS13_1_2_/),
    });
  });

  test('is throttled as set', () => {
    const [all, ...own] = stageOf(synthesized).MethodSettings as {
      ResourcePath: string;
      HttpMethod: string;
      ThrottlingRateLimit: number;
      ThrottlingBurstLimit: number;
      DataTraceEnabled: boolean;
    }[];
    expect(all).toMatchObject({
      ThrottlingRateLimit: 2000,
      ThrottlingBurstLimit: 4000,
      DataTraceEnabled: false,
    });
    const limits = own.map((one): [string, string] => [
      `${one.HttpMethod} ${one.ResourcePath.replaceAll('~1', '/').slice(1)}`,
      `${one.ThrottlingRateLimit} ${one.ThrottlingBurstLimit}`,
    ]);
    expect(Object.fromEntries(limits)).toEqual({
      'POST /webhooks/stripe': '50 100',
      'ANY /badges/{file}': '50 100',
      'ANY /v1/openapi.json': '50 100',
      'ANY /docs': '50 100',
      'ANY /docs/{file}': '50 100',
      'ANY /v1/device': '5 20',
      'ANY /v1/device/token': '50 100',
      'ANY /v1/shared': '5 10',
      'ANY /v1/session/providers': '50 100',
      'ANY /v1/session/start': '50 100',
      'POST /v1/session/start': '50 100',
      'ANY /v1/session/callback': '50 100',
      'ANY /v1/sso/{organizationId}/metadata': '20 40',
      'ANY /v1/sso/{organizationId}/acs': '20 40',
      'ANY /v1/oidc/exchange': '100 200',
      'ANY /.well-known/scangate/keys': '100 200',
    });
    expect(own.map(({ DataTraceEnabled }) => DataTraceEnabled)).not.toContain(true);
    const slower = synthesize({ context: { throttleRate: '10', throttleBurst: '20' } });
    expect(stageOf(slower).MethodSettings).toEqual([
      expect.objectContaining({ ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 }),
      ...own.map((one) => ({
        ...one,
        ThrottlingRateLimit: Math.min(10, one.ThrottlingRateLimit),
        ThrottlingBurstLimit: Math.min(20, one.ThrottlingBurstLimit),
      })),
    ]);
  });

  test('lets no method pass more than the stage when an operator stops the traffic', () => {
    const stopped = synthesize({ context: { throttleRate: '1', throttleBurst: '1' } });
    const limits = stageOf(stopped).MethodSettings.map((one) => [
      one.ThrottlingRateLimit,
      one.ThrottlingBurstLimit,
    ]);
    expect(limits.length).toBeGreaterThan(10);
    expect(limits).toEqual(limits.map(() => [1, 1]));
  });

  test('logs requests as JSON, without headers and query strings', () => {
    const { Format } = stageOf(synthesized).AccessLogSetting;
    const fields = Object.values(JSON.parse(Format) as Record<string, string>);
    expect(fields).toContain('$context.requestId');
    expect(fields).toContain('$context.status');
    expect(Format).not.toMatch(/authorization|header|\$context\.path\b|query|identity\.apiKey/i);
  });
});
