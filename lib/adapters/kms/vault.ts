import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import type {
  SsoSecretContext,
  SubscriberSecretContext,
  VaultContext,
  VaultOpener,
  VaultSealer,
} from '#ports/vault.ts';

type Context = VaultContext | SsoSecretContext | SubscriberSecretContext;

const contextOf = (context: Context): Record<string, string> => ({ ...context });

export const kmsSealer = (client: KMSClient, keyId: string): VaultSealer<Context> => ({
  async seal(plaintext, context) {
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

export const kmsOpener = (client: KMSClient, keyId: string): VaultOpener<Context> => ({
  async open(ciphertext, context) {
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
