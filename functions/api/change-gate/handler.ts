import { changeGate, gateEtag, gateView } from '../../../lib/domain/gate.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { commitOrThrow } from '../../../lib/ports/store.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
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
