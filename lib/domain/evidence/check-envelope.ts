import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { preAuthenticationEncoding, type DsseEnvelope, type DsseSignature } from './dsse.ts';
import { isObject, parseJson } from './parse-untrusted-json.ts';

/** A trusted key, from the key set of the service. */
export interface TrustedKey {
  keyId: string;
  key: KeyObject;
  isRevoked: boolean;
}

const trustedKey = (value: unknown): TrustedKey | undefined => {
  if (!isObject(value) || value['kty'] !== 'EC' || value['crv'] !== 'P-256') return undefined;
  const { kid, x, y, state, key_ops: operations } = value;
  if (typeof kid !== 'string' || typeof x !== 'string' || typeof y !== 'string') return undefined;
  const mayVerify = operations === undefined || (Array.isArray(operations) && operations.includes('verify'));
  try {
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return { keyId: kid, key, isRevoked: state === 'revoked' || !mayVerify };
  } catch {
    return undefined;
  }
};

/**
 * Reads a JSON Web Key Set.
 * @returns undefined for anything else, or another kind of key.
 */
export const readKeySet = (text: string): TrustedKey[] | undefined => {
  const value = parseJson(text);
  if (!isObject(value) || !Array.isArray(value['keys']) || value['keys'].length === 0) return undefined;
  const keys = value['keys'].map(trustedKey).filter((key) => key !== undefined);
  return keys.length === value['keys'].length ? keys : undefined;
};

/** Reads a signature; one that names no key never verifies. */
const readSignature = (value: unknown): DsseSignature | undefined => {
  if (!isObject(value)) return undefined;
  const { keyid = '', sig } = value;
  return typeof keyid === 'string' && typeof sig === 'string' ? { keyid, sig } : undefined;
};

/**
 * Reads a DSSE envelope, or the one in a Sigstore bundle.
 * @returns undefined for anything else.
 */
export const readEnvelope = (text: string): DsseEnvelope | undefined => {
  const value = parseJson(text);
  const envelope = isObject(value) && isObject(value['dsseEnvelope']) ? value['dsseEnvelope'] : value;
  if (!isObject(envelope)) return undefined;
  const { payload, payloadType, signatures } = envelope;
  if (typeof payload !== 'string' || typeof payloadType !== 'string') return undefined;
  if (!Array.isArray(signatures) || signatures.length === 0) return undefined;
  const read = signatures.map(readSignature).filter((signature) => signature !== undefined);
  return read.length === signatures.length ? { payload, payloadType, signatures: read } : undefined;
};

/** Accepts only the canonical form of base64: bits and characters that decoding ignores were not signed. */
const isStrictBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text;

const isSignedBy = ({ payloadType, payload }: DsseEnvelope, sig: string, key: KeyObject): boolean => {
  const bytes = preAuthenticationEncoding(payloadType, Buffer.from(payload, 'base64'));
  return verify('sha256', bytes, { key, dsaEncoding: 'der' }, Buffer.from(sig, 'base64'));
};

/**
 * Verifies the signature of an envelope by trusted keys. The key that the envelope names only selects among them.
 * @returns the key that signed, or why none of them did.
 */
export const verifyEnvelope = (
  envelope: DsseEnvelope,
  keys: readonly TrustedKey[],
): TrustedKey | { fault: string } => {
  const named = envelope.signatures.map(({ keyid }) => keyid);
  const signatures = envelope.signatures.flatMap(({ keyid, sig }) =>
    keys.filter(({ keyId }) => keyId === keyid).map((key) => ({ key, sig })),
  );
  if (signatures.length === 0) return { fault: `the key ${named.join(', ')} is not in the key set` };
  if (![envelope.payload, ...envelope.signatures.map(({ sig }) => sig)].every(isStrictBase64))
    return { fault: 'the payload or a signature was changed: it is no strict base64' };
  const valid = signatures.filter(({ key, sig }) => isSignedBy(envelope, sig, key.key));
  if (valid.length === 0) return { fault: 'the signature does not fit the content' };
  const accepted = valid.find(({ key }) => !key.isRevoked);
  return accepted?.key ?? { fault: `the key ${valid[0]?.key.keyId} is revoked` };
};
