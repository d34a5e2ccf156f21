import type { Caller } from '@scangate/domain/identity/caller';
import { parseRepositoryUrl, type AllowedSources } from '@scangate/domain/repositories/repository-url';
import type { Ids } from '#ports/ids.ts';
import type { OpenedCredential, SourceCheck } from '#ports/git-sources.ts';
import type { Store } from '#ports/store.ts';
import type { SecretEncrypter } from '#ports/secret-cipher.ts';
import { encryptCredential } from './encrypt-credential.ts';
import { verifyRepositoryAccess } from './verify-repository-access.ts';

export interface TryPorts {
  store: Pick<Store<'rateMinute'>, 'get' | 'commit'>;
  repositorySecrets: SecretEncrypter;
  sourceCheck: Pick<SourceCheck, 'check'>;
  ids: Ids;
}

export interface TryRequest {
  caller: Pick<Caller, 'organizationId'>;
  /** The sources that the deployment permits. */
  allowedSources: AllowedSources;
  url: string;
  credential?: OpenedCredential | undefined;
}

/**
 * Asks the host of a URL whether it is a repository that the credential can read, as connecting does. Neither the
 * URL nor the credential is stored: the credential is sealed for a repository that never exists.
 * @throws Problem repository_url_invalid, repository_unreachable or rate_limited.
 */
export const checkRepository = async (
  { store, repositorySecrets, sourceCheck, ids }: TryPorts,
  { caller: { organizationId }, allowedSources, url: text, credential }: TryRequest,
  now: Date,
): Promise<{ provider: string; defaultBranch: string }> => {
  const { url } = parseRepositoryUrl(text, allowedSources);
  const place = { organizationId, repositoryId: ids.uuid() };
  const sealed = credential && (await encryptCredential(credential, repositorySecrets, place));
  const repository = { ...place, url, ...(sealed && { credential: sealed }) };
  const { provider, defaultBranch } = await verifyRepositoryAccess(
    { store, sourceCheck },
    { repository },
    now,
  );
  return { provider, defaultBranch };
};
