import type { Repository } from '@scangate/domain/records';
import type { SourceLocation } from '#ports/sources.ts';
import type { VaultSealer } from '#ports/vault.ts';

/** The credential as it is stored. Only the task that fetches sources can decrypt it. */
export const sealCredential = async (
  { username, secret }: NonNullable<SourceLocation['credential']>,
  vault: VaultSealer,
  { organizationId, repositoryId }: Pick<Repository, 'organizationId' | 'repositoryId'>,
): Promise<NonNullable<Repository['credential']>> => ({
  ...(username !== undefined && { username }),
  ciphertext: await vault.seal(secret, { organization: organizationId, repository: repositoryId }),
});
