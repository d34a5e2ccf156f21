import { S3Client } from '@aws-sdk/client-s3';
import type { S3Place } from '../../adapters/s3/blobs.ts';
import { areas } from '../../contract/needs.ts';
import { env } from '../env.ts';

/** The empty body's checksum must not be signed into a presigned PUT, so checksums only where required. */
export const s3Place = (): S3Place => ({
  client: new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' }),
  bucket: env('DATA_BUCKET'),
  prefixes: areas,
});
