import { Problem } from '@scangate/domain/problem';
import type { Repository } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';

/** A consistent read, so that a repository that was just connected is found. */
const consistent = { consistent: true } as const;

/** Finds a connected repository by its full name, in any case. @throws Problem repository_not_found. */
export const resolveRepository = async (
  store: Pick<Store<'repository' | 'repositoryName'>, 'get'>,
  { organizationId, fullName }: { organizationId: string; fullName: string },
): Promise<Repository> => {
  const notFound = new Problem('repository_not_found', {
    detail:
      'No connected repository has this full name. Check the exact owner/repo, and that it is connected.',
  });
  const name = fullName.toLowerCase();
  const held = await store.get('repositoryName', { organizationId, name }, consistent);
  if (!held?.repositoryId) throw notFound;
  const { repositoryId } = held;
  const repository = await store.get('repository', { organizationId, repositoryId }, consistent);
  if (!repository || repository.disconnectedAt) throw notFound;
  return repository;
};
