import { createECDH, createHmac, createPublicKey, type JsonWebKey } from 'node:crypto';
import { KMSInvalidSignatureException } from './sdk/sdk.ts';

/** The signature of a key, the same each time. */
export const codeOf = (key: string, bytes: Uint8Array): Buffer =>
  createHmac('sha256', key).update(bytes).digest();

/** Some key, the same each time: its id is stored, and nobody checks by it what the emulator signs. */
const publicKey = ((): Buffer => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.alloc(32, 1));
  const [x, y] = [pair.getPublicKey().subarray(1, 33), pair.getPublicKey().subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey });
  return key.export({ type: 'spki', format: 'der' });
})();

interface KeyInput {
  KeyId: string;
  Message: Uint8Array;
  Signature: Uint8Array;
  Plaintext: Uint8Array;
  CiphertextBlob: Uint8Array;
  EncryptionContext: Record<string, string>;
}

const sealed = ({
  EncryptionContext: context,
  Plaintext: text,
}: Pick<KeyInput, 'EncryptionContext' | 'Plaintext'>) =>
  Buffer.from(JSON.stringify({ context, text: Buffer.from(text).toString('base64') }));

/** Opens what was sealed for the same purpose. */
const opened = ({ CiphertextBlob, EncryptionContext }: KeyInput): object => {
  const { context, text } = JSON.parse(Buffer.from(CiphertextBlob).toString()) as {
    context: object;
    text: string;
  };
  if (JSON.stringify(context) !== JSON.stringify(EncryptionContext))
    throw Object.assign(new Error('another context'), { name: 'InvalidCiphertextException' });
  return { Plaintext: Buffer.from(text, 'base64') };
};

const verified = (input: KeyInput): object => {
  if (!codeOf(input.KeyId, input.Message).equals(Buffer.from(input.Signature)))
    throw new KMSInvalidSignatureException();
  return { SignatureValid: true };
};

/** Keys whose signatures are the same each time, which those of ECDSA are not. */
export const answerKeys: Record<string, (input: KeyInput) => object> = {
  Encrypt: (input) => ({ CiphertextBlob: sealed(input) }),
  Decrypt: opened,
  Sign: ({ KeyId, Message }) => ({ Signature: codeOf(KeyId, Message) }),
  Verify: verified,
  GenerateMac: ({ KeyId, Message }) => ({ Mac: codeOf(KeyId, Message) }),
  GetPublicKey: () => ({ PublicKey: publicKey }),
};
