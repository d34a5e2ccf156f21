import { Upload } from '@aws-sdk/lib-storage';
import type { BlobStreamer } from '#ports/blobs.ts';
import { objectKeyOf, type S3Location } from './blobs.ts';

/** Fits into a Lambda's memory, and 10,000 parts of this size hold every accepted source. */
const partBytes = 8 * 1024 * 1024;

export const s3BlobStreamer = (location: S3Location): BlobStreamer => ({
  async putStream(key, body, contentType) {
    const params = {
      Bucket: location.bucket,
      Key: objectKeyOf(location, key),
      Body: body,
      ContentType: contentType,
    };
    await new Upload({ client: location.client, params, partSize: partBytes, queueSize: 2 }).done();
  },
});
