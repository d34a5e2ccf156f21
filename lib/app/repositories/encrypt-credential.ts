import type { Repository } from '@scangate/domain/records';
import type { OpenedCredential } from '#ports/git-sources.ts';
import type { SecretEncrypter } from '#ports/secret-cipher.ts';

/** Returns the credential in its stored form. Only the task that fetches sources can decrypt it. */
export const encryptCredential = async (
  { username, app, secret }: OpenedCredential,
  repositorySecrets: SecretEncrypter,
  { organizationId, repositoryId }: Pick<Repository, 'organizationId' | 'repositoryId'>,
): Promise<NonNullable<Repository['credential']>> => ({
  ...(username !== undefined && { username }),
  ...(app && { app }),
  ciphertext: await repositorySecrets.encrypt(secret, {
    organization: organizationId,
    repository: repositoryId,
  }),
});
