import type { Claims } from './ci-providers/provider.ts';
import { TokenRefused } from './token-refused.ts';

/** The bytes of a JWT at most. */
const maxTokenBytes = 16 * 1024;

/** The accepted signature algorithms: those with a private key, so that a verifier of a JWT cannot sign one. */
const jwtAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;
export type JwtAlgorithm = (typeof jwtAlgorithms)[number];

/** A JWT that was parsed, but not verified. `jku`, `jwk`, `x5u` and `x5c` of its header are not even kept. */
export interface Jwt {
  text: string;
  algorithm: JwtAlgorithm;
  keyId?: string;
  issuer: string;
  claims: Claims;
  /** Header and payload in their signed form. */
  signingInput: string;
}

/** Ids of keys in use have these characters; others could mean a path or a query somewhere. */
const keyIdForm = /^(?![./])[A-Za-z0-9_+/=.:~-]{1,256}$/;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const decode = (part: string): Claims => {
  try {
    const bytes = Buffer.from(part, 'base64url');
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isObject(value)) return value;
  } catch {
    // Unparsable input is refused below.
  }
  throw new TokenRefused('malformed');
};

/** Reads the required fields of the header. A nested JWT, and a critical extension, are refused. */
const readHeader = (header: Claims): Pick<Jwt, 'algorithm' | 'keyId'> => {
  const algorithm = jwtAlgorithms.find((known) => known === header['alg']);
  if (!algorithm) throw new TokenRefused('algorithm');
  if (header['crit'] !== undefined || header['cty'] !== undefined || header['b64'] !== undefined)
    throw new TokenRefused('malformed');
  const keyId = header['kid'];
  if (keyId === undefined) return { algorithm };
  if (typeof keyId !== 'string' || !keyIdForm.test(keyId) || keyId.includes('..'))
    throw new TokenRefused('key_unknown');
  return { algorithm, keyId };
};

/**
 * Parses a JWT without trusting any of it.
 * @throws TokenRefused too_large, malformed, algorithm or key_unknown.
 */
export const parseJwt = (text: string): Jwt => {
  if (Buffer.byteLength(text) > maxTokenBytes) throw new TokenRefused('too_large');
  const [, header = '', payload = ''] = /^([\w-]+)\.([\w-]+)\.[\w-]*$/.exec(text) ?? [];
  if (!header) throw new TokenRefused('malformed');
  const read = readHeader(decode(header));
  const claims = decode(payload);
  const { iss } = claims;
  if (typeof iss !== 'string') throw new TokenRefused('issuer');
  return { text, ...read, issuer: iss, claims, signingInput: `${header}.${payload}` };
};
