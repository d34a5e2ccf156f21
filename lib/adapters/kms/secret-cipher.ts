import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import type {
  SsoSecretContext,
  SubscriberSecretContext,
  RepositorySecretContext,
  SecretDecrypter,
  SecretEncrypter,
} from '#ports/secret-cipher.ts';

type Context = RepositorySecretContext | SsoSecretContext | SubscriberSecretContext;

const contextOf = (context: Context): Record<string, string> => ({ ...context });

export const kmsEncrypter = (client: KMSClient, keyId: string): SecretEncrypter<Context> => ({
  async encrypt(plaintext, context) {
    const answer = await client.send(
      new EncryptCommand({
        KeyId: keyId,
        Plaintext: Buffer.from(plaintext),
        EncryptionContext: contextOf(context),
      }),
    );
    return Buffer.from(answer.CiphertextBlob ?? []).toString('base64');
  },
});

export const kmsDecrypter = (client: KMSClient, keyId: string): SecretDecrypter<Context> => ({
  async decrypt(ciphertext, context) {
    const answer = await client.send(
      new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: Buffer.from(ciphertext, 'base64'),
        EncryptionContext: contextOf(context),
      }),
    );
    return Buffer.from(answer.Plaintext ?? []).toString();
  },
});
