import type { Role } from '@scangate/domain/identity/roles';
import { type TestOrganization } from '../world.ts';
import { call, world } from './call-endpoint.ts';

/** Calls the endpoints of members, as the owner unless another caller is given. */
export const memberCalls = (organization: () => TestOrganization) => ({
  change: (personId: unknown, role: Role, caller = organization().as('owner')) =>
    call('change-member', { caller, params: { personId: String(personId) }, body: { role } }),
  remove: (personId: unknown, caller = organization().as('owner')) =>
    call('remove-member', { caller, params: { personId: String(personId) } }),
  list: (caller = organization().as('owner')) => call('list-members', { caller, query: {} }),
  countOwners: async () => {
    const { organizationId } = organization();
    return (await world.store.get('organization', { organizationId }))?.owners;
  },
  personOf: (role: Role) => organization().as(role).personId,
});
