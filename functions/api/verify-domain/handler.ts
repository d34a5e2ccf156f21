import { verifyDomain } from '#app/identity/sso/domains.ts';
import { domainView } from '@scangate/domain/identity/sso/organization-domains';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireTxtRecords } from '#runtime/wire/identity/txt-records.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, txtRecords: wireTxtRecords },
  async ({ caller, params, now }, ports) => {
    const verified = await verifyDomain(ports, { caller, domain: params.domain }, now);
    return { status: 200, body: domainView(verified) };
  },
);
