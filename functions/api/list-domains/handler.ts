import { listDomains } from '#app/identity/sso/domains.ts';
import { domainView } from '@scangate/domain/identity/sso/organization-domains';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => {
  const domains = await listDomains(store, caller.organizationId);
  return { status: 200, body: { items: domains.map(domainView) } };
});
