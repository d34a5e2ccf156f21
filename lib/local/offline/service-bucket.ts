import type { ObjectStore } from '#ports/blobs.ts';
import { dataBucketOf } from '../data-folder-objects.ts';
import { serviceBuild } from '../service-build.ts';

/** Names the bucket that the local service reads advisories from. It builds the service, which only a checkout can. */
export const serviceBucket = async (): Promise<string> => dataBucketOf((await serviceBuild()).plan);

/** Opens the data bucket of a deployment, with the credentials of AWS that the environment has. */
export const deploymentObjects = async (bucket: string): Promise<ObjectStore> => {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { s3ObjectStore } = await import('#adapters/s3/blobs.ts');
  return s3ObjectStore({ client: new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' }), bucket });
};
