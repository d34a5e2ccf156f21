import { changeGate, gateEtag, gateView } from '@scangate/domain/policy/gate-settings';
import { Problem } from '@scangate/domain/problem';
import { commitOrThrow } from '#ports/store.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async (request, { store }) => {
  const { caller, body, headers, now } = request;
  const { organizationId } = caller;
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Problem('not_found');
  const changed = changeGate(organization, caller, body, headers['if-match'], now.toISOString());
  await commitOrThrow(store, changed.changes);
  return {
    status: 200,
    headers: { ETag: gateEtag(changed.organization) },
    body: gateView(changed.organization),
  };
});
