import { totalCharge } from '../../../lib/domain/billing/charge-scan.ts';
import { isUpToDate } from '../../../lib/domain/billing/renewal.ts';
import type { BillingState } from '../../../lib/domain/billing/state.ts';
import { LicensesMoved } from '../../../lib/domain/billing/licenses.ts';
import { refuseReplay, rememberAnswer } from '../../../lib/domain/idempotency.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { AlreadyScanned } from '../../../lib/domain/scans/dedup.ts';
import { planScan, type ScanOrder } from '../../../lib/domain/scans/plan-scan.ts';
import { createdView } from '../../../lib/domain/scans/views.ts';
import { commitOrThrow, refusalError } from '../../../lib/ports/store.ts';
import { errorFields, log } from '../../../lib/runtime/log.ts';
import { serve, type PortsFor, type Request } from '../../../lib/runtime/serve.ts';
import { wireArtifactCheck } from '../../../lib/runtime/wire/artifact-check.ts';
import { wireReader, wireWriter } from '../../../lib/runtime/wire/blobs.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireRecharge, wireStarter } from '../../../lib/runtime/wire/workflow.ts';
import { renewAccount } from '../../billing/change-account.ts';
import { triggerRecharges } from '../../billing/trigger-recharge.ts';
import { endpoint } from './endpoint.ts';
import { loadFacts, type Loaded } from './load-facts.ts';
import { readOrder } from './read-order.ts';
import { resolve } from './resolve.ts';
import { storeArtifact } from './store-artifact.ts';

type CreateRequest = Request<typeof endpoint>;
type Ports = PortsFor<typeof endpoint>;

/** Resolves the order and asks the gates; what an equal key was answered with comes between the two. */
const plan = async (
  order: ScanOrder,
  { facts, answered }: Loaded,
  request: CreateRequest,
  { store }: Ports,
) => {
  const { idempotency, ids, now } = request;
  const resolved = await resolve(order, facts, now, store);
  refuseReplay(idempotency, answered, now.toISOString());
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
  const answer = { status: 200 as const, body: createdView(scan, { core: 0, sast: 0 }, true) };
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

const create = async (order: ScanOrder, request: CreateRequest, ports: Ports) => {
  const { caller, idempotency, now } = request;
  const { organizationId } = caller;
  const at = now.toISOString();
  const upToDate = (stored: BillingState) =>
    isUpToDate(stored, at) ? stored : renewAccount(caller.billingAccountId, ports.store, at);
  const loaded = await loadFacts(order, request, ports.store, upToDate);
  const { scan, changes } = await plan(order, loaded, request, ports);
  await storeArtifact(order, scan, ports.blobs, ports.artifactCheck);
  const headers = { Location: `/v1/scans/${scan.scanId}` };
  const answer = { status: 201 as const, headers, body: createdView(scan, totalCharge(scan.units), false) };
  const refusal = await ports.store.commit([...rememberAnswer(idempotency, answer, now), ...changes]);
  if (!refusal) {
    const { scanId, units } = scan;
    await Promise.all([
      start({ organizationId, scanId }, ports),
      triggerRecharges(loaded.facts.billing, totalCharge(units), scanId, ports.recharge, at),
    ]);
    return answer;
  }
  const error = refusalError(refusal);
  if (error instanceof LicensesMoved) return undefined;
  if (!(error instanceof AlreadyScanned)) throw error;
  return answerExisting(error.scanId, request, ports);
};

export const createScan = async (request: CreateRequest, ports: Ports) => {
  const { caller, body } = request;
  const order = await readOrder(caller.organizationId, body, ports.store, ports.blobs);
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
    blobs: () => ({ ...wireReader(), ...wireWriter() }),
    workflow: wireStarter,
    recharge: wireRecharge,
    artifactCheck: wireArtifactCheck,
  },
  createScan,
);
