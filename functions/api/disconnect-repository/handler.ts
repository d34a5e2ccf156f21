import { disconnectRepository } from '#app/repositories/disconnect-repository.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, params, now }, { store }) => {
    await disconnectRepository(store, { caller, repositoryId: params.repositoryId }, now);
    return { status: 204 };
  },
);
