import { Problem } from '@scangate/domain/problem';
import { repositoryView } from '@scangate/domain/repositories/repositories';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

/** Who connects and then resolves must find it. */
const consistent = { consistent: true } as const;

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { organizationId } = caller;
  const missing = new Problem('repository_not_found', {
    detail:
      'No connected repository has this full name. Check the exact owner/repo, and that it is connected.',
  });
  const name = await store.get(
    'repositoryName',
    { organizationId, name: query.fullName.toLowerCase() },
    consistent,
  );
  if (!name?.repositoryId) throw missing;
  const repository = await store.get(
    'repository',
    { organizationId, repositoryId: name.repositoryId },
    consistent,
  );
  if (!repository || repository.disconnectedAt) throw missing;
  return { status: 200, body: repositoryView(repository) };
});
