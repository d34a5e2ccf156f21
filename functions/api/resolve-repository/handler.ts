import { resolveRepository } from '#app/repositories/resolve-repository.ts';
import { repositoryView } from '@scangate/domain/repositories/repository-view';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { organizationId } = caller;
  const repository = await resolveRepository(store, { organizationId, fullName: query.fullName });
  return { status: 200, body: repositoryView(repository) };
});
