import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJwt } from '@scangate/domain/identity/ci-trust/jwt';
import { TokenRefused } from '@scangate/domain/identity/ci-trust/token-refused';
import { encodePart, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { runs } from '#test/support/runs/samples.ts';

const claims = { iss: 'https://gitlab.com', sub: 'x' };
const reasonOf = (text: string): unknown => {
  try {
    return parseJwt(text);
  } catch (error) {
    return (error as { reason?: string }).reason;
  }
};

test('a JWT is parsed with its signing input, and without header fields that could bring other keys', () => {
  const header = {
    alg: 'ES256',
    kid: 'k/1=',
    typ: 'JWT',
    jku: 'https://x',
    jwk: {},
    x5u: 'https://x',
    x5c: [],
  };
  const text = unsignedToken(claims, header);
  expect(parseJwt(text)).toEqual({
    text,
    algorithm: 'ES256',
    keyId: 'k/1=',
    issuer: 'https://gitlab.com',
    claims,
    signingInput: text.slice(0, text.lastIndexOf('.')),
  });
});

test.each([
  'none',
  'None',
  'NONE',
  'HS256',
  'HS512',
  'ES256K',
  'RS1',
  'dir',
  'RSA-OAEP',
  '',
  1,
  null,
  ['RS256'],
  undefined,
])('the algorithm %j is refused', (alg) => {
  expect(reasonOf(unsignedToken(claims, { alg }))).toBe('algorithm');
});

test.each([
  '../../etc/passwd',
  '/dev/null',
  'a/../b',
  "k' OR 1=1",
  'k"',
  'k\\1',
  'k 1',
  'k\n',
  '',
  'k'.repeat(257),
  7,
  null,
  {},
])('the key id %j is refused before any request', (kid) => {
  expect(reasonOf(unsignedToken(claims, { alg: 'RS256', kid }))).toBe('key_unknown');
});

const rs = { alg: 'RS256' };
test.each([
  ['two parts', 'a.b'],
  ['four parts', `${unsignedToken(claims)}.x`],
  ['five parts, as an encrypted one has', 'a.b.c.d.e'],
  ['padding', `${encodePart(rs)}=.${encodePart(claims)}.x`],
  ['a space', ` ${unsignedToken(claims)}`],
  ['a newline', `${unsignedToken(claims)}\n`],
  ['a list as payload', unsignedToken([claims], rs)],
  ['a text as payload', `${encodePart(rs)}.${encodePart('"text"')}.x`],
  ['null as header', `${encodePart('null')}.${encodePart(claims)}.x`],
  [
    'bytes that are not UTF-8',
    `${encodePart(rs)}.${Buffer.from([0x22, 0xff, 0x22]).toString('base64url')}.x`,
  ],
  ['a JWT in a JWT', unsignedToken(claims, { ...rs, cty: 'JWT' })],
  ['a JWT as payload', `${encodePart(rs)}.${encodePart(unsignedToken(claims))}.x`],
  ['a critical extension', unsignedToken(claims, { ...rs, crit: ['exp'] })],
  ['an unencoded payload', unsignedToken(claims, { ...rs, b64: false })],
  ['deep nesting', `${encodePart(rs)}.${encodePart('['.repeat(9_000))}.x`],
])('%s is malformed', (_title, text) => {
  expect(reasonOf(text)).toBe('malformed');
});

test.each([undefined, 7, ['https://gitlab.com'], null, { a: 1 }])('the issuer %j is refused', (iss) => {
  expect(reasonOf(unsignedToken({ iss }, rs))).toBe('issuer');
});

test('16 KB are read, and one byte more is refused', () => {
  const room = 16_384 - unsignedToken({ ...claims, pad: '' }, rs).length;
  const padded = (length: number) => unsignedToken({ ...claims, pad: 'x'.repeat(length) }, rs);
  expect(reasonOf(padded(Math.floor(room * 0.75)))).toMatchObject({ issuer: 'https://gitlab.com' });
  expect(reasonOf(padded(room))).toBe('too_large');
});

test('any input is read or refused with a reason', () => {
  const part = fc.oneof(
    fc.base64String().map((text) => text.replaceAll(/[+/=]/g, '')),
    fc.json().map(encodePart),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      try {
        parseJwt(parts.join('.'));
      } catch (error) {
        expect(error).toBeInstanceOf(TokenRefused);
      }
    }),
    { numRuns: runs(2_000) },
  );
});
