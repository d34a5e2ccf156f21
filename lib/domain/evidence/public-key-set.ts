import { createPublicKey } from 'node:crypto';

/** A public key as published. A revoked key has no operations, so that libraries refuse it. */
export interface PublishedKey {
  kty: string;
  crv: string;
  x: string;
  y: string;
  /** The RFC 7638 thumbprint. */
  kid: string;
  alg: 'ES256';
  key_ops: 'verify'[];
  state: 'signing' | 'verifying' | 'revoked';
}

/** A JSON Web Key Set (RFC 7517). */
export interface PublicKeySet {
  keys: PublishedKey[];
}

interface KnownKey {
  keyId: string;
  /** SubjectPublicKeyInfo, DER. */
  spki: Uint8Array;
  state: PublishedKey['state'];
}

const published = ({ keyId, spki, state }: KnownKey): PublishedKey => {
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  const { kty = '', crv = '', x = '', y = '' } = key.export({ format: 'jwk' });
  return { kty, crv, x, y, kid: keyId, alg: 'ES256', key_ops: state === 'revoked' ? [] : ['verify'], state };
};

/** The keys as published. */
export const publicKeySet = (keys: readonly KnownKey[]): PublicKeySet => ({ keys: keys.map(published) });
