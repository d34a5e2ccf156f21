import { createPublicKey } from 'node:crypto';
import { GetPublicKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { VerificationKey } from '#ports/signer.ts';

/** A public key by its RFC 7638 thumbprint. */
type PublicKey = Pick<VerificationKey, 'keyId' | 'spki'>;

/** Reads public keys from KMS. A key never changes, so that a process reads each of them once. */
export type ReadPublicKey = (keyId: string, signal?: AbortSignal) => Promise<PublicKey>;

const readKey = async (client: KMSClient, keyId: string, signal?: AbortSignal): Promise<PublicKey> => {
  const { PublicKey: spki } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }), {
    ...(signal && { abortSignal: signal }),
  });
  if (!spki) throw new Error('KMS answers without a public key');
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  return { spki, keyId: await calculateJwkThumbprint(key.export({ format: 'jwk' }) as JWK) };
};

export const kmsPublicKeys = (client: KMSClient): ReadPublicKey => {
  const known = new Map<string, PublicKey>();
  return async (keyId, signal) => {
    const remembered = known.get(keyId);
    if (remembered) return remembered;
    const read = await readKey(client, keyId, signal);
    known.set(keyId, read);
    return read;
  };
};
