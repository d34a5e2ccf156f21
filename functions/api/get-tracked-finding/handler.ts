import { loadFollowedScan, loadTrackedFinding } from '#app/tracking/tracked-finding.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { findingDetailView } from '@scangate/domain/tracking/finding-view';
import { findingEtag } from '@scangate/domain/tracking/triage';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { organizationId }, params: { fingerprint }, query }, { store }) => {
    const row = await loadTrackedFinding({ organizationId, fingerprint, ...query }, store);
    const followed = await loadFollowedScan(row, store);
    return { status: 200, headers: { ETag: findingEtag(row) }, body: findingDetailView(row, followed) };
  },
);
