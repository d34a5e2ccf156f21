import type { Repository } from '@scangate/domain/records';
import type { SourceLocation } from '#ports/sources.ts';
import type { VaultOpener } from '#ports/vault.ts';

/** The location of a repository, with its credential decrypted. Only functions that ask a host call this. */
export const openCredential = async (
  {
    url,
    credential,
    organizationId,
    repositoryId,
  }: Pick<Repository, 'organizationId' | 'repositoryId' | 'url' | 'credential'>,
  vault: VaultOpener,
): Promise<SourceLocation> => {
  if (!credential) return { url };
  const { username, ciphertext } = credential;
  const secret = await vault.open(ciphertext, { organization: organizationId, repository: repositoryId });
  return { url, credential: { ...(username !== undefined && { username }), secret } };
};
