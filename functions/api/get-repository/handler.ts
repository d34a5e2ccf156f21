import { describeRepository, loadRepository } from '#app/repositories/load-repository.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params }, { store }) => {
  const { organizationId } = caller;
  const repository = await loadRepository({ organizationId, repositoryId: params.repositoryId }, store);
  return { status: 200, body: await describeRepository(repository, caller, store) };
});
