import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as client from 'openid-client';
import { formOf, openTestBrowser, type TestBrowser } from '#test/support/identity/browser.ts';
import { callback, client as registered, openIdentityBench, type IdentityBench } from '../workbench.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await openIdentityBench({
    misbehaving: {
      'no-auth-time': { omit: ['auth_time'] },
      unverified: { claims: { email_verified: false } },
      'wrong-iss': { claims: { iss: 'https://other.example' } },
      'wrong-response': { responseIssuer: 'https://other.example' },
    },
  });
});
afterAll(() => bench.close());

const discover = (path = 'oidc', authentication?: client.ClientAuth) =>
  client.discovery(
    new URL(bench.emulator.issuerOf(path)),
    registered.clientId,
    registered.clientSecret,
    authentication,
    // The library asks for an https issuer otherwise.
    { execute: [client.allowInsecureRequests] },
  );

const shifted = (): number => Math.floor((bench.clock.now() - Date.now()) / 1000);

/** Signs in by one click. @returns the claims of the ID token. */
const signIn = async (
  given: {
    path?: string;
    browser?: TestBrowser;
    choice?: Record<string, string>;
    parameters?: Record<string, string>;
    configuration?: client.Configuration;
    checks?: client.AuthorizationCodeGrantChecks;
  } = {},
) => {
  const { path = 'oidc', browser = openTestBrowser(), choice = { person: 'subject-of-owner' } } = given;
  const configuration = given.configuration ?? (await discover(path));
  Object.assign(configuration, { [client.clockSkew]: shifted() });
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...given.parameters,
  });
  const page = await browser.open(url.href, { until: callback });
  const back = page.url.startsWith(callback)
    ? page
    : await browser.open(formOf(page, Object.values(choice)[0] ?? '').action, {
        form: choice,
        until: callback,
      });
  const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    ...given.checks,
  });
  return { claims: tokens.claims() as Record<string, unknown>, back: new URL(back.url), page, tokens };
};

describe('sign-in', () => {
  test('nothing runs before the first request, and the first one starts the thread', async () => {
    const other = await openIdentityBench();
    expect(other.emulator.isSignInRunning()).toBe(false);
    expect((await fetch(`${other.emulator.origin}/`)).status).toBe(200);
    expect(other.emulator.isSignInRunning()).toBe(false);
    await fetch(`${other.emulator.issuerOf('oidc')}/.well-known/openid-configuration`);
    expect(other.emulator.isSignInRunning()).toBe(true);
    await other.close();
  });

  test('the preparation runs once before the first sign-in, and again when it failed', async () => {
    let runs = 0;
    const beforeFirstSignIn = async () => {
      runs += 1;
      if (runs === 1) throw new Error('not yet');
    };
    const other = await openIdentityBench({ beforeFirstSignIn });
    const url = `${other.emulator.issuerOf('oidc')}/.well-known/openid-configuration`;
    const statuses = [];
    for (let attempt = 0; attempt < 3; attempt += 1) statuses.push((await fetch(url)).status);
    expect([statuses, runs]).toEqual([[500, 200, 200], 2]);
    await other.close();
  });

  test('one click signs in a listed person, with nonce, PKCE and the issuer in the answer', async () => {
    const { claims, back, page } = await signIn();
    expect(claims).toMatchObject({
      iss: bench.emulator.issuerOf('oidc'),
      aud: 'service',
      sub: 'subject-of-owner',
      email: 'owner@demo.example',
      email_verified: true,
      name: 'Test owner',
      amr: ['pwd', 'otp', 'mfa'],
      auth_time: expect.any(Number),
    });
    expect(back.searchParams.get('iss')).toBe(bench.emulator.issuerOf('oidc'));
    expect(page.html).toContain('stands in for a real sign-in');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('an issuer that accepts hints signs in the person that the client names, and shows the page otherwise', async () => {
    const hint = (email: string, more = {}) =>
      signIn({ path: 'hinted', parameters: { login_hint: email, ...more } });
    const named = await hint('member@demo.example');
    expect([named.claims['sub'], named.page.url.startsWith(callback)]).toEqual(['subject-of-member', true]);
    const unknown = await hint('nobody@demo.example');
    expect([unknown.claims['sub'], unknown.page.html !== '']).toEqual(['subject-of-owner', true]);
    const again = await hint('member@demo.example', { prompt: 'login' });
    expect([again.claims['sub'], again.page.url.startsWith(callback)]).toEqual(['subject-of-owner', false]);
    const elsewhere = await signIn({ parameters: { login_hint: 'member@demo.example' } });
    expect(elsewhere.claims['sub']).toBe('subject-of-owner');
  });

  test('both methods of client authentication with a secret are accepted', async () => {
    const configuration = await discover('oidc', client.ClientSecretBasic(registered.clientSecret));
    expect((await signIn({ configuration })).claims['sub']).toBe('subject-of-owner');
    const wrong = await discover('oidc', client.ClientSecretPost('another'));
    await expect(signIn({ configuration: wrong })).rejects.toMatchObject({ error: 'invalid_client' });
  });

  test('without PKCE, to another address and by an unknown client nothing is answered', async () => {
    const ask = async (parameters: Record<string, string>) => {
      const url = new URL(`${bench.emulator.issuerOf('oidc')}/auth`);
      url.search = new URLSearchParams({
        client_id: 'service',
        redirect_uri: callback,
        response_type: 'code',
        scope: 'openid',
        ...parameters,
      }).toString();
      return openTestBrowser().open(url.href, { until: callback });
    };
    expect((await ask({})).url).toContain('error=invalid_request');
    expect((await ask({ redirect_uri: 'http://127.0.0.1:4010/elsewhere' })).status).toBe(400);
    expect((await ask({ client_id: 'stranger' })).status).toBe(400);
  });

  test('a code is exchanged once, and only with its verifier', async () => {
    await expect(
      signIn({ checks: { pkceCodeVerifier: client.randomPKCECodeVerifier() } }),
    ).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('a new person gets a fresh subject and address each time, or the typed address', async () => {
    const fresh = { new: 'yes', email: '', verified: 'yes' };
    const [one, two] = [await signIn({ choice: fresh }), await signIn({ choice: fresh })];
    expect(one.claims['email']).toMatch(/^new-[0-9a-f]{8}@fresh\.example$/);
    expect(one.claims['sub']).not.toBe(two.claims['sub']);
    const typed = { new: 'yes', email: 'Invited@guest.example', verified: 'yes' };
    const third = await signIn({ choice: typed });
    expect(third.claims).toMatchObject({ email: 'Invited@guest.example', email_verified: true });
    const again = await signIn({ choice: { ...typed, email: 'invited@guest.example' } });
    expect(again.claims['sub']).toBe(third.claims['sub']);
    const unverified = await signIn({ choice: { new: 'yes', email: 'invited@guest.example' } });
    expect(unverified.claims).toMatchObject({ email_verified: false });
    expect(unverified.claims['sub']).not.toBe(third.claims['sub']);
  });
});

describe('sessions of the issuer', () => {
  test('an earlier sign-in continues with its time, and another click signs in another person', async () => {
    const browser = openTestBrowser();
    const first = await signIn({ browser });
    await bench.clock.advanceTo(bench.clock.now() + 600_000);
    const second = await signIn({ browser, choice: { continue: 'subject-of-owner' } });
    expect(second.page.html).toContain('Continue as');
    expect(second.claims['auth_time']).toBe(first.claims['auth_time']);
    const other = await signIn({ browser, choice: { person: 'subject-of-member' } });
    expect(other.claims['sub']).toBe('subject-of-member');
    expect(Number(other.claims['auth_time'])).toBeGreaterThanOrEqual(Number(first.claims['auth_time']) + 600);
  });

  test.each<Record<string, string>>([{ prompt: 'login' }, { max_age: '0' }, { max_age: '60' }])(
    '%o after ten minutes requires a new sign-in, whose time is reported',
    async (parameters) => {
      const browser = openTestBrowser();
      const first = await signIn({ browser });
      await bench.clock.advanceTo(bench.clock.now() + 600_000);
      const again = await signIn({ browser, parameters });
      expect(again.page.html).not.toContain('Continue as');
      expect(Number(again.claims['auth_time'])).toBeGreaterThanOrEqual(
        Number(first.claims['auth_time']) + 600,
      );
    },
  );

  test('prompt=none needs a session', async () => {
    const browser = openTestBrowser();
    const parameters = { prompt: 'none' };
    await expect(signIn({ browser, parameters })).rejects.toMatchObject({ error: 'login_required' });
    await signIn({ browser });
    expect((await signIn({ browser, parameters })).claims['sub']).toBe('subject-of-owner');
  });

  test('tokens are issued and expire by the emulated clock', async () => {
    await bench.clock.advanceTo(bench.clock.now() + 86_400_000);
    const { claims } = await signIn();
    const now = Math.floor(bench.clock.now() / 1000);
    expect(Math.abs(Number(claims['iat']) - now)).toBeLessThan(5);
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3_600);
  });

  test('keys and added people survive a restart', async () => {
    const choice = { new: 'yes', email: 'returning@guest.example', verified: 'yes' };
    const before = await signIn({ choice });
    const keys = async (): Promise<unknown> =>
      (await fetch(`${bench.emulator.issuerOf('oidc')}/jwks`)).json();
    const known = await keys();
    await bench.restart();
    expect(await keys()).toEqual(known);
    expect((await signIn({ choice })).claims['sub']).toBe(before.claims['sub']);
  });
});

describe('an issuer that misbehaves', () => {
  test('omits auth_time, or says that the address is not verified', async () => {
    expect((await signIn({ path: 'no-auth-time' })).claims).not.toHaveProperty('auth_time');
    await expect(signIn({ path: 'no-auth-time', checks: { maxAge: 0 } })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('auth_time') },
    });
    expect((await signIn({ path: 'unverified' })).claims).toMatchObject({ email_verified: false });
  });

  test('names another issuer, which the client library detects', async () => {
    await expect(signIn({ path: 'wrong-iss' })).rejects.toMatchObject({ cause: { cause: { claim: 'iss' } } });
    await expect(signIn({ path: 'wrong-response' })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('"iss"') },
    });
  });
});

test('a page of another host name is refused', async () => {
  const { port } = bench.emulator;
  const { request } = await import('node:http');
  const status = await new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path: '/', headers: { host: 'rebound.example' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).end();
  });
  expect(status).toBe(421);
});
