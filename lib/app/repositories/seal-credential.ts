import type { Repository } from '@scangate/domain/records';
import type { OpenedCredential } from '#ports/sources.ts';
import type { VaultSealer } from '#ports/vault.ts';

/** The credential as it is stored. Only the task that fetches sources can decrypt it. */
export const sealCredential = async (
  { username, app, secret }: OpenedCredential,
  vault: VaultSealer,
  { organizationId, repositoryId }: Pick<Repository, 'organizationId' | 'repositoryId'>,
): Promise<NonNullable<Repository['credential']>> => ({
  ...(username !== undefined && { username }),
  ...(app && { app }),
  ciphertext: await vault.seal(secret, { organization: organizationId, repository: repositoryId }),
});
