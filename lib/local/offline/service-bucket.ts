import type { ObjectStore } from '#ports/blobs.ts';
import { dataBucketOf } from '../data-folder-objects.ts';
import { serviceBuild } from '../service-build.ts';

/**
 * Returns the bucket from which the local service reads advisories. It builds the service, which only works in a
 * checkout.
 */
export const serviceBucket = async (): Promise<string> => dataBucketOf((await serviceBuild()).plan);

/** Opens the data bucket of a deployment, with the AWS credentials of the environment. */
export const deploymentObjects = async (bucket: string): Promise<ObjectStore> => {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { s3ObjectStore } = await import('#adapters/s3/blobs.ts');
  return s3ObjectStore({ client: new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' }), bucket });
};
