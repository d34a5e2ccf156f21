import { testTrust } from '#app/identity/ci-trust/test-trust.ts';
import { serve } from '#runtime/serve.ts';
import { wireJwtVerifier } from '#runtime/wire/issuers.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, verifier: wireJwtVerifier },
  async ({ caller, body, now }, ports) => ({
    status: 200,
    body: await testTrust({ caller, tested: body }, ports, now),
  }),
);
