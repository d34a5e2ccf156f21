import type { Change } from '@scangate/domain/record-changes';
import type { Caller } from '@scangate/domain/identity/caller';
import { endChecks, listenForChecks } from '@scangate/domain/integrations/checks/checks-subscriber';
import type { Instant } from '@scangate/domain/records';
import { listAll, type Store } from '#ports/store.ts';
import { loadSubscribers } from '../delivery/load-subscribers.ts';

interface ChecksChange {
  repositoryId: string;
  /** Whether the repository has checks from now on. */
  isOn: boolean;
  at: Instant;
}

/**
 * Subscribes the organization to the ends of scans while a repository has checks, in the transaction that turns them
 * on or off. The organization is read before its subscribers and repositories, so that its version refuses one of
 * two concurrent changes.
 */
export const subscribeChecks = async (
  { organizationId, personId }: Pick<Caller, 'organizationId' | 'personId'>,
  store: Pick<Store<'organization' | 'subscriber' | 'repository'>, 'get' | 'list'>,
  { repositoryId, isOn, at }: ChecksChange,
): Promise<Change<'organization' | 'subscriber'>[]> => {
  const owner = { organizationId };
  const loaded = await loadSubscribers(store, organizationId);
  if (isOn) return listenForChecks(loaded, personId, at);
  let hasOthers = false;
  for await (const one of listAll(store, { list: 'repositories', owner, consistent: true }))
    hasOthers ||= one.repositoryId !== repositoryId && one.checks !== undefined && !one.disconnectedAt;
  return endChecks(loaded, { hasOthers, at });
};
