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

/** The memberships of a person. */
export interface PersonMemberships {
  live: Membership[];
  /** The records of those that have ended. */
  ended: Member[];
}

/** Loads the memberships of a person in these organizations. */
const loadIn = async (
  ids: readonly string[],
  personId: string,
  store: Pick<StoreReader<'member' | 'organization'>, 'load'>,
): Promise<PersonMemberships> => {
  const live: Membership[] = [];
  const ended: Member[] = [];
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
      const member = records[index] as Member | undefined;
      const organization = records[index + 1] as Organization | undefined;
      if (member?.removedAt !== undefined) ended.push(member);
      else if (member && organization) live.push({ member, organization });
    }
  }
  return { live, ended };
};

type MembershipReader = Pick<StoreReader<'personOrganization' | 'member' | 'organization'>, 'list' | 'load'>;

/** Whether the person may not leave: an organization keeps an owner. */
export const isLastOwner = ({ member, organization }: Membership): boolean =>
  member.role === 'owner' && organization.owners < 2;

/** Loads all memberships of a person, that of the credential first if there is one; also those that have ended. */
export const loadAllMemberships = async (
  { personId, organizationId }: Pick<Caller, 'personId'> & Partial<Pick<Caller, 'organizationId'>>,
  store: MembershipReader,
): Promise<PersonMemberships> => {
  const ids = organizationId === undefined ? [] : [organizationId];
  const list = { list: 'personOrganizations', owner: { personId }, consistent: true } as const;
  for await (const one of listAll(store, list))
    if (one.organizationId !== organizationId) ids.push(one.organizationId);
  return loadIn(ids, personId, store);
};

/** Loads the memberships of the caller's person that the credential may show, its own first. */
export const loadMemberships = async (caller: Caller, store: MembershipReader): Promise<Membership[]> => {
  const { personId, organizationId } = caller;
  const { live } = spansOrganizations(caller)
    ? await loadAllMemberships(caller, store)
    : await loadIn([organizationId], personId, store);
  return live;
};
