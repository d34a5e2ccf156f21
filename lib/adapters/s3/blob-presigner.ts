import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BlobPresigner } from '#ports/blobs.ts';
import { objectKeyOf, type S3Location } from './blobs.ts';

const signedHeaders = ['host', 'content-length', 'x-amz-checksum-sha256'];

/** Signs the length and checksum, so that only the announced bytes can be uploaded. */
export const s3BlobPresigner = (location: S3Location): BlobPresigner => ({
  async presignPut(key, content, expiresInSeconds) {
    const checksum = Buffer.from(content.sha256, 'hex').toString('base64');
    const command = new PutObjectCommand({
      Bucket: location.bucket,
      Key: objectKeyOf(location, key),
      ContentLength: content.contentLength,
      ChecksumSHA256: checksum,
    });
    const url = await getSignedUrl(location.client, command, {
      expiresIn: expiresInSeconds,
      signableHeaders: new Set(signedHeaders),
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
    });
    return {
      url,
      headers: { 'content-length': String(content.contentLength), 'x-amz-checksum-sha256': checksum },
    };
  },
});
