import { TokenRefused } from '@scangate/domain/identity/ci-trust/token-refused';
import type { Jwt, JwtAlgorithm } from '@scangate/domain/identity/ci-trust/jwt';

/** A public key as an issuer publishes it (RFC 7517), with the members that are read. */
export interface PublicJwk {
  kty: 'RSA' | 'EC' | 'OKP';
  kid?: string;
  alg?: string;
  crv?: string;
  n?: string;
  e?: string;
  x?: string;
  y?: string;
}

/** An issuer that merely rotates its keys does not have more. */
const maxKeys = 100;
const minRsaBits = 2_048;
/** A larger key only makes verifying slow. */
const maxRsaBits = 8_192;
const maxExponentBytes = 8;

type Fields = Readonly<Record<string, unknown>>;

const textOf = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
};

/** Returns a key for signatures; undefined for a key of another use or kind, such as a symmetric one. */
const signingKey = (value: unknown): PublicJwk | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Fields;
  const kty = (['RSA', 'EC', 'OKP'] as const).find((known) => known === fields['kty']);
  const operations = fields['key_ops'];
  const isForSignatures = fields['use'] === undefined || fields['use'] === 'sig';
  const verifies = operations === undefined || (Array.isArray(operations) && operations.includes('verify'));
  if (!kty || !isForSignatures || !verifies) return undefined;
  const members = (['kid', 'alg', 'crv', 'n', 'e', 'x', 'y'] as const).flatMap((name) => {
    const text = textOf(fields, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { kty, ...Object.fromEntries(members) };
};

/** Reads a JWKS. @throws TokenRefused keys_unavailable for anything else, and for too many keys. */
export const readKeySet = (document: unknown): PublicJwk[] => {
  const keys = (document as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || keys.length > maxKeys) throw new TokenRefused('keys_unavailable');
  return keys.flatMap((key) => signingKey(key) ?? []);
};

const curves: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

/** Returns whether a key can have made a signature of the algorithm, so that one kind is never accepted for another. */
const fits = ({ kty, alg, crv }: PublicJwk, algorithm: JwtAlgorithm): boolean => {
  if (alg !== undefined && alg !== algorithm && !(alg === 'Ed25519' && algorithm === 'EdDSA')) return false;
  if (algorithm === 'EdDSA') return kty === 'OKP' && crv === 'Ed25519';
  if (algorithm.startsWith('ES')) return kty === 'EC' && crv === curves[algorithm];
  return kty === 'RSA';
};

const bitsOf = (number: string): number => {
  const bytes = Buffer.from(number, 'base64url');
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes[first] ?? 0) + 24;
};

const requireStrength = ({ kty, n = '', e = '' }: PublicJwk): void => {
  if (kty !== 'RSA') return;
  const bits = bitsOf(n);
  const isShort = Buffer.from(e, 'base64url').length <= maxExponentBytes;
  if (bits < minRsaBits || bits > maxRsaBits || !isShort) throw new TokenRefused('key_weak');
};

/**
 * Finds the one key that can have signed a JWT. Two keys with the same id are both refused, because they are
 * ambiguous.
 * @throws TokenRefused key_ambiguous or key_weak.
 */
export const findKey = (keys: readonly PublicJwk[], { keyId, algorithm }: Jwt): PublicJwk | undefined => {
  const named =
    keyId === undefined
      ? keys.filter((key) => fits(key, algorithm))
      : keys.filter(({ kid }) => kid === keyId);
  if (named.length > 1) throw new TokenRefused('key_ambiguous');
  const [key] = named.filter((each) => fits(each, algorithm));
  if (key) requireStrength(key);
  return key;
};
