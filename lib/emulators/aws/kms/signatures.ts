import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { requiredText, ServiceError } from '../protocol/aws-json.ts';
import { findKey, type Keys } from './find-key.ts';

type Input = Record<string, unknown>;

const algorithm = 'ECDSA_SHA_256';
const messageLimitBytes = 4096;
const digestBytes = 32;

/** Node signs only what it hashes itself, so a library signs the digest. As in KMS, signatures are not normalized. */
const options = { prehash: false, format: 'der', lowS: false } as const;

const digestOf = (input: Input): Buffer => {
  const message = Buffer.from(requiredText(input, 'Message'), 'base64');
  const isDigest = input['MessageType'] === 'DIGEST';
  const isSupported =
    input['SigningAlgorithm'] === algorithm && (isDigest || (input['MessageType'] ?? 'RAW') === 'RAW');
  const fits = isDigest ? message.length === digestBytes : message.length <= messageLimitBytes;
  if (!isSupported || !fits)
    throw new ServiceError(
      'ValidationException',
      `The local KMS signs messages of up to ${messageLimitBytes} bytes and SHA-256 digests with ${algorithm}.`,
    );
  return isDigest ? message : createHash('sha256').update(message).digest();
};

const secretOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url');

const isValid = (signature: Uint8Array, digest: Uint8Array, key: KeyObject): boolean => {
  try {
    return p256.verify(signature, digest, p256.getPublicKey(secretOf(key)), options);
  } catch {
    return false;
  }
};

/** The operations of signing keys. `keyOf` returns the private key for a key id. */
export const signatureOperations = (keys: Keys, keyOf: (keyId: string) => KeyObject) => {
  const signingKey = (input: Input) => {
    const { keyId, arn, signs } = findKey(keys, requiredText(input, 'KeyId'));
    if (!signs) throw new ServiceError('InvalidKeyUsageException', `${arn} does not sign.`);
    return { arn, key: keyOf(keyId) };
  };
  return {
    Sign: (input: Input) => {
      const { arn, key } = signingKey(input);
      const signature = Buffer.from(p256.sign(digestOf(input), secretOf(key), options));
      return { KeyId: arn, Signature: signature.toString('base64'), SigningAlgorithm: algorithm };
    },
    Verify: (input: Input) => {
      const { arn, key } = signingKey(input);
      const signature = Buffer.from(requiredText(input, 'Signature'), 'base64');
      if (!isValid(signature, digestOf(input), key))
        throw new ServiceError('KMSInvalidSignatureException', '');
      return { KeyId: arn, SignatureValid: true, SigningAlgorithm: algorithm };
    },
    GetPublicKey: (input: Input) => {
      const { arn, key } = signingKey(input);
      const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
      return {
        KeyId: arn,
        PublicKey: publicKey.toString('base64'),
        KeySpec: 'ECC_NIST_P256',
        KeyUsage: 'SIGN_VERIFY',
        SigningAlgorithms: [algorithm],
      };
    },
  };
};
