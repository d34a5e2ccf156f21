import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { Conflict } from '@scangate/domain/conflict';
import { totalCharge } from '@scangate/domain/credits/scan-price';
import { mayBeInconsistent } from '@scangate/domain/credits/leases/inconsistent-read';
import {
  rememberAnswer,
  Replay,
  requireUnanswered,
  type IdempotentRequest,
} from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import { LicenseConflict } from '@scangate/domain/licenses/claim-license';
import { Problem } from '@scangate/domain/problem';
import type { Scan } from '@scangate/domain/records';
import { DuplicateScanConflict, equalScanId } from '@scangate/domain/scans/dedup';
import { drawCount } from '@scangate/domain/scans/fairness/active-scans';
import { refuseScan } from '@scangate/domain/scans/fairness/refused-scan';
import { requireFairShare } from '@scangate/domain/scans/fairness/fair-share';
import { planScan, type NewScan } from '@scangate/domain/scans/plan-scan';
import { laterRefunds } from '@scangate/domain/scans/reuse/later-refunds';
import { dedupConditionsOf, dedupDigestOf, laterCharges } from '@scangate/domain/scans/resolve-request';
import { createdScanView } from '@scangate/domain/scans/scan-views';
import { requireUnused, useUpload } from '@scangate/domain/scans/uploads/use-upload';
import { statementOf } from '@scangate/domain/scans/pipeline/pipeline-statement';
import type { BlobRemover, BlobWriter } from '#ports/blobs.ts';
import type { Ids } from '#ports/ids.ts';
import { errorFields } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { WorkflowStarter } from '#ports/workflow.ts';
import { freeBuffer } from '../free-buffer.ts';
import { renewAccount } from '../billing/change-account.ts';
import { rechargeAndAlert } from '../auto-recharge/recharge-and-alert.ts';
import type { TriggerPorts } from '../auto-recharge/trigger-recharge.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { ScanRef } from './load-scan.ts';
import { loadConcurrentRows, loadScanFacts } from './load-scan-facts.ts';
import { describeScan, type StatementReader } from './pipeline-statements.ts';
import {
  readScanRequest,
  type ReadScanRequest,
  type SentScanRequest,
  type UploadPorts,
} from './read-scan-request.ts';
import { resolveScanRequest } from './resolve-scan-request.ts';
import { storeArtifact, type ArtifactPorts } from './store-artifact.ts';

type StatementStorage = BlobWriter<'pipelines'> & BlobRemover<'pipelines'>;

type CreateScanPorts = TriggerPorts &
  Pick<UploadPorts, 'parseScanRequest'> &
  Pick<ArtifactPorts, 'artifactCheck'> & {
    store: Pick<Store, 'load' | 'get' | 'list' | 'commit'>;
    blobs: UploadPorts['blobs'] & ArtifactPorts['blobs'] & StatementReader & StatementStorage;
    workflow: WorkflowStarter;
    /** The limit of active scans of an organization. */
    activeScanLimit: number;
    ids: Ids;
  };

interface CreateScanRequest extends SentScanRequest {
  caller: Caller;
  idempotency: IdempotentRequest | undefined;
}

/** A scan that a gate refuses, and the facts on which the gate decided. */
type Refused = Pick<NewScan, 'facts'> & { scan: Pick<Scan, 'units'> };

/** A request whose body was read, and the scan to be created. */
type Creation = Omit<CreateScanRequest, 'body' | 'artifact'> &
  ReadScanRequest &
  Pick<NewScan, 'scanId' | 'drawn'> & {
    /** Stores and checks the artifact, once for all tries, when the first one passed its gates. */
    storeArtifact: () => Promise<void>;
    /** Stores the statement of the pipeline and starts the workflow, once for all tries; it never fails. */
    begin: () => Promise<unknown>;
  };

/** Responds with an equal scan, at no cost. Returns undefined when that scan failed or was canceled meanwhile. */
const answerExisting = async (
  { scanId, caller, idempotency, upload }: Pick<Creation, 'caller' | 'idempotency' | 'upload' | 'scanId'>,
  { store, blobs }: CreateScanPorts,
  now: Date,
) => {
  const { organizationId } = caller;
  const scan = await store.get('scan', { organizationId, scanId }, { consistent: true });
  if (!scan || scan.status === 'failed' || scan.status === 'cancelled') return undefined;
  const described = await describeScan(scan, blobs);
  const answer = { status: 200 as const, body: createdScanView(described, { core: 0, sast: 0 }, true) };
  await commitOrThrow(store, [...rememberAnswer(idempotency, answer, now), ...useUpload(upload, scanId)]);
  return answer;
};

/** Makes a function that waits for what may fail without losing the scan, and logs what then follows. */
const tolerateIn =
  ({ scanId }: ScanRef, { log }: CreateScanPorts) =>
  async (act: Promise<void>, message: string): Promise<void> => {
    try {
      await act;
    } catch (error) {
      log.warn(message, { scanId, ...errorFields(error) });
    }
  };

/**
 * Returns whether a refusal is certain by the records that were loaded together: no creation can have emptied the
 * pools meanwhile.
 */
const isCertain = (refusal: Problem, { scan, facts }: Refused, now: Date): boolean =>
  refusal.code === 'insufficient_credits' &&
  !mayBeInconsistent(facts.billing.pools, totalCharge(scan.units), now);

/**
 * Checks again, before a gate refuses, for records that a concurrent request wrote while the facts were read.
 * @returns the conflict because of which to decide again, instead of the refusal.
 * @throws Replay, or Problem idempotency_key_reused
 */
const findConcurrent = async (
  { resolved, facts }: Pick<NewScan, 'resolved' | 'facts'>,
  { idempotency, store }: Pick<Creation, 'idempotency'> & { store: Pick<Store, 'load'> },
  now: Date,
): Promise<Conflict | undefined> => {
  const { caller, repository, licenses } = facts;
  const dedupDigest = dedupDigestOf(resolved.request);
  const asked = { caller, repositoryId: repository.repositoryId, idempotency, dedupDigest };
  const { own, dedup, previousAnswer } = await loadConcurrentRows(asked, store, now);
  const at = now.toISOString();
  requireUnanswered(idempotency, previousAnswer, at);
  const scanId = equalScanId({ row: dedup, conditions: dedupConditionsOf(resolved, facts) }, at);
  if (scanId !== undefined) return new DuplicateScanConflict(scanId);
  return own && !licenses.own ? new LicenseConflict() : undefined;
};

/** The response to a creation: the scan, and what the workflow may charge or refund later. */
const createdAnswer = (
  scan: ReturnType<typeof planScan>['scan'],
  { resolved, facts }: Pick<NewScan, 'resolved' | 'facts'>,
) => {
  const later = laterCharges(resolved, facts);
  const refunds = laterRefunds(resolved, facts);
  return {
    status: 201 as const,
    headers: { Location: `/v1/scans/${scan.scanId}` },
    body: {
      ...createdScanView(scan, totalCharge(scan.units), false),
      ...(later && { laterCharges: later }),
      ...(refunds && { laterRefunds: refunds }),
    },
  };
};

/**
 * Loads, decides, and commits while the statement is stored and the workflow starts, then starts the recharges that
 * follow. The execution of a scan that was refused finds none and ends (docs/adr/0014-scan-workflow.md).
 */
const tryToCreate = async (
  { request, scanId, drawn, storeArtifact: keepArtifact, begin, ...creation }: Creation,
  ports: CreateScanPorts,
  now: Date,
) => {
  const { store, activeScanLimit } = ports;
  const { caller, upload, idempotency } = creation;
  const at = now.toISOString();
  const applyRenewals = (stored: BillingState) =>
    isUpToDate(stored, at) ? stored : renewAccount(caller.billingAccountId, store, at);
  const { repositoryId } = request;
  const dedupDigest = dedupDigestOf(request);
  const rows = { idempotency, dedupDigest, activeScanLimit, withoutLent: true };
  const asked = { caller, repositoryId, applyRenewals, ...rows };
  const { facts, previousAnswer } = await loadScanFacts(asked, store, now);
  const resolved = await resolveScanRequest({ request, facts }, store, now);
  requireUnanswered(idempotency, previousAnswer, at);
  requireUnused(upload);
  requireFairShare(facts, activeScanLimit, now);
  const { scan, changes, refusal } = planScan({ resolved, facts, scanId, drawn }, now);
  if (refusal && isCertain(refusal, { scan, facts }, now)) throw refusal;
  if (refusal) throw (await findConcurrent({ resolved, facts }, { idempotency, store }, now)) ?? refusal;
  await keepArtifact();
  const spent = totalCharge(scan.units);
  const answer = createdAnswer(scan, { resolved, facts });
  const begun = begin();
  try {
    await commitOrThrow(store, [
      ...rememberAnswer(idempotency, answer, now),
      ...useUpload(upload, scanId),
      ...changes,
    ]);
  } finally {
    await begun;
  }
  await rechargeAndAlert({ state: facts.billing, spent, cause: scanId }, ports, at);
  return answer;
};

/** Creates the scan in one try, or responds with the equal one that it meets. */
const createOnce = async (
  creation: Creation,
  { ports, now, tryNumber }: { ports: CreateScanPorts; now: Date; tryNumber: number },
) => {
  try {
    return await tryToCreate(creation, ports, now);
  } catch (error) {
    const existing =
      error instanceof DuplicateScanConflict
        ? await answerExisting({ ...creation, scanId: error.scanId }, ports, now)
        : undefined;
    if (existing) return existing;
    const isLastTry = error instanceof Conflict && tryNumber === limits.createScan.tries;
    throw isLastTry ? new Problem('temporarily_unavailable', { retryAfterSeconds: 1 }) : error;
  }
};

/** Whether an error says that the scan was not recorded. After any other one it may be, and a replay may be its own answer. */
const isRefusal = (error: unknown, scanId: string): boolean =>
  error instanceof Problem || (error instanceof Replay && !JSON.stringify(error.answer).includes(scanId));

/**
 * Creates a scan, or responds with an equal one. After a conflict everything is decided again: the equal scan may
 * have failed by the time it is read, and another scan of the same person may have claimed the license.
 * @throws Problem of the first closed billing gate, Replay for an answered Idempotency-Key.
 */
export const createScan = async (request: CreateScanRequest, ports: CreateScanPorts, now: Date) => {
  const { caller, idempotency } = request;
  const { blobs, workflow } = ports;
  const { organizationId } = caller;
  const read = await readScanRequest(organizationId, request, ports);
  const ref = { organizationId, scanId: ports.ids.scanId(now) };
  const statement = statementOf(caller, read.request, ref.scanId);
  const key = statement && { area: 'pipelines' as const, organizationId, name: statement.digest };
  const tolerate = tolerateIn(ref, ports);
  const artifactKey = { area: 'incoming' as const, organizationId, name: ref.scanId };
  const store = key && (() => blobs.put(key, statement.content));
  let kept: Promise<void> | undefined;
  let begun: Promise<unknown> | undefined;
  const begin = () =>
    Promise.all([
      tolerate(workflow.start(ref), 'the workflow was not started; the sweep will start it'),
      store && tolerate(store().catch(store), 'the pipeline statement is lost'),
    ]);
  /** Ends the execution of a scan that was refused after all, because of a concurrent request, and removes its statement. */
  const discard = async () => {
    if (!begun) return;
    const refuse = commitOrThrow(ports.store, [refuseScan(ref, now)]);
    await Promise.all([
      tolerate(refuse, 'the execution of a refused scan waits for it'),
      key && tolerate(blobs.remove(key), 'a pipeline statement without a scan is left'),
      kept && tolerate(blobs.remove(artifactKey), 'an artifact without a scan is left for a day'),
    ]);
  };
  const creation: Creation = {
    caller,
    idempotency,
    ...read,
    scanId: ref.scanId,
    drawn: drawCount(ports.ids.bytes(2), ports.activeScanLimit),
    storeArtifact: () => (kept ??= storeArtifact(read, ref, ports)),
    begin: () => (begun ??= begin()),
  };
  try {
    const answer = await retryOnConflict(limits.createScan, (tryNumber) =>
      createOnce(creation, { ports, now, tryNumber }),
    );
    if (answer.body.scanId !== ref.scanId) await discard();
    return answer;
  } catch (error) {
    if (isRefusal(error, ref.scanId)) await discard();
    throw error;
  } finally {
    if (read.artifact) freeBuffer(read.artifact);
  }
};
