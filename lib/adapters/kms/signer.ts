import { createHash } from 'node:crypto';
import { SignCommand, type KMSClient } from '@aws-sdk/client-kms';
import { Transient } from '@scangate/domain/problem';
import type { Signer, VerificationKey, VerificationKeys } from '#ports/signer.ts';
import type { ReadPublicKey } from './public-keys.ts';

/** The longest time that the end of a scan waits for its signature. */
const answerWithinMs = 2_000;

const isTimeOut = (error: unknown): boolean =>
  error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name);

/** Signs SHA-256 digests with a P-256 key that never leaves KMS. */
export const kmsSigner = (client: KMSClient, keyId: string, readPublicKey: ReadPublicKey): Signer => ({
  async sign(bytes) {
    const abortSignal = AbortSignal.timeout(answerWithinMs);
    const command = new SignCommand({
      KeyId: keyId,
      Message: createHash('sha256').update(bytes).digest(),
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    });
    try {
      const [key, { Signature }] = await Promise.all([
        readPublicKey(keyId, abortSignal),
        client.send(command, { abortSignal }),
      ]);
      if (!Signature) throw new Error('KMS answers without a signature');
      return { keyId: key.keyId, signature: Signature };
    } catch (error) {
      if (!isTimeOut(error)) throw error;
      throw new Transient('the signing key did not respond in time', { cause: error });
    }
  },
});

/** A key of the deployment as named in its settings. */
export interface DeployedKey {
  keyId: string;
  state: VerificationKey['state'];
}

/** Returns the public keys of the deployment, the newest first. */
export const kmsVerificationKeys = (
  deployed: readonly DeployedKey[],
  readPublicKey: ReadPublicKey,
): VerificationKeys => ({
  keys: () =>
    Promise.all(deployed.map(async ({ keyId, state }) => ({ ...(await readPublicKey(keyId)), state }))),
});
