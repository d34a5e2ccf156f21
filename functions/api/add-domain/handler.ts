import { addDomain } from '#app/identity/sso/domains.ts';
import { domainView } from '@scangate/domain/identity/sso/organization-domains';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, body, now, ids }, { store }) => {
    const { domain, isNew } = await addDomain({ store, ids }, { caller, domain: body.domain }, now);
    return isNew ? { status: 201, body: domainView(domain) } : { status: 200, body: domainView(domain) };
  },
);
