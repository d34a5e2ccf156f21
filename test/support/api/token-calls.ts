import { scopes } from '@scangate/domain/identity/roles';
import { noon, testIds, type TestOrganization } from '../world.ts';
import { call, type ApiResponse, type CallOptions } from './call-endpoint.ts';

/** Calls the endpoints of tokens, as an admin unless another caller is given. Tokens are issued by sessions. */
export const tokenCalls = (organization: () => TestOrganization) => ({
  issue: (body: object, more: CallOptions = {}) =>
    call('issue-token', {
      caller: organization().as('admin', 'session'),
      body: { name: 'ci', ...body },
      ...more,
    }),
  list: (caller = organization().as('admin')) => call('list-tokens', { caller, query: {} }),
  revoke: (tokenId: unknown, caller = organization().as('admin')) =>
    call('revoke-token', { caller, params: { tokenId: String(tokenId) } }),
});

export const tokenNames = ({ body }: Pick<ApiResponse, 'body'>) =>
  (body['items'] as { name: string }[]).map(({ name }) => name).sort();

/** The fields of a stored personal token, without its ids and its person. */
export const storedToken = (name: string) => ({
  tokenHash: testIds.uuid(),
  kind: 'personal' as const,
  name,
  scopes: [...scopes],
  hint: 'sgp_abcd…',
  createdAt: noon.toISOString(),
});
