import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { joseVerifier } from '#adapters/jwt/verify-jwt.ts';
import { outboundHosts } from '#adapters/outbound/outbound.ts';
import { parseJwt } from '@scangate/domain/identity/ci-trust/jwt';
import { startIssuer, type TestIssuer } from '#test/support/identity/ci-issuer.ts';
import {
  ecKey,
  edKey,
  encodePart,
  rsaKey,
  signToken,
  type TestKey,
} from '#test/support/identity/ci-tokens.ts';
import { later, noon } from '#test/support/world.ts';

const rsa = rsaKey('rsa-1');
const otherRsa = rsaKey('rsa-2');
const attacker = rsaKey('rsa-1');
const verifierHere = () =>
  joseVerifier(
    outboundHosts({ allowed: { issuer: new Set(['https', 'loopback']) }, privateHosts: new Set() }).fetch(
      'issuer',
    ),
  );

let issuer: TestIssuer;
let verifier = verifierHere();
beforeEach(async () => {
  issuer = await startIssuer([rsa]);
  verifier = verifierHere();
});
afterEach(() => issuer.close());

const claims = () => ({ iss: issuer.issuer, sub: 'x' });
const token = (key: TestKey = rsa, header: Record<string, unknown> = {}) => signToken(claims(), key, header);

const outcome = (text: string, now = noon): Promise<unknown> =>
  verifier.verify(parseJwt(text), now).then(
    () => 'valid',
    (error: { reason?: string }) => error.reason ?? error,
  );

describe('accepted', () => {
  test.each([
    ['RS256', rsa],
    ['RS384', rsa],
    ['RS512', rsa],
    ['PS256', rsa],
    ['PS384', rsa],
    ['PS512', rsa],
    ['ES256', ecKey('ec-256')],
    ['ES384', ecKey('ec-384', 'P-384')],
    ['ES512', ecKey('ec-521', 'P-521')],
    ['EdDSA', edKey('ed-1')],
  ])('%s', async (alg, key) => {
    issuer.keys = [key];
    expect(await outcome(token(key, { alg }))).toBe('valid');
  });

  test('a JWT without a key id, when the issuer has exactly one matching key', async () => {
    issuer.keys = [rsa, ecKey('ec-1')];
    expect(await outcome(token(rsa, { kid: undefined }))).toBe('valid');
    issuer.keys = [rsa, otherRsa];
    verifier = verifierHere();
    expect(await outcome(token(rsa, { kid: undefined }))).toBe('key_ambiguous');
  });
});

describe('refused', () => {
  test('a signature by another key of the same id', async () => {
    expect(await outcome(token(attacker))).toBe('signature');
  });

  test('keys that the JWT brings or points to are ignored', async () => {
    const header = {
      jwk: attacker.jwk,
      jku: 'http://127.0.0.1:9/',
      x5u: 'http://127.0.0.1:9/',
      x5c: ['MIIB'],
    };
    expect(await outcome(token(attacker, header))).toBe('signature');
    expect(await outcome(token(rsa, header))).toBe('valid');
    expect(issuer.asked).toHaveLength(2);
  });

  test('a changed payload, a truncated signature and a missing one', async () => {
    const [header, , signature = ''] = token().split('.');
    const other = encodePart({ ...claims(), sub: 'y' });
    expect(await outcome(`${header}.${other}.${signature}`)).toBe('signature');
    expect(await outcome(`${token().split('.').slice(0, 2).join('.')}.${signature.slice(0, -8)}`)).toBe(
      'signature',
    );
    expect(await outcome(`${token().split('.').slice(0, 2).join('.')}.`)).toBe('signature');
  });

  test('an HMAC with the public key as its secret: HS256 is not a supported algorithm', () => {
    const input = `${encodePart({ alg: 'HS256', kid: 'rsa-1' })}.${encodePart(claims())}`;
    const secret = rsa.publicKey.export({ type: 'spki', format: 'pem' });
    const forged = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    expect(() => parseJwt(forged)).toThrow('algorithm');
  });

  test.each([
    ['an RSA key of 1,024 bits', rsaKey('weak', 1_024).jwk],
    [
      'a modulus of 16,384 bits',
      { kty: 'RSA', n: Buffer.alloc(2_048, 255).toString('base64url'), e: 'AQAB' },
    ],
    ['an exponent of 9 bytes', { ...rsa.jwk, e: Buffer.alloc(9, 255).toString('base64url') }],
  ])('%s', async (_title, jwk) => {
    issuer.keys = [{ ...rsa, jwk: { ...jwk, kid: 'rsa-1' } }];
    expect(await outcome(token())).toBe('key_weak');
  });

  test.each([
    ['a symmetric key', { kty: 'oct', k: 'AAAA' }],
    ['a key for encryption', { ...rsa.jwk, use: 'enc' }],
    ['a key that only signs', { ...rsa.jwk, key_ops: ['sign'] }],
    ['a key of another algorithm', { ...rsa.jwk, alg: 'PS256' }],
    ['a key of another kind', ecKey('rsa-1').jwk],
    ['a curve of another algorithm', ecKey('rsa-1', 'P-384').jwk],
    ['an entry that is not an object', 'text'],
  ])('ignores %s in a key set', async (_title, jwk) => {
    const alg = String((jwk as { kty?: string }).kty) === 'EC' ? 'ES256' : 'RS256';
    issuer.keys = [
      { ...rsa, jwk: (typeof jwk === 'string' ? jwk : { ...jwk, kid: 'rsa-1' }) as TestKey['jwk'] },
    ];
    const signer = alg === 'ES256' ? { ...ecKey('rsa-1'), kid: 'rsa-1' } : rsa;
    const expected = (jwk as { crv?: string }).crv === 'P-256' ? 'signature' : 'key_unknown';
    expect(await outcome(token(signer, { alg }))).toBe(expected);
  });

  test('accepts two keys with one id, whichever of them signed', async () => {
    issuer.keys = [rsa, { ...otherRsa, jwk: { ...otherRsa.jwk, kid: 'rsa-1' } }];
    expect(await outcome(token())).toBe('key_ambiguous');
    expect(await outcome(token({ ...otherRsa, kid: 'rsa-1' }))).toBe('key_ambiguous');
  });
});

describe('bad answers of issuers', () => {
  const bad: [string, Exclude<TestIssuer['answer'], undefined>][] = [
    ['10 MB', (_request, response) => void response.end('x'.repeat(10_000_000))],
    [
      '101 keys',
      (request, response) => {
        const keys = Array.from({ length: 101 }, (_, index) => ({ ...rsa.jwk, kid: `k${index}` }));
        const document = { issuer: issuer.issuer, jwks_uri: `${issuer.issuer}/keys` };
        response.end(JSON.stringify(request.url === '/keys' ? { keys } : document));
      },
    ],
    ['a redirect', (_request, response) => void response.writeHead(302, { location: '/keys' }).end()],
    [
      'keys at the address of the metadata service',
      (_request, response) =>
        void response.end(
          JSON.stringify({ issuer: issuer.issuer, jwks_uri: 'http://169.254.169.254/latest' }),
        ),
    ],
    [
      'keys in a file',
      (_request, response) =>
        void response.end(JSON.stringify({ issuer: issuer.issuer, jwks_uri: 'file:///etc/passwd' })),
    ],
    [
      'a discovery document of another issuer',
      (_request, response) =>
        void response.end(
          JSON.stringify({ issuer: 'https://gitlab.com', jwks_uri: `${issuer.issuer}/keys` }),
        ),
    ],
    ['no JSON', (_request, response) => void response.end('<html>')],
    ['null', (_request, response) => void response.end('null')],
    ['a failure', (_request, response) => void response.writeHead(500).end()],
    ['a reset connection', (request) => void request.socket.destroy()],
  ];

  test.each(bad)('%s: refused within 5 s, and the next issuer is not affected', async (_title, answer) => {
    const next = await startIssuer([otherRsa]);
    issuer.answer = answer;
    const started = performance.now();
    expect(await outcome(token())).toBe('keys_unavailable');
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await outcome(signToken({ iss: next.issuer }, otherRsa))).toBe('valid');
    next.close();
  });

  test('a host that is down', async () => {
    issuer.close();
    expect(await outcome(token())).toBe('keys_unavailable');
  });

  test('an address that is not permitted: this machine, where the operator does not permit it', async () => {
    verifier = joseVerifier(
      outboundHosts({ allowed: { issuer: new Set(['https']) }, privateHosts: new Set() }).fetch('issuer'),
    );
    expect(await outcome(token())).toBe('keys_unavailable');
    expect(issuer.asked).toEqual([]);
  });

  test('no answer: refused within 5 s, and another issuer does not wait for it', async () => {
    const next = await startIssuer([otherRsa]);
    issuer.answer = () => {};
    const started = performance.now();
    const slow = outcome(token());
    expect(await outcome(signToken({ iss: next.issuer }, otherRsa))).toBe('valid');
    expect(performance.now() - started).toBeLessThan(1_500);
    expect(await slow).toBe('keys_unavailable');
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await outcome(signToken({ iss: next.issuer }, otherRsa))).toBe('valid');
    next.close();
  });
});

describe('how often issuers are queried', () => {
  test('1,000 JWTs of one issuer fetch its keys once', async () => {
    const texts = Array.from({ length: 1_000 }, (_, index) => signToken({ ...claims(), index }, rsa));
    const outcomes = await Promise.all(texts.map((text) => outcome(text)));
    expect(new Set(outcomes)).toEqual(new Set(['valid']));
    expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  test('the keys are fetched again after ten minutes', async () => {
    await outcome(token());
    await outcome(token(), later(600));
    expect(issuer.asked).toHaveLength(2);
    await outcome(token(), later(601));
    expect(issuer.asked).toHaveLength(4);
  });

  test('an unknown key id fetches the keys again, at most once in 30 s', async () => {
    await outcome(token());
    const unknown = token({ ...otherRsa, kid: 'new' });
    expect(await outcome(unknown, later(29))).toBe('key_unknown');
    expect(issuer.asked).toHaveLength(2);
    issuer.keys = [rsa, { ...otherRsa, jwk: { ...otherRsa.jwk, kid: 'new' } }];
    expect(await outcome(unknown, later(30))).toBe('valid');
    expect(await outcome(token(attacker, { kid: 'no-such' }), later(31))).toBe('key_unknown');
    expect(issuer.asked).toHaveLength(4);
  });

  test('replaced keys are no longer accepted after ten minutes, nor is a removed one', async () => {
    expect(await outcome(token())).toBe('valid');
    issuer.keys = [otherRsa];
    expect(await outcome(token(), later(600))).toBe('valid');
    expect(await outcome(token(), later(601))).toBe('key_unknown');
    expect(await outcome(token(otherRsa), later(602))).toBe('valid');
  });

  test('the cached keys of an issuer that fails later are used for an hour, and no longer', async () => {
    expect(await outcome(token())).toBe('valid');
    issuer.answer = (_request, response) => void response.writeHead(503).end();
    expect(await outcome(token(), later(3_600))).toBe('valid');
    expect(await outcome(token(), later(3_601))).toBe('keys_unavailable');
    issuer.answer = undefined;
    expect(await outcome(token(), later(3_610))).toBe('valid');
  });

  test('the keys of 50 issuers are cached, and the least recently used one is evicted', async () => {
    const issuers = await Promise.all(Array.from({ length: 51 }, () => startIssuer([rsa])));
    for (const each of issuers) await outcome(signToken({ iss: each.issuer }, rsa));
    await outcome(signToken({ iss: issuers[50]?.issuer }, rsa));
    await outcome(signToken({ iss: issuers[0]?.issuer }, rsa));
    expect([issuers[0]?.asked.length, issuers[1]?.asked.length, issuers[50]?.asked.length]).toEqual([
      4, 2, 2,
    ]);
    for (const each of issuers) each.close();
  });
});

afterAll(() => issuer.close());
