import { S3Client } from '@aws-sdk/client-s3';
import { lockedBucket } from '#adapters/s3/locked-bucket.ts';
import { env } from '#runtime/env.ts';

/** A locked bucket accepts only objects with a checksum, which the client adds by default. */
export const wireLockedBucket = () => lockedBucket(new S3Client(), env('LEDGER_SEALS_BUCKET'));
