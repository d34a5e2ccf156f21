import type { InvitationFacts } from '@scangate/domain/identity/invitations/invite';
import { Problem } from '@scangate/domain/problem';
import { listAll, type StoreReader } from '#ports/store.ts';

type Reads = 'organization' | 'member' | 'invitation';

/**
 * Reads the records on which an invitation is decided, the organization first: its count guards the records read
 * after it.
 */
export const loadInvitations = async (
  store: Pick<StoreReader<Reads>, 'get' | 'list'>,
  organizationId: string,
): Promise<InvitationFacts> => {
  const owner = { organizationId };
  const organization = await store.get('organization', owner, { consistent: true });
  if (!organization) throw new Problem('organization_not_found');
  const consistent = true;
  const members = await Array.fromAsync(listAll(store, { list: 'members', owner, consistent }));
  const invitations = await Array.fromAsync(listAll(store, { list: 'invitations', owner, consistent }));
  return { organization, members, invitations };
};
