import type { BodyOfResponse } from '@scangate/client';

/** One repository, as the service answers it. */
export type RepositoryDetail = BodyOfResponse<'get-repository', 200>;
