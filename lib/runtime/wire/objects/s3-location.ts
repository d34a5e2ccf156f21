import { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from '#adapters/s3/blobs.ts';
import { areaPrefixes } from '#contract/blob-areas.ts';
import { env } from '#runtime/env.ts';

/**
 * Checksums are sent only where required; otherwise the checksum of an empty body would be signed into a presigned
 * PUT.
 */
export const s3Location = (): S3Location => ({
  client: new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' }),
  bucket: env('DATA_BUCKET'),
  prefixes: areaPrefixes,
});
