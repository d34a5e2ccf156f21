import {
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { LockedBucket } from '#ports/evidence/ledger-seal-store.ts';

const isKept = (error: unknown): boolean => error instanceof Error && error.name === 'PreconditionFailed';

/** Stores objects in a bucket with Object Lock. */
export const lockedBucket = (s3: S3Client, bucket: string): LockedBucket => ({
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
