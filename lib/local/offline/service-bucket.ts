import { dataBucketOf } from '../data-folder-objects.ts';
import { serviceBuild } from '../service-build.ts';

/** Names the bucket that the local service reads advisories from. It builds the service, which only a checkout can. */
export const serviceBucket = async (): Promise<string> => dataBucketOf((await serviceBuild()).plan);
