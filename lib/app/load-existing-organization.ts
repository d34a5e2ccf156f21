import type { Organization } from '@scangate/domain/records';
import type { StoreReader } from '#ports/store.ts';

/** Loads an organization that cannot be missing, such as that of a caller. @throws Error for a bug. */
export const loadExistingOrganization = async (
  store: Pick<StoreReader<'organization'>, 'get'>,
  organizationId: string,
): Promise<Organization> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Error('the organization is missing');
  return organization;
};
