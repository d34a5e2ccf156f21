import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { WatchLists } from '#ports/advisory-watch/watch-workflow.ts';

/** Stores lists of the watch as JSON, which a distributed map reads item by item. */
export const s3WatchLists = (
  { client, bucket }: { client: S3Client; bucket: string },
  prefix: string,
): WatchLists => ({
  async put(name, items) {
    const key = `${prefix}${name}.json`;
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: JSON.stringify(items),
        ContentType: 'application/json',
      }),
    );
    return { bucket, key };
  },
});
