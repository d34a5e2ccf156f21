import { isSetUp } from '@scangate/domain/identity/revocation/credentials-of-former-member';
import type { Caller } from '@scangate/domain/identity/caller';
import { isLiveToken } from '@scangate/domain/identity/tokens';
import { listAll, type StoreReader } from '#ports/store.ts';
import { loadMemberships, spansOrganizations } from './load-memberships.ts';

type Reads = 'person' | 'personOrganization' | 'member' | 'organization' | 'token';

/** Returns the caller's person, memberships, and the number of live tokens in this organization. */
export const getMe = async (
  caller: Caller,
  store: Pick<StoreReader<Reads>, 'get' | 'list' | 'load'>,
  now: Date,
) => {
  const { personId, organizationId } = caller;
  const memberships = await loadMemberships(caller, store);
  const here = memberships.find(({ member }) => member.organizationId === organizationId)?.member;
  const person = await store.get('person', { personId });
  let tokens = 0;
  for await (const token of listAll(store, { list: 'tokens', owner: { organizationId } }))
    if (token.personId === personId && isSetUp(token) && isLiveToken(token, here, now.toISOString()))
      tokens++;
  return {
    personId,
    // The person may have another address elsewhere.
    email: (spansOrganizations(caller) && person?.email) || (here?.email ?? ''),
    memberships: memberships.map(({ member: { role, joinedAt }, organization }) => ({
      organizationId: organization.organizationId,
      name: organization.name,
      role,
      joinedAt,
    })),
    tokens,
  };
};
