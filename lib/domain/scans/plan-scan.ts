import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import { poolNames } from '../credits/credit-pool.ts';
import { stampUnit } from '../credits/charge-scan.ts';
import type { Change } from '../record-changes.ts';
import { queueShard } from '../due-queue.ts';
import type { Caller } from '../identity/caller.ts';
import { addMs } from '../instant.ts';
import { clientMonthOf } from '../accounts/client-budget.ts';
import { checksByOf } from '../integrations/checks/check-settings.ts';
import type { Problem } from '../problem.ts';
import type { Scan, SourceTrigger } from '../records.ts';
import { describeArtifact } from './uploads/describe-artifact.ts';
import { claimDedup, DuplicateScanConflict, equalScanId } from './dedup.ts';
import { closedGate, passBillingGates, payThroughGates, type GateRecord } from './billing-gates.ts';
import {
  dedupConditionsOf,
  dedupDigestOf,
  gateFactsOf,
  type ResolvedRequest,
  type ScanFacts,
  type ScanRequest,
} from './resolve-request.ts';
import { baseOf, pullRequestOf } from './base/validate-base.ts';
import { recordedScan, type DescribedScan } from './pipeline/pipeline-statement.ts';
import { deadlines } from './scan-deadlines.ts';

type CreationRecord = 'scan' | 'dedup' | GateRecord;

/** The decided content of a new scan. */
export interface NewScan {
  resolved: ResolvedRequest;
  facts: ScanFacts;
  scanId: string;
  /** Whether it is drawn to be counted as active. */
  drawn: Pick<Scan, 'countedFor'>;
}

/** A new scan and the changes that create it. */
interface PlannedScan {
  scan: DescribedScan;
  changes: Change<CreationRecord>[];
  /** The problem with which the transaction would be refused, judging by the loaded records. */
  refusal: Problem | undefined;
}

/** A console session is a person; every other credential is the API. */
export const triggerOfCaller = ({ tokenKind }: Pick<Caller, 'tokenKind'>): SourceTrigger =>
  tokenKind === 'session' ? 'manual' : 'api';

/** An artifact comes from CI. */
const triggerOf = ({ lockfile, sbom }: ScanRequest, caller: Caller): SourceTrigger =>
  lockfile || sbom ? 'cli' : triggerOfCaller(caller);

const limitedTo = (unit: ProjectUnit | undefined): Pick<Scan, 'projectUnitId'> =>
  unit ? { projectUnitId: unit.projectUnitId } : {};

const newScan = ({ resolved, facts, scanId, drawn }: NewScan, now: Date): DescribedScan => {
  const { request, namedUnit, scope, units } = resolved;
  const { caller, organization, repository, billing } = facts;
  const clientMonth = clientMonthOf(caller, now.toISOString());
  const digest = dedupDigestOf(request);
  return {
    organizationId: caller.organizationId,
    scanId,
    repositoryId: repository.repositoryId,
    commitHash: request.commitHash,
    ...(request.branch !== undefined && { branch: request.branch }),
    ...limitedTo(namedUnit),
    ...baseOf(request),
    ...pullRequestOf(request),
    status: 'queued',
    ...scope,
    sourceTrigger: triggerOf(request, caller),
    personId: caller.personId,
    billingAccountId: caller.billingAccountId,
    units: units.map((unit) => stampUnit(unit, billing.pools)),
    unitsVersion: 0,
    chargedPeriods: Object.fromEntries(poolNames.map((pool) => [pool, billing.pools[pool].periodStartAt])),
    ...(clientMonth !== undefined && { clientMonth }),
    policyDigest: organization.policyDigest,
    severityThreshold: organization.severityThreshold,
    ...(digest !== undefined && { dedupDigest: digest }),
    ...describeArtifact(request),
    ...(caller.ci && { ci: caller.ci }),
    ...checksByOf(repository, { ...describeArtifact(request), ...baseOf(request) }),
    createdAt: now.toISOString(),
    ...drawn,
    dueQueue: queueShard('scan', scanId),
    dueAt: addMs(now, deadlines.startMs),
  };
};

/**
 * Plans the scan for a resolved request. It checks the billing gates that no transaction decides; the conditions of
 * its changes decide the others, in the order of the table.
 * @throws Problem of the first closed billing gate, DuplicateScanConflict when an equal scan exists.
 */
export const planScan = (planned: NewScan, now: Date): PlannedScan => {
  const { resolved, facts } = planned;
  const gates = gateFactsOf(resolved, facts, now);
  const at = now.toISOString();
  const claim = { row: facts.dedup, conditions: dedupConditionsOf(resolved, facts) };
  passBillingGates(gates);
  const equal = equalScanId(claim, at);
  if (equal !== undefined) throw new DuplicateScanConflict(equal);
  const scan = newScan(planned, now);
  const paid = { caller: facts.caller, charged: scan, units: scan.units };
  const gateChanges = payThroughGates(claimDedup(scan, claim, at), paid, gates);
  return {
    scan,
    refusal: closedGate(gates),
    changes: [...gateChanges, { change: 'insert', record: 'scan', item: recordedScan(scan) }],
  };
};
