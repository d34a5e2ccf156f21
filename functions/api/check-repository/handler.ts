import { checkRepository } from '#app/repositories/check-repository.ts';
import { readAllowedSources } from '@scangate/domain/repositories/repository-url';
import { env } from '#runtime/env.ts';
import { serve } from '#runtime/serve.ts';
import { wireSourceCheck } from '#runtime/wire/hosts/source-check.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireRepositorySecretEncrypter } from '#runtime/wire/secret-cipher.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, repositorySecrets: wireRepositorySecretEncrypter, sourceCheck: wireSourceCheck },
  async ({ caller, body, now, ids }, ports) => {
    const request = { caller, ...body, allowedSources: readAllowedSources(env('ALLOWED_SOURCES')) };
    return { status: 200, body: await checkRepository({ ...ports, ids }, request, now) };
  },
);
