import type { Change } from '@scangate/domain/record-changes';
import type { Instant, Repository } from '@scangate/domain/records';
import { emitEvent, type Listening } from '../emit-event.ts';

/** Emits that a repository was connected. */
export const repositoryConnected = (
  organization: Listening,
  connected: Repository,
): Change<'storedEvent'>[] => {
  const {
    repositoryId,
    fullName,
    provider,
    defaultBranch,
    connectedAt: at,
    connectedBy: personId,
  } = connected;
  const repository = { repositoryId, fullName };
  return emitEvent(organization, {
    type: 'repository.connected',
    cause: repositoryId,
    at,
    data: { repository, provider, defaultBranch, personId, link: `/v1/repositories/${repositoryId}` },
    about: { repositoryId },
  });
};

/** Emits that a repository was disconnected. */
export const repositoryDisconnected = (
  organization: Listening,
  { repository: { repositoryId, fullName }, personId }: { repository: Repository; personId: string },
  at: Instant,
): Change<'storedEvent'>[] =>
  emitEvent(organization, {
    type: 'repository.disconnected',
    cause: repositoryId,
    at,
    data: { repository: { repositoryId, fullName }, personId },
    about: { repositoryId },
  });
