import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BlobLinker, BlobLister } from '#ports/blobs.ts';
import { objectKeyOf, type S3Location } from './blobs.ts';

export const s3BlobLister = (location: S3Location): BlobLister => ({
  async names(area, organizationId, { after, limit }) {
    const prefix = objectKeyOf(location, { area, organizationId, name: '' });
    const page = await location.client.send(
      new ListObjectsV2Command({
        Bucket: location.bucket,
        Prefix: prefix,
        MaxKeys: limit,
        ...(after !== undefined && { StartAfter: prefix + after }),
      }),
    );
    return (page.Contents ?? []).map(({ Key = '', Size = 0 }) => ({
      name: Key.slice(prefix.length),
      bytes: Size,
    }));
  },
});

export const s3BlobLinker = (location: S3Location): BlobLinker => ({
  link: (key, expiresIn) =>
    getSignedUrl(
      location.client,
      new GetObjectCommand({
        Bucket: location.bucket,
        Key: objectKeyOf(location, key),
        ResponseContentDisposition: `attachment; filename="${key.name.split('/').at(-1) ?? 'export'}"`,
      }),
      { expiresIn },
    ),
});
