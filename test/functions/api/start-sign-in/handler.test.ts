import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { setCookieOf, start, withIssuer } from '#test/support/api/session-calls.ts';
import { signInHash } from '@scangate/domain/identity/sessions/sign-in-secrets';
import { allRecords } from '#test/support/store/all-records.ts';
import { noon } from '#test/support/world.ts';

beforeEach(resetWorld);
afterEach(() => vi.unstubAllEnvs());

const org = '0aa0bb0c-0000-4000-8000-00000000dead';

test('303: to the issuer, with a Lax cookie for ten minutes, and nothing secret is stored', async () => {
  const fake = withIssuer();
  const answer = await call('start-sign-in', {
    query: { returnTo: '/console/scans', email: 'a@example.com' },
  });
  expect([answer.status, answer.text]).toEqual([303, '']);
  expect(setCookieOf(answer).line).toMatch(
    /^__Host-scangate-signin=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const [request] = fake.requests;
  expect(request).toMatchObject({
    loginHint: 'a@example.com',
    redirectUri: 'https://scangate.example.com/v1/session/callback',
  });
  expect(request).not.toHaveProperty('prompt');
  const stateHash = signInHash(request?.state ?? '');
  const stored = await world.store.get('signIn', { stateHash });
  expect(stored).toMatchObject({ returnTo: '/console/scans', expiresAt: '2026-03-10T12:10:00.000Z' });
  const [, secret = ''] = setCookieOf(answer).pair.split('=');
  for (const hidden of [secret, request?.state, request?.nonce, request?.verifier])
    expect(JSON.stringify(stored)).not.toContain(hidden);
});

test('a sign-in that starts stores one row, of hashes and the way back, and nothing else', async () => {
  withIssuer();
  const before = allRecords(world.store);
  await start({ returnTo: '/console/scans', email: 'a@example.com' });
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  const row = {
    stateHash: hash,
    browserHash: hash,
    protocol: 'oidc',
    returnTo: '/console/scans',
    startedAt: noon.toISOString(),
    expiresAt: '2026-03-10T12:10:00.000Z',
  };
  expect(allRecords(world.store)).toEqual({ ...before, signIn: [row] });
});

test('a recent sign-in requires a new proof', async () => {
  const fake = withIssuer();
  await start({ recent: 'true' });
  expect(fake.requests).toEqual([expect.objectContaining({ prompt: 'login', maxAge: 0 })]);
});

test('a browser keeps its secret, and a cookie of another format is replaced', async () => {
  withIssuer();
  const first = await start();
  expect((await start({}, [first.cookie])).cookie).toBe(first.cookie);
  expect((await start({}, ['__Host-scangate-signin=mine'])).cookie).not.toContain('=mine');
});

test.each([
  '//x',
  '\\\\x',
  'https:',
  'https://x.example/console/',
  '/consoleX/',
  '/console/..//x',
  '/console/../x',
  '/console//x',
  '/console/./x',
  '/console/%2e%2e/x',
  '/console/\\x',
  '%2f%2f',
  '/console/%2f%2fx',
  '/console/x"y',
  '/console/x?y=<z>',
  '/console/x\ny',
  '/console/é',
  `/console/${'x'.repeat(2_040)}`,
  ` /console/`,
  '',
])('400 invalid_query for returnTo %j', async (returnTo) => {
  withIssuer();
  const { status, body, headers } = await call('start-sign-in', { query: { returnTo } });
  expect([status, body['code'], headers['Set-Cookie']]).toEqual([400, 'invalid_query', undefined]);
});

test.each(['/console', '/console/', `/console/o/${org}/scans/1?verdict=FAIL&next=//x#top`])(
  'returnTo %s is accepted as a page of the console',
  async (returnTo) => {
    withIssuer();
    expect((await call('start-sign-in', { query: { returnTo } })).status).toBe(303);
  },
);

test('409 if no sign-in is set up, as a page for a browser', async () => {
  const { status, body } = await call('start-sign-in', {});
  expect([status, body['code']]).toEqual([409, 'conflict']);
  const page = await call('start-sign-in', { headers: { Accept: 'text/html' } });
  expect([page.status, page.headers['Content-Type']]).toEqual([409, 'text/html; charset=utf-8']);
});

const linked = (site: string, query: Record<string, string> = {}) =>
  call('start-sign-in', {
    query,
    headers: { 'Sec-Fetch-Site': site, Cookie: '__Host-scangate-signin=mine' },
  });

describe.each(['cross-site', 'same-site'])('a link of another origin, %s', (site) => {
  const queries: Record<string, string>[] = [
    {},
    { returnTo: '/console/device' },
    { email: 'a@example.com', returnTo: `/console/o/${org}/scans?verdict=FAIL#top` },
    { providerId: org },
    { recent: 'true' },
  ];
  test.each(queries)('303: leads to the console, and starts nothing: %j', async (query) => {
    const fake = withIssuer();
    const { status, headers } = await linked(site, query);
    const page = `https://scangate.example.com${query['returnTo'] ?? '/console'}`;
    expect([status, headers['Location'], headers['Set-Cookie']]).toEqual([303, page, undefined]);
    expect([fake.requests, world.store.all('signIn')]).toEqual([[], []]);
  });

  test('403 csrf_failed in a deployment without the console', async () => {
    vi.stubEnv('CONSOLE', 'false');
    const fake = withIssuer();
    const { status, body, headers } = await linked(site);
    expect([status, body['code'], headers['Set-Cookie']]).toEqual([403, 'csrf_failed', undefined]);
    expect([fake.requests, world.store.all('signIn')]).toEqual([[], []]);
  });
});

test.each(['same-origin', 'none'])('303: to the issuer for a request from %s', async (site) => {
  withIssuer();
  const { status, headers } = await linked(site);
  expect([status, new URL(headers['Location'] ?? '').origin]).toEqual([303, 'https://issuer.example.com']);
  expect(headers['Set-Cookie']).toBeDefined();
});

describe('the issuer of an organization', () => {
  const settings = {
    organizationId: org,
    issuer: {
      kind: 'oidc' as const,
      issuer: 'https://own.example.org',
      clientId: 'own',
      sealedSecret: 'sealed',
    },
    version: 1,
    changedAt: noon.toISOString(),
  };
  beforeEach(async () => {
    withIssuer();
    await world.store.commit([
      { change: 'insert', record: 'ssoSettings', item: settings },
      {
        change: 'insert',
        record: 'domainClaim',
        item: { domain: 'own.example', organizationId: org, claimedAt: noon.toISOString() },
      },
    ]);
  });

  const asked: Record<string, string>[] = [{ email: 'a@OWN.example' }, { providerId: org }];

  test.each(asked)('is found by %j', async (query) => {
    const { headers } = await call('start-sign-in', { query });
    const url = new URL(headers['Location'] ?? '');
    expect(url.origin).toBe('https://own.example.org');
    const stateHash = signInHash(url.searchParams.get('state') ?? '');
    expect(await world.store.get('signIn', { stateHash })).toMatchObject({ issuerOf: org });
  });

  const others: Record<string, string>[] = [
    { email: 'a@sub.own.example' },
    { email: 'a@other.example' },
    { providerId: 'default' },
  ];

  test.each(others)('is not used for %j', async (query) => {
    const { headers } = await call('start-sign-in', { query });
    expect(new URL(headers['Location'] ?? '').origin).toBe('https://issuer.example.com');
  });

  test('400 for the id of an organization without one', async () => {
    const { status, body } = await call('start-sign-in', {
      query: { providerId: '0aa0bb0c-0000-4000-8000-00000000beef' },
    });
    expect([status, body['code']]).toEqual([400, 'invalid_query']);
  });
});
