import type { Caller } from '@scangate/domain/identity/caller';
import type { Member, Organization } from '@scangate/domain/records';
import { listAll, type StoreReader } from '#ports/store.ts';

export interface Membership {
  member: Member;
  organization: Organization;
}

const batchSize = 50;

/**
 * Returns whether a credential represents the person beyond its organization. A token belongs to one organization,
 * and so does a session of an organization's own issuer, which vouches for nobody elsewhere.
 */
export const spansOrganizations = ({
  tokenKind,
  issuerOf,
}: Pick<Caller, 'tokenKind' | 'issuerOf'>): boolean => tokenKind === 'session' && issuerOf === undefined;

/** Loads the memberships of the caller's person, that of the credential first. */
export const loadMemberships = async (
  caller: Caller,
  store: Pick<StoreReader<'personOrganization' | 'member' | 'organization'>, 'list' | 'load'>,
): Promise<Membership[]> => {
  const { personId, organizationId } = caller;
  const ids = [organizationId];
  if (spansOrganizations(caller)) {
    const list = { list: 'personOrganizations', owner: { personId }, consistent: true } as const;
    for await (const one of listAll(store, list))
      if (one.removedAt === undefined && one.organizationId !== organizationId) ids.push(one.organizationId);
  }
  const memberships: Membership[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const records = await store.load(
      batch.flatMap((id) => [
        { record: 'member' as const, id: { organizationId: id, personId } },
        { record: 'organization' as const, id: { organizationId: id } },
      ]),
      { consistent: true },
    );
    for (let index = 0; index < records.length; index += 2) {
      const [member, organization] = [records[index] as Member, records[index + 1] as Organization];
      if (member?.removedAt === undefined && organization) memberships.push({ member, organization });
    }
  }
  return memberships;
};
