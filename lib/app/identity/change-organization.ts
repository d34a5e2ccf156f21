import { actorOf } from '@scangate/domain/audit/audit-event';
import { renameOrganization } from '@scangate/domain/identity/change-organization';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Organization } from '@scangate/domain/records';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';

/** @throws Problem organization_not_found */
export const loadOrganization = async (
  store: Pick<StoreReader<'organization'>, 'get'>,
  organizationId: string,
): Promise<Organization> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Problem('organization_not_found');
  return organization;
};

/** Renames the caller's organization. @throws Problem conflict when it was renamed meanwhile. */
export const changeOrganization = async (
  store: Pick<Store<'organization' | 'auditEvent'>, 'get' | 'commit'>,
  { caller, name }: { caller: Caller; name: string },
  now: Date,
): Promise<Organization> => {
  const organization = await loadOrganization(store, caller.organizationId);
  const changes = renameOrganization(organization, { actor: actorOf(caller), name, now: now.toISOString() });
  if (changes.length > 0) await commitOrThrow(store, changes);
  return { ...organization, name };
};
