import { quoteScan } from '@scangate/domain/scans/quote-scan';
import { applyDueRenewals } from '@scangate/domain/accounts/time-driven-changes';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { dedupDigestOf } from '@scangate/domain/scans/plan-scan';
import { serve, type PortsFor, type Request } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { loadScanFacts } from '#app/scans/load-scan-facts.ts';
import { readScanRequest } from '#app/scans/read-scan-request.ts';
import { resolveScanRequest } from '#app/scans/resolve-scan-request.ts';
import { endpoint } from './endpoint.ts';

/** As creation does it, up to where creation would write. */
const quote = async (
  { caller, body, now }: Request<typeof endpoint>,
  { store, blobs }: PortsFor<typeof endpoint>,
) => {
  const { organizationId } = caller;
  const order = await readScanRequest(organizationId, body, store, blobs);
  const asItIsNow = (stored: BillingState) => applyDueRenewals(stored, now.toISOString()).state;
  const { facts } = await loadScanFacts(order, { caller, now }, store, asItIsNow);
  const resolved = await resolveScanRequest(order, facts, now, store);
  const digest = dedupDigestOf(resolved, facts);
  const { repositoryId } = facts.repository;
  const found =
    digest === undefined
      ? undefined
      : await store.get('dedup', { organizationId, repositoryId, digest }, { consistent: true });
  return { status: 200 as const, body: quoteScan(resolved, facts, found, now) };
};

export const handler = serve(endpoint, { store: wireStore, blobs: wireBlobReader }, quote);
