import type { Repository } from '@scangate/domain/records';
import type { OpenedCredential, SourceLocation } from '#ports/sources.ts';
import type { VaultOpener } from '#ports/vault.ts';

type Sealed = Pick<Repository, 'organizationId' | 'repositoryId' | 'credential'>;

/** The credential of a repository, decrypted. Only functions that ask a host call this. */
export const openRepositoryCredential = async (
  { credential, organizationId, repositoryId }: Sealed,
  vault: VaultOpener,
): Promise<OpenedCredential | undefined> => {
  if (!credential) return undefined;
  const { username, app, ciphertext } = credential;
  const secret = await vault.open(ciphertext, { organization: organizationId, repository: repositoryId });
  return { ...(username !== undefined && { username }), ...(app && { app }), secret };
};

/** The location of a repository, with its credential decrypted. Only functions that ask a host call this. */
export const openCredential = async (
  repository: Sealed & Pick<Repository, 'url'>,
  vault: VaultOpener,
): Promise<SourceLocation> => {
  const credential = await openRepositoryCredential(repository, vault);
  return { url: repository.url, ...(credential && { credential }) };
};
