import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { requiredText, ServiceError } from '../protocol/aws-json.ts';
import { findKey, type Keys } from './find-key.ts';

type Input = Record<string, unknown>;

const algorithm = 'ECDSA_SHA_256';
const messageLimitBytes = 4096;

const messageOf = (input: Input): Buffer => {
  const message = Buffer.from(requiredText(input, 'Message'), 'base64');
  const isSupported = input['SigningAlgorithm'] === algorithm && (input['MessageType'] ?? 'RAW') === 'RAW';
  if (!isSupported || message.length > messageLimitBytes)
    throw new ServiceError('ValidationException', `The local KMS signs raw messages with ${algorithm}.`);
  return message;
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
      const signature = sign('sha256', messageOf(input), key);
      return { KeyId: arn, Signature: signature.toString('base64'), SigningAlgorithm: algorithm };
    },
    Verify: (input: Input) => {
      const { arn, key } = signingKey(input);
      const signature = Buffer.from(requiredText(input, 'Signature'), 'base64');
      if (!verify('sha256', messageOf(input), createPublicKey(key), signature))
        throw new ServiceError('KMSInvalidSignatureException', '');
      return { KeyId: arn, SignatureValid: true, SigningAlgorithm: algorithm };
    },
    GetPublicKey: (input: Input) => {
      const { arn, key } = signingKey(input);
      const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
      return { KeyId: arn, PublicKey: publicKey.toString('base64'), KeyUsage: 'SIGN_VERIFY' };
    },
  };
};
