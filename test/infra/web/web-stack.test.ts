import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import { scimResources } from '#functions/scim/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import { matcherOf } from '@scangate/emulator-aws/cloudfront/path-pattern';
import {
  fewEndpoints,
  onlyResource,
  ofType,
  synthesize,
  synthesizeWith,
  type Resource,
} from '../synthesized.ts';

type Properties = Record<string, unknown>;

const web = (context: Record<string, unknown> = {}): Record<string, Resource> =>
  synthesizeWith(context).stacks['web'] ?? {};
const propertiesOf = (type: string, context?: Record<string, unknown>, idStart?: string): Properties =>
  onlyResource(Object.entries(web(context)), type, idStart);
const distribution = (context?: Record<string, unknown>) =>
  propertiesOf('AWS::CloudFront::Distribution', context)['DistributionConfig'] as Properties & {
    Origins: Properties[];
    CacheBehaviors: Properties[];
    DefaultCacheBehavior: Properties;
  };
const originOf = (config: ReturnType<typeof distribution>, { TargetOriginId }: Properties): Properties =>
  config.Origins.find(({ Id }) => Id === TargetOriginId) ?? {};

const edgeFunctions = (context: Record<string, unknown>): unknown[] =>
  ofType(Object.entries(web(context)), 'AWS::CloudFront::Function').map(
    ([, { Properties }]) => Properties['Name'],
  );

/** A name that ends with the region. */
const inRegion = (name: string) => ({ 'Fn::Join': ['', [`${name}-`, { Ref: 'AWS::Region' }]] });

/** The ids of the managed policies, which AWS documents. */
const managed = {
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  cachingOptimized: '658327ea-f89d-4fab-a63d-7e88639e58f6',
  allViewerExceptHostHeader: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
};
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef';
const publicUrl = 'https://scangate.example.com';

test('pages redirect to https, and the API refuses http, because a credential was sent already', () => {
  const { DefaultCacheBehavior, CacheBehaviors } = distribution();
  expect(DefaultCacheBehavior['ViewerProtocolPolicy']).toBe('redirect-to-https');
  const ofApi = CacheBehaviors.filter(({ PathPattern }) => !String(PathPattern).startsWith('/console'));
  expect(ofApi.length).toBeGreaterThan(0);
  expect(new Set(ofApi.map(({ ViewerProtocolPolicy }) => ViewerProtocolPolicy))).toEqual(
    new Set(['https-only']),
  );
});

describe('the paths of the API', () => {
  const config = distribution();

  test('are routed to the stage of the gateway, with everything but the host, and are not cached', () => {
    const paths = ['/v1/*', '/billing/*', '/webhooks/*', '/docs*', '/.well-known/*', '/scim/*', '/badges/*'];
    expect(config.CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual(
      expect.arrayContaining(paths),
    );
    for (const behavior of config.CacheBehaviors) {
      expect(behavior).toMatchObject({
        CachePolicyId: managed.cachingDisabled,
        OriginRequestPolicyId: managed.allViewerExceptHostHeader,
        ViewerProtocolPolicy: 'https-only',
        AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']),
      });
      expect(behavior).not.toHaveProperty('ResponseHeadersPolicyId');
      expect(originOf(config, behavior)).toMatchObject({
        OriginPath: '/api',
        CustomOriginConfig: { OriginReadTimeout: 60, OriginProtocolPolicy: 'https-only' },
      });
    }
  });

  test('cover everything: no endpoint, webhook or directory is behind a file of the console', () => {
    const patterns = config.CacheBehaviors.map(({ PathPattern }) => matcherOf(String(PathPattern)));
    const methods = ofType(Object.entries(synthesize().stacks.api), 'AWS::ApiGateway::Method').length;
    const paths = [
      ...endpoints.map(({ path }) => path),
      ...webhooks.map(({ path }) => path),
      ...scimResources.flatMap((resource) => resource.paths),
    ];
    expect(paths.length).toBe(methods);
    expect(paths.filter((path) => !patterns.some((matches) => matches(path)))).toEqual([]);
  });

  test('keep their own refusals: there are no error responses of the distribution', () => {
    expect(config).not.toHaveProperty('CustomErrorResponses');
  });

  test('get the address of the viewer if the distribution has a secret', () => {
    const known = distribution({ distributionSecret: 'acme/distribution' });
    const [first = {}] = known.CacheBehaviors;
    expect(originOf(known, first)['OriginCustomHeaders']).toEqual([
      {
        HeaderName: 'Scangate-Distribution',
        HeaderValue: '{{resolve:secretsmanager:acme/distribution:SecretString:::}}',
      },
    ]);
    expect(edgeFunctions({ publicUrl, distributionSecret: 'acme/distribution' })).toContainEqual(
      inRegion('scangate-viewer-facts'),
    );
    expect(known.CacheBehaviors.every(({ FunctionAssociations }) => FunctionAssociations)).toBe(true);
  });

  test('get the host that the viewer requested if the service has no other name', () => {
    expect(edgeFunctions({})).toContainEqual(inRegion('scangate-viewer-facts'));
    expect(config.CacheBehaviors.every(({ FunctionAssociations }) => FunctionAssociations)).toBe(true);
  });

  test('are routed without a function otherwise', () => {
    expect(edgeFunctions({ publicUrl })).toEqual([inRegion('scangate-console-paths')]);
    for (const behavior of distribution({ publicUrl }).CacheBehaviors)
      expect(behavior).not.toHaveProperty('FunctionAssociations');
  });
});

describe('the files of the console', () => {
  const { DefaultCacheBehavior: behavior, ...config } = distribution();

  test('come from a private bucket, by access control that reads and lists', () => {
    expect(originOf(distribution(), behavior)).toMatchObject({
      OriginAccessControlId: expect.anything(),
      S3OriginConfig: { OriginAccessIdentity: '' },
    });
    expect(propertiesOf('AWS::S3::Bucket')).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    const { PolicyDocument } = propertiesOf('AWS::S3::BucketPolicy') as {
      PolicyDocument: { Statement: { Effect: string; Action: string | string[]; Principal: object }[] };
    };
    const allowed = PolicyDocument.Statement.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.flatMap(({ Action }) => Action).toSorted()).toEqual(['s3:GetObject', 's3:ListBucket']);
    for (const { Principal } of allowed) expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
  });

  test('are cached and compressed, and one function sees their requests', () => {
    expect(behavior).toMatchObject({
      CachePolicyId: managed.cachingOptimized,
      Compress: true,
      ViewerProtocolPolicy: 'redirect-to-https',
      AllowedMethods: ['GET', 'HEAD'],
      FunctionAssociations: [{ EventType: 'viewer-request' }],
    });
    expect(config).not.toHaveProperty('DefaultRootObject');
  });

  test('have the headers of the console', () => {
    const { ResponseHeadersPolicyConfig } = propertiesOf('AWS::CloudFront::ResponseHeadersPolicy');
    expect(ResponseHeadersPolicyConfig).toEqual({
      Name: inRegion('scangate-console'),
      Comment: expect.any(String),
      SecurityHeadersConfig: {
        ContentSecurityPolicy: {
          ContentSecurityPolicy:
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types scangate-worker",
          Override: true,
        },
        ContentTypeOptions: { Override: true },
        ReferrerPolicy: { ReferrerPolicy: 'same-origin', Override: true },
        StrictTransportSecurity: {
          AccessControlMaxAgeSec: 63_072_000,
          IncludeSubdomains: true,
          Override: true,
        },
      },
      CustomHeadersConfig: {
        Items: [
          { Header: 'Cross-Origin-Opener-Policy', Value: 'same-origin', Override: true },
          { Header: 'Cross-Origin-Resource-Policy', Value: 'same-origin', Override: true },
        ],
      },
    });
  });
});

describe('the access log', () => {
  test('has no query, no cookie and no referrer', () => {
    const { RecordFields } = propertiesOf('AWS::Logs::Delivery');
    expect(RecordFields).toContain('cs-uri-stem');
    expect(RecordFields).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/query|cookie|referer|user-agent/i)]),
    );
    expect(distribution()).not.toHaveProperty('Logging');
  });
});

describe('the name of the distribution', () => {
  test('is that of publicUrl, with its certificate', () => {
    expect(distribution({ publicUrl, certificateArn })).toMatchObject({
      Aliases: ['scangate.example.com'],
      ViewerCertificate: { AcmCertificateArn: certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
  });

  test('is its own without a certificate', () => {
    for (const context of [{}, { publicUrl }]) expect(distribution(context)).not.toHaveProperty('Aliases');
  });
});

describe('the setting console', () => {
  test('leaves the whole stack out when it is off', () => {
    expect(synthesizeWith({ console: 'off' }).stacks).not.toHaveProperty('web');
  });
});

test('the files are copied before the document that names them, and nothing is deleted', () => {
  const files = mkdtempSync(join(tmpdir(), 'scangate-console-'));
  mkdirSync(join(files, 'assets'));
  writeFileSync(join(files, 'index.html'), '<!doctype html>');
  writeFileSync(join(files, 'assets', 'index-1f2e.js'), '');
  const resources = Object.entries(
    synthesize({ consoleFiles: files, endpointsByStack: fewEndpoints }).stacks['web'] ?? {},
  );
  const copies = ofType(resources, 'Custom::CDKBucketDeployment');
  const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };
  expect(copies.map(([, { Properties }]) => Properties)).toEqual([
    expect.objectContaining({
      Exclude: ['*'],
      Include: ['assets/*'],
      Prune: false,
      SystemMetadata: immutable,
    }),
    expect.objectContaining({
      Exclude: ['assets/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'no-cache' },
    }),
  ]);
  for (const [, { Properties }] of copies) expect(Properties['DestinationBucketKeyPrefix']).toBe('console');
  const [[hashed = ''] = [], [, named] = []] = copies;
  expect(named?.DependsOn).toContain(hashed);
});
