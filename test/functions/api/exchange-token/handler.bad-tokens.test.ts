import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { joseVerifier } from '#adapters/jwt/verify-jwt.ts';
import { outboundHosts } from '#adapters/outbound/outbound.ts';
import { listAll } from '#ports/store.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { startIssuer, type TestIssuer } from '#test/support/identity/ci-issuer.ts';
import { claimsOf, encodePart, rsaKey, secondsOf, signToken } from '#test/support/identity/ci-tokens.ts';
import { ruleFor } from '#test/support/identity/trust-world.ts';
import { newOrganization, noon } from '#test/support/world.ts';

/** Exchanges with real signatures, by the keys of an issuer on this machine. */

const key = rsaKey('k1');
const weak = rsaKey('weak', 1_024);
const attacker = rsaKey('k1');
let issuer: TestIssuer;
let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeAll(async () => {
  issuer = await startIssuer([key, weak], '/ci');
});
afterAll(() => issuer.close());
beforeEach(async () => {
  resetWorld();
  issuer.asked.length = 0;
  world.verifier = joseVerifier(
    outboundHosts({ allowed: { issuer: new Set(['https', 'loopback']) }, privateHosts: new Set() }).fetch(
      'issuer',
    ),
  );
  organization = await newOrganization(world.store);
  await ruleFor(world.store, organization, { ...github, issuer: issuer.issuer });
});

const claims = (more: Record<string, unknown> = {}) => ({
  ...claimsOf({ ...github, issuer: issuer.issuer }, organization.organizationId),
  ...more,
});
const exchange = async (token: string) => {
  const { organizationId } = organization;
  const { status, body } = await call('exchange-token', { body: { organizationId, token } });
  return [status, body['code'], body['reason']];
};
const eventsOf = async () => {
  const { organizationId } = organization;
  const found = listAll(world.store, { list: 'auditEvents', owner: { organizationId } });
  return (await Array.fromAsync(found)).map(({ after }) => after?.['reason']);
};
const at = secondsOf(noon);
const hour = 3_600;

const forgedByPublicKey = (): string => {
  const input = `${encodePart({ alg: 'HS256', kid: 'k1' })}.${encodePart(claims())}`;
  const secret = key.publicKey.export({ type: 'spki', format: 'pem' });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};

test('201: a valid JWT', async () => {
  expect((await exchange(signToken(claims(), key)))[0]).toBe(201);
});

describe('401 before anything is written, and before any request to an issuer', () => {
  const early: [string, () => string, string][] = [
    ['none', () => `${encodePart({ alg: 'none' })}.${encodePart(claims())}.`, 'algorithm'],
    ['HS256 with the public key as its secret', forgedByPublicKey, 'algorithm'],
    ['a key id with a path', () => signToken(claims(), key, { kid: '../../dev/null' }), 'key_unknown'],
    ['a key id with a quote', () => signToken(claims(), key, { kid: "k1' OR '1'='1" }), 'key_unknown'],
    ['a foreign issuer', () => signToken(claims({ iss: 'https://issuer.example' }), attacker), 'issuer'],
    ['the issuer with an extra slash', () => signToken(claims({ iss: `${issuer.issuer}/` }), key), 'issuer'],
    ['17 KB', () => signToken(claims({ pad: 'x'.repeat(12_400) }), key), 'too_large'],
    ['a JWT in a JWT', () => signToken(signToken(claims(), key), key, { cty: 'JWT' }), 'malformed'],
    ['a JWT as payload', () => signToken(signToken(claims(), key), key), 'malformed'],
    ['text', () => 'hello', 'malformed'],
  ];
  test.each(early)('%s', async (_title, token, reason) => {
    const commit = vi.spyOn(world.store, 'commit');
    expect(await exchange(token())).toEqual([401, 'oidc_token_invalid', reason]);
    expect([issuer.asked, commit.mock.calls]).toEqual([[], []]);
  });
});

describe('401 for a signature that is not from the issuer: nothing is written', () => {
  const brought = () => ({
    jwk: attacker.jwk,
    jku: `${issuer.issuer}/keys`,
    x5u: 'https://x.example',
    x5c: ['MIIB'],
  });
  const forged: [string, () => string, string][] = [
    ['another key', () => signToken(claims(), attacker), 'signature'],
    ['a key that the JWT contains', () => signToken(claims(), attacker, brought()), 'signature'],
    ['an unknown key', () => signToken(claims(), { ...attacker, kid: 'k9' }), 'key_unknown'],
    ['RSA 1024', () => signToken(claims(), weak), 'key_weak'],
  ];
  test.each(forged)('%s', async (_title, token, reason) => {
    const commit = vi.spyOn(world.store, 'commit');
    expect(await exchange(token())).toEqual([401, 'oidc_token_invalid', reason]);
    expect(commit).not.toHaveBeenCalled();
  });
});

describe('401 for a valid signature: managers see the reason', () => {
  const signed: [string, Record<string, unknown>, string][] = [
    ['a foreign audience', { aud: 'sts.amazonaws.com' }, 'audience'],
    [
      'the audience of another organization',
      { aud: 'scangate:00000000-0000-4000-8000-000000000000' },
      'audience',
    ],
    ['an audience with a valid prefix', { aud: ['scangate:', 'x'] }, 'audience'],
    ['no audience', { aud: undefined }, 'audience'],
    ['expired', { iat: at - 900, nbf: at - 900, exp: at - 61 }, 'expired'],
    [
      'valid from tomorrow on',
      { iat: at + 24 * hour, nbf: at + 24 * hour, exp: at + 25 * hour },
      'not_yet_valid',
    ],
    ['25 hours long', { exp: at + 25 * hour }, 'lives_too_long'],
    ['without an expiry', { exp: undefined }, 'times_missing'],
  ];
  test.each(signed)('%s', async (_title, more, reason) => {
    expect(await exchange(signToken(claims(more), key))).toEqual([401, 'oidc_token_invalid', reason]);
    expect(await eventsOf()).toEqual([reason]);
  });
});

test('409: used again, even with another encoding of its signature', async () => {
  const token = signToken(claims(), key);
  expect((await exchange(token))[0]).toBe(201);
  expect(await exchange(token)).toEqual([409, 'oidc_token_used', undefined]);
  const again = signToken(claims({ exp: at + 400 }), key);
  expect(await exchange(again)).toEqual([409, 'oidc_token_used', undefined]);
  expect((await exchange(signToken(claims({ jti: 'other' }), key)))[0]).toBe(201);
});

test('413: a body that is larger than any JWT needs', async () => {
  expect((await exchange('x'.repeat(70_000))).slice(0, 2)).toEqual([413, 'body_too_large']);
});

test('nothing of a JWT is in an answer or in the log', async () => {
  const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { organizationId } = organization;
  const token = signToken(claims({ repository_id: '999', secret: 'hunter2' }), key);
  const { text } = await call('exchange-token', { body: { organizationId, token } });
  expect(text).not.toMatch(/hunter2|octo/);
  expect(JSON.stringify(lines.mock.calls)).not.toMatch(/hunter2|octo/);
  lines.mockRestore();
});
