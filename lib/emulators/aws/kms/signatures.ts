import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { requiredText, ServiceError } from '../protocol/aws-json.ts';
import { findKey, type Keys } from './find-key.ts';
import { signDigest } from './sign-digest.ts';

type Input = Record<string, unknown>;

const algorithm = 'ECDSA_SHA_256';
const messageLimitBytes = 4096;
const digestBytes = 32;

const messageOf = (input: Input): Buffer => {
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
  return message;
};

/** Only a signature over a digest is made by hand; the local KMS verifies raw messages. */
const requireRaw = (input: Input): void => {
  if (input['MessageType'] === 'DIGEST')
    throw new ServiceError('ValidationException', 'The local KMS verifies raw messages.');
};

/** The operations of keys that sign. `keyOf` returns the private key of a key's id. */
export const signatureOperations = (keys: Keys, keyOf: (keyId: string) => KeyObject) => {
  const signingKey = (input: Input) => {
    const { keyId, arn, signs } = findKey(keys, requiredText(input, 'KeyId'));
    if (!signs) throw new ServiceError('InvalidKeyUsageException', `${arn} does not sign.`);
    return { arn, key: keyOf(keyId) };
  };
  return {
    Sign: (input: Input) => {
      const { arn, key } = signingKey(input);
      const message = messageOf(input);
      const signature =
        input['MessageType'] === 'DIGEST' ? signDigest(message, key) : sign('sha256', message, key);
      return { KeyId: arn, Signature: signature.toString('base64'), SigningAlgorithm: algorithm };
    },
    Verify: (input: Input) => {
      requireRaw(input);
      const { arn, key } = signingKey(input);
      const signature = Buffer.from(requiredText(input, 'Signature'), 'base64');
      if (!verify('sha256', messageOf(input), createPublicKey(key), signature))
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
