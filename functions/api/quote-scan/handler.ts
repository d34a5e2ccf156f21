import { quoteScan } from '../../../lib/domain/billing/quote.ts';
import { asOf } from '../../../lib/domain/billing/renewal.ts';
import type { BillingState } from '../../../lib/domain/billing/state.ts';
import { digestOfOrder } from '../../../lib/domain/scans/plan-scan.ts';
import { serve, type PortsFor, type Request } from '../../../lib/runtime/serve.ts';
import { wireReader } from '../../../lib/runtime/wire/blobs.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { loadFacts } from '../create-scan/load-facts.ts';
import { readOrder } from '../create-scan/read-order.ts';
import { resolve } from '../create-scan/resolve.ts';
import { endpoint } from './endpoint.ts';

/** As creation does it, up to where creation would write. */
const quote = async (
  { caller, body, now }: Request<typeof endpoint>,
  { store, blobs }: PortsFor<typeof endpoint>,
) => {
  const { organizationId } = caller;
  const order = await readOrder(organizationId, body, store, blobs);
  const asItIsNow = (stored: BillingState) => asOf(stored, now.toISOString()).state;
  const { facts } = await loadFacts(order, { caller, now }, store, asItIsNow);
  const resolved = await resolve(order, facts, now, store);
  const digest = digestOfOrder(resolved, facts);
  const { repositoryId } = facts.repository;
  const found =
    digest === undefined
      ? undefined
      : await store.get('dedup', { organizationId, repositoryId, digest }, { consistent: true });
  return { status: 200 as const, body: quoteScan(resolved, facts, found, now) };
};

export const handler = serve(endpoint, { store: wireStore, blobs: wireReader }, quote);
