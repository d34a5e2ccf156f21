import { gateEtag, gateView } from '@scangate/domain/policy/gate-settings';
import { Problem } from '@scangate/domain/problem';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => {
  const { organizationId } = caller;
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Problem('not_found');
  return { status: 200, headers: { ETag: gateEtag(organization) }, body: gateView(organization) };
});
