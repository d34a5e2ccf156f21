import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BlobPresigner } from '#ports/blobs.ts';
import { objectKeyOf, type S3Location } from './blobs.ts';

const signed = ['host', 'content-length', 'x-amz-checksum-sha256'];

/** Length and checksum are signed, so that only the announced bytes can be put there. */
export const s3BlobPresigner = (place: S3Location): BlobPresigner => ({
  async presignPut(key, content, expiresInSeconds) {
    const checksum = Buffer.from(content.sha256, 'hex').toString('base64');
    const command = new PutObjectCommand({
      Bucket: place.bucket,
      Key: objectKeyOf(place, key),
      ContentLength: content.contentLength,
      ChecksumSHA256: checksum,
    });
    const url = await getSignedUrl(place.client, command, {
      expiresIn: expiresInSeconds,
      signableHeaders: new Set(signed),
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
    });
    return {
      url,
      headers: { 'content-length': String(content.contentLength), 'x-amz-checksum-sha256': checksum },
    };
  },
});
