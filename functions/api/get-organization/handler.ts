import { loadOrganization } from '#app/identity/change-organization.ts';
import { organizationView } from '@scangate/domain/identity/change-organization';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => ({
  status: 200,
  body: organizationView(await loadOrganization(store, caller.organizationId)),
}));
