import type { Change, Update } from '@scangate/domain/record-changes';
import { repositoryDisconnected } from '@scangate/domain/events/emit/repository';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import * as rules from '@scangate/domain/repositories/connect-repository';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { subscribeChecks } from './subscribe-checks.ts';

type Records = 'repository' | 'repositoryName' | 'organization' | 'subscriber' | 'auditEvent' | 'storedEvent';

const ofOrganization = (change: Change): change is Update<'organization'> =>
  change.change === 'update' && change.record === 'organization';

/** Joins two lists, each of which may change the organization. A transaction can write a record only once. */
const withOneOrganization = (
  first: readonly Change<Records>[],
  second: readonly Change<Records>[],
): Change<Records>[] => {
  const organization = first.find(ofOrganization);
  if (!organization) return [...first, ...second];
  const joined = second.map((one) => (ofOrganization(one) ? { ...organization, ...one } : one));
  return [...first.filter((one) => one !== organization || !second.some(ofOrganization)), ...joined];
};

/** Disconnects a repository of the caller's organization. @throws Problem repository_not_found. */
export const disconnectRepository = async (
  store: Pick<Store<Records>, 'get' | 'list' | 'commit'>,
  { caller, repositoryId }: { caller: Caller; repositoryId: string },
  now: Date,
): Promise<void> => {
  const { organizationId, personId } = caller;
  const at = now.toISOString();
  await retryOnConflict(limits.changeRepository, async () => {
    const repository = await store.get('repository', { organizationId, repositoryId }, { consistent: true });
    if (!repository || repository.disconnectedAt) throw new Problem('repository_not_found');
    const ended = repository.checks
      ? await subscribeChecks(caller, store, { repositoryId, isOn: false, at })
      : [];
    await commitOrThrow(store, [
      ...withOneOrganization(rules.disconnectRepository(caller, repository, at), ended),
      ...repositoryDisconnected(caller, { repository, personId }, at),
    ]);
  });
};
