import { expect, test } from 'vitest';
import { serviceAddress } from '#runtime/http/service-address.ts';

interface Sent {
  host?: string;
  viewerHost?: string;
  publicUrl?: string;
  stage?: string;
}

const addressOf = ({ host = 'a1.execute-api.example', viewerHost, publicUrl, stage = '' }: Sent): string =>
  serviceAddress({
    headers: { Host: host, ...(viewerHost !== undefined && { 'Scangate-Viewer-Host': viewerHost }) },
    path: '/scim/v2/Users',
    requestContext: { path: `${stage}/scim/v2/Users` },
    stageVariables: publicUrl === undefined ? null : { publicUrl },
  } as unknown as Parameters<typeof serviceAddress>[0]);

test('is the public URL if the operator states it, however the request arrived', () => {
  const publicUrl = 'https://scangate.example.com';
  expect(addressOf({ publicUrl, stage: '/api' })).toBe(publicUrl);
  expect(addressOf({ publicUrl, stage: '/api', viewerHost: 'd1.cloudfront.example' })).toBe(publicUrl);
});

test('is the name of the distribution through which the request arrived, without the stage', () => {
  expect(addressOf({ viewerHost: 'd1.cloudfront.example', stage: '/api' })).toBe(
    'https://d1.cloudfront.example',
  );
});

test('is that of the gateway, with its stage, for a direct request', () => {
  expect(addressOf({ stage: '/api' })).toBe('https://a1.execute-api.example/api');
  expect(addressOf({ host: '127.0.0.1:4010' })).toBe('http://127.0.0.1:4010');
});

test.each(['a b', 'a/b', 'a@b', '[::1', 'a:99999', '%', 'a,b', 'x'.repeat(300)])(
  'is that of the gateway if the claimed name of the distribution is not a host: %s',
  (viewerHost) => {
    expect(new URL(addressOf({ viewerHost })).host).toBe('a1.execute-api.example');
  },
);

test.each(['d1.cloudfront.example:8443', '127.0.0.1:4010', '[::1]:4010'])(
  'accepts the name of the distribution with a port: %s',
  (viewerHost) => {
    expect(new URL(addressOf({ viewerHost })).host).toBe(viewerHost);
  },
);
