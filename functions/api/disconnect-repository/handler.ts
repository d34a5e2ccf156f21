import { Problem } from '../../../lib/domain/problem.ts';
import { disconnectRepository } from '../../../lib/domain/repositories.ts';
import { commitOrThrow } from '../../../lib/ports/store.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  const id = { organizationId: caller.organizationId, repositoryId: params.repositoryId };
  const repository = await store.get('repository', id, { consistent: true });
  if (!repository || repository.disconnectedAt) throw new Problem('repository_not_found');
  await commitOrThrow(store, disconnectRepository(caller, repository, now.toISOString()));
  return { status: 204 };
});
