import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { applyDueChanges } from '@scangate/domain/accounts/time-driven-changes';
import type { Caller } from '@scangate/domain/identity/caller';
import { requireFairShare } from '@scangate/domain/scans/fairness/fair-share';
import * as rules from '@scangate/domain/scans/quote-scan';
import { dedupDigestOf } from '@scangate/domain/scans/resolve-request';
import { requireUnused } from '@scangate/domain/scans/uploads/use-upload';
import type { Store } from '#ports/store.ts';
import { freeBuffer } from '../free-buffer.ts';
import { loadScanFacts } from './load-scan-facts.ts';
import { readScanRequest, type SentScanRequest, type UploadPorts } from './read-scan-request.ts';
import { resolveScanRequest } from './resolve-scan-request.ts';

type QuoteScanPorts = UploadPorts & {
  store: Pick<Store, 'load' | 'get' | 'list'>;
  /** The limit of active scans of an organization. */
  activeScanLimit: number;
};

/**
 * Quotes a scan: does everything that a creation does before it would write.
 * @throws Problem
 */
export const quoteScan = async (
  { caller, body, artifact }: SentScanRequest & { caller: Caller },
  ports: QuoteScanPorts,
  now: Date,
) => {
  const { store, activeScanLimit } = ports;
  const { organizationId } = caller;
  // A quote does not read the artifact.
  if (artifact) freeBuffer(artifact);
  const {
    request: scanRequest,
    upload,
    artifact: uploaded,
  } = await readScanRequest(organizationId, { body }, ports);
  if (uploaded) freeBuffer(uploaded);
  const { repositoryId } = scanRequest;
  const applyRenewals = (stored: BillingState) => applyDueChanges(stored, now.toISOString()).state;
  const dedupDigest = dedupDigestOf(scanRequest);
  const asked = { caller, repositoryId, dedupDigest, applyRenewals, activeScanLimit };
  const { facts } = await loadScanFacts(asked, store, now);
  const resolved = await resolveScanRequest({ request: scanRequest, facts }, store, now);
  requireUnused(upload);
  requireFairShare(facts, activeScanLimit, now);
  return rules.quoteScan({ resolved, facts }, now);
};
