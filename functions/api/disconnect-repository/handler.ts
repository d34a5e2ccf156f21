import { Problem } from '@scangate/domain/problem';
import { disconnectRepository } from '@scangate/domain/repositories/repositories';
import { commitOrThrow } from '#ports/store.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  const id = { organizationId: caller.organizationId, repositoryId: params.repositoryId };
  const repository = await store.get('repository', id, { consistent: true });
  if (!repository || repository.disconnectedAt) throw new Problem('repository_not_found');
  await commitOrThrow(store, disconnectRepository(caller, repository, now.toISOString()));
  return { status: 204 };
});
