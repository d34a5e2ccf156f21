import { constants, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { CiTokenSample } from '#test/corpora/ci-tokens/ci-token-sample.ts';
import { noon } from '../world.ts';

/** A key of an issuer, and its public half as a JWKS has it. */
export interface TestKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: Record<string, unknown>;
}

const keyOf = (
  kid: string,
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
): TestKey => ({
  kid,
  privateKey,
  publicKey,
  jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' },
});

export const rsaKey = (kid: string, modulusLength = 2_048): TestKey =>
  keyOf(kid, generateKeyPairSync('rsa', { modulusLength }));
export const ecKey = (kid: string, namedCurve = 'P-256'): TestKey =>
  keyOf(kid, generateKeyPairSync('ec', { namedCurve }));
export const edKey = (kid: string): TestKey => keyOf(kid, generateKeyPairSync('ed25519'));

export const encodePart = (content: unknown): string =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url');

const signatureOf = (algorithm: string, input: string, key: KeyObject): Buffer => {
  const data = Buffer.from(input);
  if (algorithm === 'EdDSA') return sign(null, data, key);
  const hash = `sha${algorithm.slice(2)}`;
  if (algorithm.startsWith('ES')) return sign(hash, data, { key, dsaEncoding: 'ieee-p1363' });
  if (algorithm.startsWith('PS'))
    return sign(hash, data, {
      key,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    });
  return sign(hash, data, key);
};

/** Signs claims by a key, with any header. */
export const signToken = (
  claims: object | string,
  { kid, privateKey }: TestKey,
  header: Record<string, unknown> = {},
): string => {
  const head = { alg: 'RS256', typ: 'JWT', kid, ...header };
  const input = `${encodePart(head)}.${encodePart(claims)}`;
  return `${input}.${signatureOf(String(head.alg), input, privateKey).toString('base64url')}`;
};

export const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** The claims of a sample in a JWT of now, for an organization. */
export const claimsOf = (
  { claims, issuer, audience }: Pick<CiTokenSample, 'claims' | 'issuer' | 'audience'>,
  organizationId: string,
  now = noon,
): Record<string, unknown> => ({
  iss: issuer,
  aud: audience ?? `scangate:${organizationId}`,
  iat: secondsOf(now),
  nbf: secondsOf(now),
  exp: secondsOf(now) + 300,
  ...claims,
});

/** A JWT with the claims and a signature that only a fake verifier accepts. */
export const unsignedToken = (
  claims: object | string,
  header: object = { alg: 'RS256', kid: 'k1' },
): string => `${encodePart(header)}.${encodePart(claims)}.${encodePart('signature')}`;
