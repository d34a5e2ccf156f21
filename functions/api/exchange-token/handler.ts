import { exchangeToken } from '#app/identity/ci-trust/exchange-token.ts';
import { log } from '#runtime/log.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { exchangeRate, wireJwtVerifier } from '#runtime/wire/issuers.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(
  endpoint,
  { store: wireStore, verifier: wireJwtVerifier },
  async ({ body, ids, now }, ports) => {
    const request = { ...body, organizationId: body.organizationId.toLowerCase() };
    const answer = await exchangeToken(request, { ...ports, ids, log, exchangeRate: exchangeRate() }, now);
    return { status: 201, body: answer };
  },
);
