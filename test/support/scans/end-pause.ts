import type { Repository } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';

/**
 * Ends a pause of a repository, if it has one. Pauses after failures do not concern money, so the models
 * have none.
 */
export const endPause = async (
  { organizationId, repositoryId }: Pick<Repository, 'organizationId' | 'repositoryId'>,
  store: Store,
): Promise<void> => {
  const id = { organizationId, repositoryId };
  const repository = await store.get('repository', id, { consistent: true });
  if (repository?.pausedUntil === undefined) return;
  await store.commit([{ change: 'update', record: 'repository', id, unset: ['pausedUntil'] }]);
};
