import { expect, test } from 'vitest';
import { readClaims } from '#adapters/oidc/read-claims.ts';
import { SignInFailure } from '#ports/identity/sign-in.ts';

const read = (claims: object) => readClaims('https://issuer.example.com', { sub: 's', ...claims });

test.each([undefined, null, '', 7, 'x'.repeat(256), 'a\u0000b', { a: 1 }])(
  'refuses claims with the subject %j',
  (sub) => {
    expect(() => read({ sub })).toThrow(SignInFailure);
  },
);

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['yes', false],
  [1, false],
  [undefined, false],
])('email_verified %j is %j', (said, verified) => {
  expect(read({ email: 'a@example.com', email_verified: said }).emailVerified).toBe(verified);
});

test.each(['a', 'a@b@c', 'a b@example.com', '@example.com', 'a@', 7, ['a@example.com'], 'a@b\u0000'])(
  'an address %j is dropped, and not verified',
  (email) => {
    expect(read({ email, email_verified: true })).toMatchObject({ email: undefined, emailVerified: false });
  },
);

test.each(['1773144000', -1, 1e20, Number.NaN, null, 0])('auth_time %j is ignored', (authTime) => {
  expect(read({ auth_time: authTime }).authTime).toBe(undefined);
});

test('strings and lists of strings are kept as claims, and nothing else', () => {
  const claims = { groups: ['a', 7, 'b'], name: 'N', nested: { a: 'b' }, amr: ['pwd', null], empty: [] };
  expect(read(claims)).toMatchObject({
    amr: ['pwd'],
    claims: { sub: ['s'], groups: ['a', 'b'], name: ['N'], amr: ['pwd'] },
  });
  expect(read(claims).claims).not.toHaveProperty('nested');
});
