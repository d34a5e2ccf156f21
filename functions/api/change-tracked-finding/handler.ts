import { loadFollowedScan, triageFinding } from '#app/tracking/tracked-finding.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { findingDetailView } from '@scangate/domain/tracking/finding-view';
import { findingEtag } from '@scangate/domain/tracking/triage';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, params: { fingerprint }, query, body, headers, now, ids }, { store }) => {
    const { organizationId } = caller;
    const ref = { organizationId, fingerprint, ...query };
    const request = { ...ref, caller, triage: body, ifMatch: headers['if-match'] };
    const row = await triageFinding(request, { store, ids }, now);
    const followed = await loadFollowedScan(row, store);
    return { status: 200, headers: { ETag: findingEtag(row) }, body: findingDetailView(row, followed) };
  },
);
