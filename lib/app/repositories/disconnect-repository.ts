import { repositoryDisconnected } from '@scangate/domain/events/emissions/repository';
import type { Caller } from '@scangate/domain/identity/roles';
import { Problem } from '@scangate/domain/problem';
import * as rules from '@scangate/domain/repositories/connect-repository';
import { commitOrThrow, type Store } from '#ports/store.ts';

type Records = 'repository' | 'repositoryName' | 'organization' | 'auditEvent' | 'storedEvent';

/** Disconnects a repository of the caller's organization. @throws Problem repository_not_found. */
export const disconnectRepository = async (
  store: Pick<Store<Records>, 'get' | 'commit'>,
  { caller, repositoryId }: { caller: Caller; repositoryId: string },
  now: Date,
): Promise<void> => {
  const { organizationId, personId } = caller;
  const repository = await store.get('repository', { organizationId, repositoryId }, { consistent: true });
  if (!repository || repository.disconnectedAt) throw new Problem('repository_not_found');
  const at = now.toISOString();
  await commitOrThrow(store, [
    ...rules.disconnectRepository(caller, repository, at),
    ...repositoryDisconnected(caller, { repository, personId }, at),
  ]);
};
