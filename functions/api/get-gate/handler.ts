import { gateEtag, gateView } from '../../../lib/domain/gate.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => {
  const { organizationId } = caller;
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Problem('not_found');
  return { status: 200, headers: { ETag: gateEtag(organization) }, body: gateView(organization) };
});
