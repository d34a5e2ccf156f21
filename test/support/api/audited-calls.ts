import type { Caller } from '@scangate/domain/identity/caller';
import type { TestOrganization } from '../world.ts';
import { call, type CallOptions } from './call-endpoint.ts';
import { repositorySecret, repositoryUrl } from './repository-calls.ts';

/** Calls the endpoints whose actions are audited, as an admin unless another caller is given. */
export const auditedCalls = (organization: () => TestOrganization, admin: () => Caller) => ({
  listEvents: async () => {
    const { body } = await call('list-audit-events', { caller: admin(), query: {} });
    return body['items'] as Record<string, unknown>[];
  },
  /** Issues a token by a session, as a token needs a parent that is stored. */
  issue: (more: CallOptions = {}) =>
    call('issue-token', {
      body: { kind: 'service', name: 'ci', expiresInDays: 1 },
      ...more,
      caller: { ...(more.caller ?? admin()), tokenKind: 'session' },
    }),
  revoke: (tokenId: unknown) =>
    call('revoke-token', { caller: admin(), params: { tokenId: String(tokenId) } }),
  inviteMember: (more: CallOptions = {}) =>
    call('create-invitation', {
      caller: admin(),
      body: { email: 'new@example.com', role: 'member' },
      ...more,
    }),
  change: (role: string, person = organization().as('member').personId, caller = admin()) =>
    call('change-member', { caller, params: { personId: person }, body: { role } }),
  remove: (person = organization().as('member').personId, caller = admin()) =>
    call('remove-member', { caller, params: { personId: person } }),
  connect: (more: CallOptions = {}) =>
    call('connect-repository', {
      caller: admin(),
      body: { url: repositoryUrl, credential: { secret: repositorySecret } },
      ...more,
    }),
  disconnect: (repositoryId: unknown) =>
    call('disconnect-repository', { caller: admin(), params: { repositoryId: String(repositoryId) } }),
  changeGate: (body: object, more: CallOptions = {}) =>
    call('change-gate', { caller: admin(), headers: { 'If-Match': '*' }, body, ...more }),
});
