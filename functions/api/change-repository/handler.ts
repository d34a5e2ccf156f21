import { changeRepository } from '#app/repositories/change-repository.ts';
import { describeRepository } from '#app/repositories/load-repository.ts';
import { serve } from '#runtime/serve.ts';
import { wireSources } from '#runtime/wire/sources.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireVaultSealer } from '#runtime/wire/vault.ts';
import { endpoint } from './endpoint.ts';

const unverified =
  'The branch was not looked up, because only scans open the stored credential. Send the credential with it to have it checked.';

export const handler = serve(
  endpoint,
  { store: wireStore, vault: wireVaultSealer, sources: wireSources },
  async ({ caller, params, body, now, ids }, ports) => {
    const request = { caller, repositoryId: params.repositoryId, ...body };
    const { repository, isBranchVerified } = await changeRepository(request, { ...ports, ids }, now);
    const view = await describeRepository(repository, caller, ports.store);
    return { status: 200, body: { ...view, ...(!isBranchVerified && { hint: unverified }) } };
  },
);
