import {
  KMSInvalidSignatureException,
  SignCommand,
  VerifyCommand,
  type KMSClient,
} from '@aws-sdk/client-kms';
import {
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';

const algorithm = { MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' } as const;

const isKept = (error: unknown): boolean => error instanceof Error && error.name === 'PreconditionFailed';

/** Signs with a key that never leaves KMS, and stores statements in a bucket with Object Lock. */
export const kmsLedgerSealStore = (
  { kms, s3 }: { kms: KMSClient; s3: S3Client },
  { keyId, bucket }: { keyId: string; bucket: string },
): LedgerSealStore => ({
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
  async keep(name, bytes) {
    const object = { Bucket: bucket, Key: name, Body: bytes, ContentType: 'application/json' };
    try {
      // The lock keeps every version; without the condition a second one would hide the first.
      await s3.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }));
    } catch (error) {
      if (!isKept(error)) throw error;
    }
  },
  async *names(prefix) {
    for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: prefix }))
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
  },
  async read(name) {
    try {
      const object = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
      return await object.Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  },
});
