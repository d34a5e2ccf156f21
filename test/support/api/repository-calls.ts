import { type TestOrganization } from '../world.ts';
import { call, type CallOptions } from './call-endpoint.ts';

export const repositoryUrl = 'https://git.example.com/Acme/Shop.git';
export const repositorySecret = 'the-secret-of-the-repository';

/** Calls the endpoints of repositories, as an admin unless another caller is given. */
export const repositoryCalls = (organization: () => TestOrganization) => ({
  connect: (body: object = { url: repositoryUrl }, more: CallOptions = {}) =>
    call('connect-repository', { caller: organization().as('admin'), body, ...more }),
  change: (repositoryId: unknown, body: object, caller = organization().as('admin')) =>
    call('change-repository', { caller, params: { repositoryId: String(repositoryId) }, body }),
  get: (repositoryId: unknown, caller = organization().as('member')) =>
    call('get-repository', { caller, params: { repositoryId: String(repositoryId) } }),
  disconnect: (repositoryId: unknown, caller = organization().as('admin')) =>
    call('disconnect-repository', { caller, params: { repositoryId: String(repositoryId) } }),
  list: (query: Record<string, string> = {}, caller = organization().as('member')) =>
    call('list-repositories', { caller, query }),
});
