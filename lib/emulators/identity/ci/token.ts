import { randomInt, randomUUID, sign } from 'node:crypto';
import { signingKey, type SigningKey } from '../signing-key.ts';
import type { CiShape, ClaimValue } from './shape.ts';
import { ciShapes } from './shapes/index.ts';

export type CiProvider = keyof typeof ciShapes;
type Claims = Record<string, unknown>;

export const ciProviders = Object.keys(ciShapes) as CiProvider[];

export interface CiToken {
  token: string;
  issuer: string;
  claims: Claims;
}

const biggestNumber = 1e10;
const deepest = 5;

/** Values that other texts may refer to by name, in addition to the claims themselves. */
const derived = (claims: Claims): Claims => {
  const [, name] = String(claims['repository'] ?? '').split('/');
  return { ...(name !== undefined && { repository_name: name }) };
};

/** Replaces the names in angle brackets by their values; a claim may refer to one that refers to another. */
const filled = (text: string, claims: Claims, depth = 0): string =>
  text.replace(/<([\w./-]{1,80})>/g, (whole, name: string) => {
    if (name === 'uuid') return randomUUID();
    if (name === 'number') return String(randomInt(biggestNumber));
    const value = claims[name];
    if (value === undefined || depth >= deepest) return whole;
    return value === null ? '' : filled(String(value as ClaimValue), claims, depth + 1);
  });

const filledClaims = (claims: Claims): Claims => {
  // A random part is set first, so that every claim that refers to it has the same value.
  const fixed = Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/<(?:uuid|number)>/g, (part) => filled(part, {})) : value,
    ]),
  );
  const known = { ...derived(fixed), ...fixed };
  return Object.fromEntries(
    Object.entries(fixed).map(([name, value]) => [
      name,
      typeof value === 'string' ? filled(value, known) : value,
    ]),
  );
};

/** The owner of a named repository is set with it, as in all claims of that service. */
const implied = (provider: CiProvider, given: Claims): Claims => {
  const [owner] = String(given['repository'] ?? given['project_path'] ?? '').split('/');
  if (!owner) return {};
  return provider === 'gitlab' ? { namespace_path: owner } : { repository_owner: owner };
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signed = (key: SigningKey, claims: Claims): string => {
  const input = `${encoded({ alg: 'RS256', typ: 'JWT', kid: key.keyId })}.${encoded(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), key.privateKey).toString('base64url')}`;
};

/** Reads the key that all CI issuers of a data folder sign with. */
export const ciKey = (folder: string): Promise<SigningKey> => signingKey(folder, 'ci');

/**
 * Makes a token in the shape of a CI service, from this machine's issuer.
 * @param order.claims replace claims of the shape, or add to them.
 */
export const makeCiToken = async (
  order: { provider: CiProvider; claims: Claims },
  { folder, origin, now }: { folder: string; origin: string; now: number },
): Promise<CiToken> => {
  const { provider, claims: given } = order;
  const shape: CiShape = ciShapes[provider];
  const key = await ciKey(folder);
  const iat = Math.floor(now / 1000);
  const about = filledClaims({
    ...shape.claims,
    ...(provider === 'github' || provider === 'gitlab' ? implied(provider, given) : {}),
    ...given,
  });
  const issuer = `${origin}/ci/${provider}${filled(shape.issuerPath, about)}`;
  const { notBeforeSeconds, lifetimeSeconds } = shape;
  const nbf = notBeforeSeconds === undefined ? {} : { nbf: iat - notBeforeSeconds };
  const times = { iat, ...nbf, exp: iat + lifetimeSeconds };
  const claims: Claims = { iss: issuer, ...times, ...about };
  return { token: signed(key, claims), issuer, claims };
};
