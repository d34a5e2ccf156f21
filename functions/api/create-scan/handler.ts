import { totalCharge } from '../../../lib/domain/billing/charge-scan.ts';
import { idempotencyRef, refuseReplay, rememberAnswer } from '../../../lib/domain/idempotency.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { checkArtifact } from '../../../lib/domain/scans/artifact.ts';
import { AlreadyScanned } from '../../../lib/domain/scans/dedup.ts';
import { planScan, type ScanFacts, type ScanOrder } from '../../../lib/domain/scans/plan-scan.ts';
import { createdView } from '../../../lib/domain/scans/views.ts';
import { commitOrThrow, refusalError } from '../../../lib/ports/store.ts';
import { errorFields, log } from '../../../lib/runtime/log.ts';
import { serve, type PortsFor, type Request } from '../../../lib/runtime/serve.ts';
import { wireArtifactCheck } from '../../../lib/runtime/wire/artifact-check.ts';
import { wireReader, wireWriter } from '../../../lib/runtime/wire/blobs.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireStarter } from '../../../lib/runtime/wire/workflow.ts';
import { endpoint } from './endpoint.ts';
import { foreignUnit } from './foreign-unit.ts';
import { readUpload } from './read-upload.ts';
import { storeArtifact } from './store-artifact.ts';

type CreateRequest = Request<typeof endpoint>;
type Ports = PortsFor<typeof endpoint>;

/** One round trip loads all that the rules ask for, as it is now: a repository may have been connected a moment ago. A repository of another organization is simply not there. */
const loadFacts = async (order: ScanOrder, { caller, idempotency }: CreateRequest, { store }: Ports) => {
  const { organizationId, billingAccountId: accountId } = caller;
  const [organization, repository, core, sast, answered] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'repository', id: { organizationId, repositoryId: order.repositoryId } },
      { record: 'pool', id: { accountId, pool: 'core' } },
      { record: 'pool', id: { accountId, pool: 'sast' } },
      ...(idempotency ? [idempotencyRef(idempotency)] : []),
    ] as const,
    { consistent: true },
  );
  if (!organization || !repository || repository.disconnectedAt) {
    throw new Problem('repository_not_found', { detail: 'No connected repository has this id.' });
  }
  const pools = { ...(core && { core }), ...(sast && { sast }) };
  return { facts: { caller, organization, repository, pools } satisfies ScanFacts, answered };
};

const plan = async (order: ScanOrder, facts: ScanFacts, request: CreateRequest, { store }: Ports) => {
  try {
    return planScan(order, facts, request.ids.scanId(request.now), request.now);
  } catch (error) {
    const foreign =
      error instanceof Problem && error.code === 'project_unit_not_found' && order.projectUnitId;
    throw foreign ? await foreignUnit(facts.caller.organizationId, foreign, store) : error;
  }
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

/** Between the refusal by an equal scan and the look at it, that scan may have failed; then its place is free. */
const attempts = 3;

export const createScan = async (request: CreateRequest, ports: Ports) => {
  const { caller, body, idempotency, now } = request;
  const { organizationId } = caller;
  const order: ScanOrder =
    'uploadId' in body
      ? await readUpload({ organizationId, uploadId: body.uploadId }, ports.store, ports.blobs)
      : body;
  checkArtifact(order);
  const { facts, answered } = await loadFacts(order, request, ports);
  const { scan, changes } = await plan(order, facts, request, ports);
  refuseReplay(idempotency, answered, now.toISOString());
  await storeArtifact(order, scan, ports.blobs, ports.artifactCheck);

  const headers = { Location: `/v1/scans/${scan.scanId}` };
  const answer = { status: 201 as const, headers, body: createdView(scan, totalCharge(scan.units), false) };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const refusal = await ports.store.commit([...rememberAnswer(idempotency, answer, now), ...changes]);
    if (!refusal) {
      await start({ organizationId, scanId: scan.scanId }, ports);
      return answer;
    }
    const error = refusalError(refusal);
    if (!(error instanceof AlreadyScanned)) throw error;
    const existing = await answerExisting(error.scanId, request, ports);
    if (existing) return existing;
  }
  throw new Problem('temporarily_unavailable', { retryAfterSeconds: 1 });
};

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    blobs: () => ({ ...wireReader(), ...wireWriter() }),
    workflow: wireStarter,
    artifactCheck: wireArtifactCheck,
  },
  createScan,
);
