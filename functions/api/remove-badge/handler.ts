import { removeBadge } from '#app/repositories/repository-badge.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  await removeBadge({ caller, repositoryId: params.repositoryId.toLowerCase() }, store, now);
  return { status: 204 };
});
