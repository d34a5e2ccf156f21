import { Upload } from '@aws-sdk/lib-storage';
import type { BlobStreamer } from '#ports/blobs.ts';
import { objectKeyOf, type S3Location } from './blobs.ts';

/** Small enough for a Lambda's memory, large enough that 10,000 parts hold every source we accept. */
const partBytes = 8 * 1024 * 1024;

export const s3BlobStreamer = (place: S3Location): BlobStreamer => ({
  async putStream(key, body, contentType) {
    const params = {
      Bucket: place.bucket,
      Key: objectKeyOf(place, key),
      Body: body,
      ContentType: contentType,
    };
    await new Upload({ client: place.client, params, partSize: partBytes, queueSize: 2 }).done();
  },
});
