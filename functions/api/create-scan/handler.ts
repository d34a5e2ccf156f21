import { totalCharge } from '@scangate/domain/credits/charge-scan';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { LicenseConflict } from '@scangate/domain/licenses/claim-license';
import { requireUnanswered, rememberAnswer } from '@scangate/domain/idempotency';
import { Problem } from '@scangate/domain/problem';
import { DuplicateScanConflict } from '@scangate/domain/scans/dedup';
import { planScan, type ScanRequest } from '@scangate/domain/scans/plan-scan';
import { createdScanView } from '@scangate/domain/scans/scan-views';
import { commitOrThrow, failedConditionError } from '#ports/store.ts';
import { errorFields, log } from '#runtime/log.ts';
import { serve, type PortsFor, type Request } from '#runtime/serve.ts';
import { wireArtifactCheck } from '#runtime/wire/artifact-check.ts';
import { wireBlobReader, wireBlobWriter } from '#runtime/wire/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireRechargeStarter, wireWorkflowStarter } from '#runtime/wire/workflow.ts';
import { renewAccount } from '#app/billing/change-account.ts';
import { triggerRecharges } from '#app/billing/trigger-recharge.ts';
import { endpoint } from './endpoint.ts';
import { loadScanFacts, type LoadedScanFacts } from '#app/scans/load-scan-facts.ts';
import { readScanRequest } from '#app/scans/read-scan-request.ts';
import { resolveScanRequest } from '#app/scans/resolve-scan-request.ts';
import { storeArtifact } from '#app/scans/store-artifact.ts';

type CreateRequest = Request<typeof endpoint>;
type Ports = PortsFor<typeof endpoint>;

/** Resolves the order and asks the gates; what an equal key was answered with comes between the two. */
const plan = async (
  order: ScanRequest,
  { facts, previousAnswer: answered }: LoadedScanFacts,
  request: CreateRequest,
  { store }: Ports,
) => {
  const { idempotency, ids, now } = request;
  const resolved = await resolveScanRequest(order, facts, now, store);
  requireUnanswered(idempotency, answered, now.toISOString());
  return planScan(resolved, facts, ids.scanId(now), now);
};

/** The answer when an equal scan exists: that scan, and nothing debited. Undefined when it ended badly meanwhile. */
const answerExisting = async (
  scanId: string,
  { caller, idempotency, now }: CreateRequest,
  { store }: Ports,
) => {
  const scan = await store.get(
    'scan',
    { organizationId: caller.organizationId, scanId },
    { consistent: true },
  );
  if (!scan || scan.status === 'failed' || scan.status === 'cancelled') return undefined;
  const answer = { status: 200 as const, body: createdScanView(scan, { core: 0, sast: 0 }, true) };
  await commitOrThrow(store, rememberAnswer(idempotency, answer, now));
  return answer;
};

/** A scan that cannot be started now is not lost: the sweep starts it. */
const start = async (
  scan: { organizationId: string; scanId: string },
  { workflow }: Ports,
): Promise<void> => {
  try {
    await workflow.start(scan);
  } catch (error) {
    log.warn('the workflow was not started; the sweep will', { scanId: scan.scanId, ...errorFields(error) });
  }
};

/**
 * Between the refusal by an equal scan and the look at it, that scan may have failed; between the look at the
 * licences and the claim, the same person's other scan may have claimed one. Then everything is decided again.
 */
const attempts = 4;

const create = async (order: ScanRequest, request: CreateRequest, ports: Ports) => {
  const { caller, idempotency, now } = request;
  const { organizationId } = caller;
  const at = now.toISOString();
  const upToDate = (stored: BillingState) =>
    isUpToDate(stored, at) ? stored : renewAccount(caller.billingAccountId, ports.store, at);
  const loaded = await loadScanFacts(order, request, ports.store, upToDate);
  const { scan, changes } = await plan(order, loaded, request, ports);
  await storeArtifact(order, scan, ports.blobs, ports.artifactCheck);
  const headers = { Location: `/v1/scans/${scan.scanId}` };
  const answer = {
    status: 201 as const,
    headers,
    body: createdScanView(scan, totalCharge(scan.units), false),
  };
  const refusal = await ports.store.commit([...rememberAnswer(idempotency, answer, now), ...changes]);
  if (!refusal) {
    const { scanId, units } = scan;
    await Promise.all([
      start({ organizationId, scanId }, ports),
      triggerRecharges(loaded.facts.billing, totalCharge(units), scanId, ports.recharge, at),
    ]);
    return answer;
  }
  const error = failedConditionError(refusal);
  if (error instanceof LicenseConflict) return undefined;
  if (!(error instanceof DuplicateScanConflict)) throw error;
  return answerExisting(error.scanId, request, ports);
};

export const createScan = async (request: CreateRequest, ports: Ports) => {
  const { caller, body } = request;
  const order = await readScanRequest(caller.organizationId, body, ports.store, ports.blobs);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await create(order, request, ports);
    if (answer) return answer;
  }
  throw new Problem('temporarily_unavailable', { retryAfterSeconds: 1 });
};

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter() }),
    workflow: wireWorkflowStarter,
    recharge: wireRechargeStarter,
    artifactCheck: wireArtifactCheck,
  },
  createScan,
);
