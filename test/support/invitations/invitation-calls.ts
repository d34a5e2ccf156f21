import type { Role } from '@scangate/domain/identity/roles';
import type { TestOrganization } from '../world.ts';
import { call, world, type CallOptions } from '../api/call-endpoint.ts';

export const invited = 'new@example.com';

/** Calls the endpoints of invitations, as the owner unless another caller is given. */
export const invitationCalls = (organization: () => TestOrganization) => ({
  invite: (role: Role = 'member', more: CallOptions & { email?: string } = {}) => {
    const { email = invited, ...rest } = more;
    return call('create-invitation', { caller: organization().as('owner'), body: { email, role }, ...rest });
  },
  listInvitations: (caller = organization().as('owner')) => call('list-invitations', { caller, query: {} }),
  withdraw: (invitationId: unknown, caller = organization().as('owner')) =>
    call('withdraw-invitation', { caller, params: { invitationId: String(invitationId) } }),
  storedInvitations: () =>
    world.store
      .all('invitation')
      .filter(({ organizationId }) => organizationId === organization().organizationId),
});
