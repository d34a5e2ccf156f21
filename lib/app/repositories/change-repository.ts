import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Repository } from '@scangate/domain/records';
import * as rules from '@scangate/domain/repositories/change-repository';
import type { Ids } from '#ports/ids.ts';
import type { SourceCheck, OpenedCredential } from '#ports/git-sources.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { SecretEncrypter } from '#ports/secret-cipher.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { subscribeChecks } from './subscribe-checks.ts';
import { loadRepository } from './load-repository.ts';
import { encryptCredential } from './encrypt-credential.ts';
import { verifyRepositoryAccess } from './verify-repository-access.ts';

export interface RepositoryChangePorts {
  store: Pick<
    Store<'rateMinute' | 'repository' | 'repositoryName' | 'auditEvent' | 'organization' | 'subscriber'>,
    'get' | 'list' | 'commit'
  >;
  repositorySecrets: SecretEncrypter;
  sourceCheck: SourceCheck;
  ids: Ids;
}

interface RepositoryChangeRequest extends Omit<rules.RepositoryChange, 'credential'> {
  caller: Caller;
  repositoryId: string;
  /** The new credential; null removes it. */
  credential?: OpenedCredential | null | undefined;
}

/** Asks the host about a new credential, and about a new default branch with the credential to be stored. */
const askHost = async (
  stored: Repository,
  { defaultBranch, credential }: Pick<rules.RepositoryChange, 'defaultBranch' | 'credential'>,
  { ports, now }: { ports: RepositoryChangePorts; now: Date },
): Promise<void> => {
  const branch = defaultBranch === stored.defaultBranch ? undefined : defaultBranch;
  if (credential === undefined && branch === undefined) return;
  const { organizationId, repositoryId, url } = stored;
  const sealed = credential === undefined ? stored.credential : credential;
  const repository = { organizationId, repositoryId, url, ...(sealed && { credential: sealed }) };
  await verifyRepositoryAccess(ports, { repository, branch }, now);
};

/**
 * Changes the name, the reviewed branches or the credential of a connected repository; its id, its units and its scans stay.
 * @throws Problem repository_not_found, repository_unreachable, rate_limited, validation_failed or conflict.
 */
export const changeRepository = async (
  request: RepositoryChangeRequest,
  ports: RepositoryChangePorts,
  now: Date,
): Promise<Repository> => {
  const { caller, repositoryId, credential, ...settings } = request;
  const { store, repositorySecrets } = ports;
  const place = { organizationId: caller.organizationId, repositoryId: repositoryId.toLowerCase() };
  const first = await loadRepository(place, store);
  if (settings.fullName !== undefined) await requireFreeName(first, settings.fullName, store);
  const sealed = credential && (await encryptCredential(credential, repositorySecrets, place));
  const change = { ...settings, credential: credential === null ? null : sealed };
  await askHost(first, change, { ports, now });
  const changeId = ports.ids.uuid();
  return retryOnConflict(limits.changeRepository, async (tryNumber) => {
    const stored = tryNumber === 1 ? first : await loadRepository(place, store);
    const at = now.toISOString();
    const changed = rules.changedRepository(stored, change);
    const isOn = changed.checks !== undefined;
    const isFollowed = change.checks !== undefined && (isOn || stored.checks !== undefined);
    await commitOrThrow(store, [
      ...rules.changeRepository(caller, { stored, change, changeId }, at),
      ...(isFollowed
        ? await subscribeChecks(caller, store, { repositoryId: stored.repositoryId, isOn, at })
        : []),
    ]);
    return changed;
  });
};

/** Refuses a taken name before the host is contacted. The transaction decides again. */
const requireFreeName = async (
  { organizationId, repositoryId }: Repository,
  fullName: string,
  store: RepositoryChangePorts['store'],
): Promise<void> => {
  const id = { organizationId, name: fullName.toLowerCase() };
  const held = await store.get('repositoryName', id, { consistent: true });
  if (held && held.repositoryId !== '' && held.repositoryId !== repositoryId)
    throw new Problem('conflict', { detail: `A repository named ${fullName} is already connected.` });
};
