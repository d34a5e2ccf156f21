import { connectRepository } from '#app/repositories/connect-repository.ts';
import { readAllowedSources } from '@scangate/domain/repositories/repository-url';
import { env } from '#runtime/env.ts';
import { serve } from '#runtime/serve.ts';
import { wireSourceCheck } from '#runtime/wire/hosts/source-check.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireRepositorySecretEncrypter } from '#runtime/wire/secret-cipher.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    repositorySecrets: wireRepositorySecretEncrypter,
    sourceCheck: wireSourceCheck,
  },
  async ({ caller, body, idempotency, ids, now }, ports) => {
    const allowedSources = readAllowedSources(env('ALLOWED_SOURCES'));
    const request = { caller, ...body, idempotency, allowedSources };
    return { status: 201, body: await connectRepository({ ...ports, ids }, request, now) };
  },
);
