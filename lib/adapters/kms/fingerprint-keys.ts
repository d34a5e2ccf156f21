import { GenerateMacCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { FingerprintKeys } from '#ports/scans/fingerprint-keys.ts';

/** Bounds the number of keys that a process caches. */
const maxRemembered = 1_000;

/** Derives the key of each organization from one that never leaves KMS. */
export const kmsFingerprintKeys = (client: KMSClient, keyId: string): FingerprintKeys => {
  const known = new Map<string, string>();
  return {
    async keyOf(organizationId) {
      const remembered = known.get(organizationId);
      if (remembered !== undefined) return remembered;
      const message = Buffer.from(`fingerprints of ${organizationId}`);
      const answer = await client.send(
        new GenerateMacCommand({ KeyId: keyId, Message: message, MacAlgorithm: 'HMAC_SHA_256' }),
      );
      if (!answer.Mac) throw new Error('KMS answers without a code');
      const key = Buffer.from(answer.Mac).toString('base64');
      if (known.size >= maxRemembered) known.clear();
      known.set(organizationId, key);
      return key;
    },
  };
};
