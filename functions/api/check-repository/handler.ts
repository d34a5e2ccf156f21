import { tryRepository } from '#app/repositories/try-repository.ts';
import { readAllowedSources } from '@scangate/domain/repositories/repository-url';
import { env } from '#runtime/env.ts';
import { serve } from '#runtime/serve.ts';
import { wireSourceCheck } from '#runtime/wire/hosts/source-check.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireVaultSealer } from '#runtime/wire/vault.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, vault: wireVaultSealer, sourceCheck: wireSourceCheck },
  async ({ caller, body, now, ids }, ports) => {
    const request = { caller, ...body, allowedSources: readAllowedSources(env('ALLOWED_SOURCES')) };
    return { status: 200, body: await tryRepository({ ...ports, ids }, request, now) };
  },
);
