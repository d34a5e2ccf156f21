import type { Repository } from '@scangate/domain/records';
import type { OpenedCredential, SourceLocation } from '#ports/git-sources.ts';
import type { SecretDecrypter } from '#ports/secret-cipher.ts';

type Sealed = Pick<Repository, 'organizationId' | 'repositoryId' | 'credential'>;

/** Returns the decrypted credential of a repository. Only functions that contact a host call this. */
export const decryptRepositoryCredential = async (
  { credential, organizationId, repositoryId }: Sealed,
  repositorySecrets: SecretDecrypter,
): Promise<OpenedCredential | undefined> => {
  if (!credential) return undefined;
  const { username, app, ciphertext } = credential;
  const secret = await repositorySecrets.decrypt(ciphertext, {
    organization: organizationId,
    repository: repositoryId,
  });
  return { ...(username !== undefined && { username }), ...(app && { app }), secret };
};

/** Returns the location of a repository with its decrypted credential. Only functions that contact a host call this. */
export const decryptCredential = async (
  repository: Sealed & Pick<Repository, 'url'>,
  repositorySecrets: SecretDecrypter,
): Promise<SourceLocation> => {
  const credential = await decryptRepositoryCredential(repository, repositorySecrets);
  return { url: repository.url, ...(credential && { credential }) };
};
