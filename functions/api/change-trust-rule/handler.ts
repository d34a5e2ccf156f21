import { changeTrustRule } from '#app/identity/ci-trust/manage-trust-rules.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { allowedIssuers } from '#runtime/wire/issuers.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, params, body, now }, { store }) => {
    const ports = { store, log, allowedIssuers: allowedIssuers() };
    const trustId = params.trustId.toLowerCase();
    return { status: 200, body: await changeTrustRule({ caller, trustId, change: body }, ports, now) };
  },
);
