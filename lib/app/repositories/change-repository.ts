import type { Caller } from '@scangate/domain/identity/roles';
import { Problem } from '@scangate/domain/problem';
import type { Repository } from '@scangate/domain/records';
import * as rules from '@scangate/domain/repositories/change-repository';
import type { Ids } from '#ports/ids.ts';
import type { SourceLocation, Sources } from '#ports/sources.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { VaultSealer } from '#ports/vault.ts';
import { limits, retryOnConflict } from '../retry-on-conflict.ts';
import { loadRepository } from './load-repository.ts';
import { sealCredential } from './seal-credential.ts';
import { requireBranch, verifySource } from './verify-source.ts';

export interface RepositoryChangePorts {
  store: Pick<Store<'repository' | 'repositoryName' | 'auditEvent'>, 'get' | 'commit'>;
  vault: VaultSealer;
  sources: Pick<Sources, 'verify' | 'resolveBranch'>;
  ids: Ids;
}

interface RepositoryChangeRequest {
  caller: Caller;
  repositoryId: string;
  fullName?: string | undefined;
  defaultBranch?: string | undefined;
  /** The new credential; null removes it. */
  credential?: SourceLocation['credential'] | null | undefined;
}

/**
 * Asks the host about what is new. A stored credential is opened by scans only, so that the branch of a private
 * repository is looked up when the request has the credential, too.
 * @returns whether a new default branch was looked up.
 */
const askHost = async (
  stored: Repository,
  { defaultBranch, credential }: RepositoryChangeRequest,
  { sources }: RepositoryChangePorts,
): Promise<boolean> => {
  const source = { url: stored.url, ...(credential && { credential }) };
  if (credential !== undefined) await verifySource(sources, source);
  const isReadable = credential !== undefined || stored.credential === undefined;
  const isNewBranch = defaultBranch !== undefined && defaultBranch !== stored.defaultBranch;
  if (isReadable && isNewBranch) await requireBranch(sources, source, defaultBranch);
  return isReadable || !isNewBranch;
};

/**
 * Changes the name, the default branch or the credential of a connected repository; its id, its units and its scans stay.
 * @throws Problem repository_not_found, repository_unreachable, validation_failed or conflict.
 */
export const changeRepository = async (
  request: RepositoryChangeRequest,
  ports: RepositoryChangePorts,
  now: Date,
): Promise<{ repository: Repository; isBranchVerified: boolean }> => {
  const { caller, repositoryId, fullName, defaultBranch, credential } = request;
  const { store, vault } = ports;
  const place = { organizationId: caller.organizationId, repositoryId: repositoryId.toLowerCase() };
  const first = await loadRepository(place, store);
  if (fullName !== undefined) await requireFreeName(first, fullName, store);
  const isBranchVerified = await askHost(first, request, ports);
  const sealed = credential && (await sealCredential(credential, vault, place));
  const change = { fullName, defaultBranch, credential: credential === null ? null : sealed };
  const changeId = ports.ids.uuid();
  return retryOnConflict(limits.changeRepository, async (tryNumber) => {
    const stored = tryNumber === 1 ? first : await loadRepository(place, store);
    await commitOrThrow(
      store,
      rules.changeRepository(caller, { stored, change, changeId }, now.toISOString()),
    );
    return { repository: rules.changedRepository(stored, change), isBranchVerified };
  });
};

/** Refuses a taken name before the host is asked. The transaction decides again. */
const requireFreeName = async (
  { organizationId, repositoryId }: Repository,
  fullName: string,
  store: RepositoryChangePorts['store'],
): Promise<void> => {
  const id = { organizationId, name: fullName.toLowerCase() };
  const held = await store.get('repositoryName', id, { consistent: true });
  if (held && held.repositoryId !== '' && held.repositoryId !== repositoryId)
    throw new Problem('conflict', { detail: `A repository named ${fullName} is connected already.` });
};
