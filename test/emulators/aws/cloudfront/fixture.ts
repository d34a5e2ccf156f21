import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { openDistribution } from '@scangate/emulator-aws/cloudfront/distribution';
import { readTemplates } from '@scangate/emulator-aws/template/read-templates';
import type { JsonObject } from '@scangate/emulator-aws/template/resolve-templates';
import { listen } from '@scangate/emulator-host/http-server';

const functionCode = `function handler(event) {
  const { request } = event;
  if (request.uri === '/moved') return { statusCode: 301, headers: { location: { value: '/page' } } };
  if (request.uri === '/who') request.uri = '/' + event.viewer.ip + '.txt';
  return request;
}`;

const managed = {
  kept: '658327ea-f89d-4fab-a63d-7e88639e58f6',
  notKept: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  allButHost: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
};

const toApi = {
  TargetOriginId: 'api',
  CachePolicyId: managed.notKept,
  OriginRequestPolicyId: managed.allButHost,
  AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
};

export const configuration = (changed: JsonObject = {}): JsonObject => ({
  Origins: [
    {
      Id: 'files',
      DomainName: { 'Fn::GetAtt': ['Bucket', 'RegionalDomainName'] },
      OriginAccessControlId: 'a',
    },
    {
      Id: 'api',
      DomainName: 'abc.execute-api.us-east-1.amazonaws.com',
      OriginPath: '/stage',
      CustomOriginConfig: { OriginReadTimeout: 1 },
      OriginCustomHeaders: [{ HeaderName: 'From-Distribution', HeaderValue: 'secret' }],
    },
  ],
  CacheBehaviors: [
    { ...toApi, PathPattern: '/v1/*' },
    { ...toApi, PathPattern: '/docs*' },
  ],
  DefaultCacheBehavior: {
    TargetOriginId: 'files',
    CachePolicyId: managed.kept,
    Compress: true,
    AllowedMethods: ['GET', 'HEAD'],
    ResponseHeadersPolicyId: { Ref: 'Policy' },
    FunctionAssociations: [
      { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['Edge', 'FunctionARN'] } },
    ],
  },
  ...changed,
});

/** Reads a template with such a distribution. */
export const planOf = (config: JsonObject) =>
  readTemplates([
    {
      name: 'web',
      template: {
        Resources: {
          Bucket: { Type: 'AWS::S3::Bucket' },
          Edge: { Type: 'AWS::CloudFront::Function', Properties: { FunctionCode: functionCode } },
          Policy: {
            Type: 'AWS::CloudFront::ResponseHeadersPolicy',
            Properties: {
              ResponseHeadersPolicyConfig: {
                Name: 'policy',
                SecurityHeadersConfig: { ContentTypeOptions: { Override: true } },
                CustomHeadersConfig: {
                  Items: [
                    { Header: 'Cache-Control', Value: 'never', Override: false },
                    { Header: 'Own', Value: 'yes', Override: true },
                  ],
                },
              },
            },
          },
          Distribution: {
            Type: 'AWS::CloudFront::Distribution',
            Properties: { DistributionConfig: config },
          },
        },
      },
    },
  ]).distribution;

const text = 'x'.repeat(5_000);

/** A distribution over one bucket and an API that `api` plays. */
export const startDistribution = async (api: RequestListener) => {
  const origin = createServer(api);
  await new Promise<void>((ready) => void origin.listen(0, '127.0.0.1', ready));
  const folder = mkdtempSync(join(tmpdir(), 'scangate-bucket-'));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return { path: join(folder, name), cacheControl: 'no-cache' };
  };
  const files = new Map([
    ['page', file('page', 'a page')],
    ['large.js', file('large.js', text)],
    ['127.0.0.1.txt', file('ip.txt', 'you')],
    ['removed.js', { path: join(folder, 'removed.js'), cacheControl: 'no-cache' }],
  ]);
  const plan = planOf(configuration());
  if (!plan) throw new Error('the template has no distribution');
  const { port } = origin.address() as AddressInfo;
  const gatewayUrl = `http://127.0.0.1:${port}`;
  const distribution = openDistribution({ plan, gatewayUrl, filesOf: () => files });
  const server = await listen(distribution.handle, { now: Date.now });
  return {
    url: server.url,
    port: server.port,
    /** Puts an object into the bucket again, or for the first time. */
    put: file,
    close: async () => {
      distribution.close();
      await server.close();
      origin.closeAllConnections();
      await new Promise((closed) => origin.close(closed));
    },
  };
};

export const bodyOf = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
