import { makeBadge } from '#app/repositories/repository-badge.ts';
import { serve } from '#runtime/serve.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, publicAddress: wirePublicAddress },
  async ({ caller, params, now, ids }, ports) => {
    const request = { caller, repositoryId: params.repositoryId.toLowerCase() };
    const { url, isNew } = await makeBadge(request, { ...ports, ids }, now);
    return isNew ? { status: 201, body: { url } } : { status: 200, body: { url } };
  },
);
