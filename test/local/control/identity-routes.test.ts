import { rmSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalCloud, type LocalCloud } from '#local/start.ts';
import { fixtureApp } from '#test/emulators/aws/fixtures/app.ts';
import { temporaryFolder } from '#test/emulators/aws/workbench.ts';

const data = temporaryFolder();
let cloud: LocalCloud;
const prepared: string[] = [];
const start = async () => {
  cloud = await startLocalCloud({
    data,
    port: 0,
    buildApp: fixtureApp,
    settleTimeoutMs: 5000,
    beforeFirstSignIn: async ({ identity }) => void prepared.push(identity.signIn.issuer),
  });
};
beforeAll(start);
afterAll(async () => {
  await cloud.close();
  rmSync(data, { recursive: true, force: true });
});

const control = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${cloud.url}/_local/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

interface Described {
  signIn: { issuer: string; clientId: string; publicUrl: string };
  dnsServer: string;
}
const described = async () => (await control('GET', 'identity')).body as unknown as Described;

test('a token of a CI service verifies with the keys of its issuer, which are served without the sign-in', async () => {
  const claims = { repository: 'acme/shop', aud: 'scangate:an-organization' };
  const { status, body } = await control('POST', 'ci-token', { provider: 'github', claims });
  expect([status, body['claims']]).toEqual([201, expect.objectContaining(claims)]);
  const issuer = String(body['issuer']);
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`));
  expect((await jwtVerify(String(body['token']), keys, { issuer })).payload['repository']).toBe('acme/shop');
  expect(cloud.identity.emulator.isSignInRunning()).toBe(false);
});

test.each([
  ['ci-token', { provider: 'jenkins' }],
  ['ci-token', { provider: 'github', claims: 'all' }],
  ['dns', { name: 'a..b', values: [] }],
  ['dns', { name: `${'a'.repeat(64)}.example`, values: [] }],
  ['dns', { name: 'a.example', values: 'x' }],
])('%s refuses %j', async (path, body) => {
  expect((await control('POST', path, body)).status).toBe(422);
});

test('TXT records are answered by the name server that functions are pointed at', async () => {
  const set = { name: '_scangate.acme.example', values: ['scangate-verification=1'] };
  expect(await control('POST', 'dns', set)).toEqual({ status: 200, body: set });
  const resolver = new Resolver();
  resolver.setServers([(await described()).dnsServer]);
  expect(await resolver.resolveTxt('_scangate.acme.example')).toEqual([['scangate-verification=1']]);
});

test('the first sign-in prepares the demo, and issuer and secret keep their names across a restart', async () => {
  const before = await described();
  expect([before.signIn.publicUrl, prepared]).toEqual([cloud.url, []]);
  const secret = await fetch(`${before.signIn.issuer}/.well-known/openid-configuration`);
  expect([secret.status, prepared]).toEqual([200, [before.signIn.issuer]]);
  await cloud.close();
  await start();
  const after = await described();
  expect({ ...after, signIn: after.signIn.issuer, dnsServer: '' }).toEqual({
    ...before,
    signIn: before.signIn.issuer,
    dnsServer: '',
  });
});
