import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oidcSignIn } from '#adapters/oidc/sign-in-provider.ts';
import { outboundHosts } from '#adapters/outbound/outbound.ts';
import { newBrowserSecret, newSignInSecrets } from '@scangate/domain/identity/sessions/sign-in-secrets';
import { Transient } from '@scangate/domain/problem';
import { SignInFailure, type OrganizationIssuer } from '#ports/identity/sign-in.ts';
import {
  callback,
  client,
  openIdentityBench,
  type IdentityBench,
} from '#test/emulators/identity/workbench.ts';
import { formOf, openTestBrowser } from '#test/support/identity/browser.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await openIdentityBench({
    misbehaving: {
      'no-auth-time': { omit: ['auth_time'] },
      'no-email': { omit: ['email', 'email_verified'] },
      'wrong-iss': { claims: { iss: 'https://other.example' } },
      'wrong-response': { responseIssuer: 'https://other.example' },
      'no-response': { responseIssuer: null },
      'wrong-audience': { claims: { aud: 'another' } },
      'wrong-nonce': { claims: { nonce: 'another' } },
      'no-subject': { claims: { sub: '' } },
      'odd-subject': { claims: { sub: 'x'.repeat(300) } },
    },
  });
});
afterAll(() => bench.close());

let discoveries = 0;
const fetch = outboundHosts({ allowed: { issuer: new Set(['loopback']) }, privateHosts: new Set() }).fetch(
  'issuer',
);
const provider = oidcSignIn({
  readDeployment: async () => ({
    issuer: bench.emulator.issuerOf('oidc'),
    clientId: client.clientId,
    publicUrl: 'http://127.0.0.1:4010',
    secret: client.clientSecret,
  }),
  signUp: { signUp: 'off' },
  fetch: async (url, request) => {
    if (String(url).includes('.well-known')) discoveries++;
    return fetch(url, request);
  },
  now: () => performance.now(),
});

const ownIssuer = (path: string): OrganizationIssuer => ({
  issuer: bench.emulator.issuerOf(path),
  clientId: client.clientId,
  secret: client.clientSecret,
});
const newSecrets = (fill = 1) =>
  newSignInSecrets(newBrowserSecret(new Uint8Array(32).fill(fill)), {
    issuerOf: undefined,
    random: new Uint8Array(16).fill(fill),
    now: new Date(),
  });

/** Signs the owner in by one click. @returns what the answer needs to be exchanged. */
const answerOf = async (own?: OrganizationIssuer, recent = false) => {
  const binding = { ...newSecrets(), redirectUri: callback };
  const url = await provider.authorizationUrl(
    { ...binding, ...(recent && { prompt: 'login' as const, maxAge: 0 }) },
    own,
  );
  const browser = openTestBrowser();
  const page = await browser.open(url, { until: callback });
  const form = formOf(page, 'subject-of-owner');
  const chosen = { form: { ...form.fields, person: 'subject-of-owner' }, until: callback };
  const back = await browser.open(form.action, chosen);
  return { ...binding, callbackUrl: back.url };
};

test('reads the claims of a person, with the time of sign-in and the verified address', async () => {
  const claims = await provider.exchange(await answerOf(undefined, true));
  expect(claims).toMatchObject({
    issuer: bench.emulator.issuerOf('oidc'),
    subject: 'subject-of-owner',
    email: 'owner@demo.example',
    emailVerified: true,
  });
  expect(Math.abs(Date.parse(claims.authTime ?? '') - Date.now())).toBeLessThan(60_000);
  expect(JSON.stringify(claims)).not.toMatch(/eyJ|access_token/);
});

test('the request has PKCE with S256, state, nonce and, for a recent sign-in, prompt and max_age', async () => {
  const { state, nonce, verifier } = newSecrets();
  const binding = { state, nonce, verifier, redirectUri: callback };
  const url = await provider.authorizationUrl({ ...binding, prompt: 'login', maxAge: 0 });
  const query = Object.fromEntries(new URL(url).searchParams);
  expect(query).toMatchObject({
    state,
    nonce,
    code_challenge_method: 'S256',
    response_type: 'code',
    // No `offline_access`: no refresh token is wanted.
    scope: 'openid email profile',
    prompt: 'login',
    max_age: '0',
  });
  expect(url).not.toContain(verifier);
});

test('the documents of an issuer are fetched once', async () => {
  discoveries = 0;
  const other = ownIssuer('no-email');
  await provider.exchange(await answerOf(other), other);
  await provider.exchange(await answerOf(other), other);
  // Starting a sign-in needs no secret, so it uses another client than the exchange.
  expect(discoveries).toBeLessThanOrEqual(2);
});

describe('refuses the answer', () => {
  test.each([
    ['the state of another sign-in', { state: newSecrets(2).state }],
    ['the nonce of another sign-in', { nonce: newSecrets(2).nonce }],
    ['the verifier of another browser', { verifier: newSecrets(2).verifier }],
  ])('%s', async (_, other) => {
    await expect(provider.exchange({ ...(await answerOf()), ...other })).rejects.toBeInstanceOf(
      SignInFailure,
    );
  });

  test('a code that is used twice', async () => {
    const answer = await answerOf();
    await provider.exchange(answer);
    await expect(provider.exchange(answer)).rejects.toBeInstanceOf(SignInFailure);
  });

  test('a code of another client', async () => {
    const other = { ...ownIssuer('oidc'), clientId: 'another', secret: 'another' };
    await expect(provider.exchange(await answerOf(), other)).rejects.toBeInstanceOf(SignInFailure);
  });

  test('a code of another issuer', async () => {
    const other = ownIssuer('no-auth-time');
    await expect(provider.exchange(await answerOf(), other)).rejects.toBeInstanceOf(SignInFailure);
  });

  test('reports that the person refused', async () => {
    const binding = { ...newSecrets(), redirectUri: callback };
    const callbackUrl = `${callback}?error=access_denied&state=${binding.state}&iss=${bench.emulator.issuerOf('oidc')}`;
    await expect(provider.exchange({ ...binding, callbackUrl })).rejects.toBeInstanceOf(SignInFailure);
  });

  test.each([
    'wrong-iss',
    'wrong-response',
    'no-response',
    'wrong-audience',
    'wrong-nonce',
    'no-subject',
    'odd-subject',
  ])('of the issuer %s', async (path) => {
    const own = ownIssuer(path);
    await expect(provider.exchange(await answerOf(own), own)).rejects.toBeInstanceOf(SignInFailure);
  });
});

test('an issuer that omits the time or the address leaves them undefined', async () => {
  const [noTime, noEmail] = [ownIssuer('no-auth-time'), ownIssuer('no-email')];
  expect((await provider.exchange(await answerOf(noTime), noTime)).authTime).toBe(undefined);
  expect(await provider.exchange(await answerOf(noEmail), noEmail)).toMatchObject({
    email: undefined,
    emailVerified: false,
  });
});

test.each(['http://127.0.0.1:1', 'https://169.254.169.254/', 'http://issuer.example.com'])(
  'an issuer at %s is reported as unavailable',
  async (issuer) => {
    const asked = provider.authorizationUrl(
      { ...newSecrets(), redirectUri: callback },
      { issuer, clientId: 'own' },
    );
    await expect(asked).rejects.toBeInstanceOf(Transient);
  },
);
