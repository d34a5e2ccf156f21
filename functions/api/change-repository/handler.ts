import { changeRepository } from '#app/repositories/change-repository.ts';
import { describeRepository } from '#app/repositories/load-repository.ts';
import { serve } from '#runtime/serve.ts';
import { wireSourceCheck } from '#runtime/wire/hosts/source-check.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireRepositorySecretEncrypter } from '#runtime/wire/secret-cipher.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, repositorySecrets: wireRepositorySecretEncrypter, sourceCheck: wireSourceCheck },
  async ({ caller, params, body, now, ids }, ports) => {
    const request = { caller, repositoryId: params.repositoryId, ...body };
    const repository = await changeRepository(request, { ...ports, ids }, now);
    return { status: 200, body: await describeRepository(repository, caller, ports.store) };
  },
);
