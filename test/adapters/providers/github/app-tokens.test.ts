import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProviders, type ProviderServer } from '@scangate/emulator-providers/open-providers';
import { outboundHosts } from '#adapters/outbound/outbound.ts';
import { githubAppTokens } from '#adapters/providers/github/app-tokens.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const secret = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const app = { appId: '4711', installationId: '99' };

let emulator: ProviderServer;
beforeAll(async () => {
  emulator = await openProviders({ clock: { now: () => now.getTime() } });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  emulator.control.perform('github', 'register-app', { appId: app.appId, publicKey: pem });
});
afterAll(() => emulator.close());

const tokenFor = (url: string, credential: { app: typeof app; secret: string } = { app, secret }) => {
  const { fetch } = outboundHosts({
    privateHosts: new Set(),
    allowed: { provider: new Set(['https', 'loopback']) },
  });
  const options = { fetch: fetch('provider'), now: () => now, replaced: emulator.origins };
  return githubAppTokens(options)({ url, credential });
};

test('a token of the installation is requested with the key of the App', async () => {
  expect(await tokenFor('https://github.com/acme/shop')).toMatch(/^ghs_/);
});

test.each([
  ['another key', { app, secret: secret.replace(/[A-Z]{4}/, 'AAAA') }],
  ['no key', { app, secret: 'no key' }],
])('%s is repo_access, and the failure does not contain the key', async (_, credential) => {
  const failure = await tokenFor('https://github.com/acme/shop', credential).catch((error: unknown) => error);
  expect(failure).toMatchObject({ errorCode: 'repo_access' });
  expect(String(failure)).not.toContain(credential.secret.slice(0, 6));
});

test('a request limit is rate_limit, with the time to wait', async () => {
  emulator.faults.inject({
    service: 'github',
    operation: 'CreateInstallationToken',
    kind: 'throttle',
    times: 1,
  });
  await expect(tokenFor('https://github.com/acme/shop')).rejects.toMatchObject({
    errorCode: 'rate_limit',
    retryAfterSeconds: 60,
  });
});

test('no token is requested for a host of another provider', async () => {
  emulator.faults.resetCallCounts();
  await expect(tokenFor('https://gitlab.com/acme/shop')).rejects.toMatchObject({ errorCode: 'repo_access' });
  expect(emulator.faults.callCounts()).toEqual([]);
});
