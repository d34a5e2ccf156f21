import {
  KMSInvalidSignatureException,
  SignCommand,
  VerifyCommand,
  type KMSClient,
} from '@aws-sdk/client-kms';
import type { LedgerSealStore, LockedBucket } from '#ports/evidence/ledger-seal-store.ts';

const algorithm = { MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' } as const;

/** Signs with a key that never leaves KMS, and stores statements in the locked bucket. */
export const kmsLedgerSealStore = (
  { kms, bucket }: { kms: KMSClient; bucket: LockedBucket },
  keyId: string,
): LedgerSealStore => ({
  ...bucket,
  async sign(bytes) {
    const { Signature } = await kms.send(new SignCommand({ KeyId: keyId, Message: bytes, ...algorithm }));
    return Buffer.from(Signature ?? []).toString('base64');
  },
  async verify(bytes, signature) {
    try {
      const Signature = Buffer.from(signature, 'base64');
      const answer = await kms.send(
        new VerifyCommand({ KeyId: keyId, Message: bytes, Signature, ...algorithm }),
      );
      return answer.SignatureValid === true;
    } catch (error) {
      if (error instanceof KMSInvalidSignatureException) return false;
      throw error;
    }
  },
});
