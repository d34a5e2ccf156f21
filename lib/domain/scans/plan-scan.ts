import { unitCharge, chargeScan, isCharged, totalCharge } from '../credits/charge-scan.ts';
import { hasSastAddon } from '../plans/entitlements.ts';
import { claimLicense, type Licenses } from '../licenses/claim-license.ts';
import type { BillingState } from '../accounts/billing-state.ts';
import type { Change } from '../change.ts';
import { Problem } from '../problem.ts';
import type { Organization, Repository, Scan, ScanUnit, SourceTrigger } from '../records.ts';
import type { Caller } from '../identity/roles.ts';
import type { ArtifactRequest } from './artifact-request.ts';
import { instantAfter } from '../instant.ts';
import { queueShard } from '../due-queue.ts';
import { deadlines } from './scan-deadlines.ts';
import { claimDedup, dedupDigest } from './dedup.ts';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import { passGates, type GateFacts } from './gate-order.ts';
import { poolNames, type ScanType } from '@scangate/engines/model/scan-type';
import { resolveScanScope, type ScanScope } from './scan-scope.ts';

/** A scan request whose shape and fields were checked. */
export interface ScanRequest extends ArtifactRequest {
  repositoryId: string;
  commitHash: string;
  branch?: string | undefined;
  scanTypes?: (ScanType | 'all')[] | undefined;
}

export interface ScanFacts {
  caller: Caller;
  organization: Organization;
  repository: Repository;
  /** Of who pays, as of now (renewal.ts). */
  billing: BillingState;
  licenses: Licenses;
  /** Whether the repository is one of those the plan has room for. */
  isRepositoryCovered: boolean;
}

/** Units charged in the creating transaction; a transaction has room for 100 writes (billing.md, "Choices"). */
const chargedAtCreation = 40;

/** What triggered it: an artifact is CI's, a console session is a person, all else is the API. */
const triggerOf = (order: ScanRequest, caller: Caller): SourceTrigger => {
  if (order.lockfile || order.sbom) return 'cli';
  return caller.tokenKind === 'session' ? 'manual' : 'api';
};

const artifactOf = ({ lockfile, sbom }: ScanRequest): Scan['artifact'] => {
  if (lockfile) return { kind: 'lockfile', path: lockfile.path };
  return sbom ? { kind: 'sbom' } : undefined;
};

/** Before the first look at its tree, a repository's root is there but its type is a guess. */
const isLookedAt = (repository: Repository): boolean => repository.unitsVersion > 0;

const unitNamed = (repository: Repository, projectUnitId: string): ProjectUnit => {
  const unit = repository.units.find((candidate) => candidate.projectUnitId === projectUnitId);
  if (!unit)
    throw new Problem('project_unit_not_found', { detail: 'This repository has no such project unit.' });
  return unit;
};

const queuedUnit = (unit: ProjectUnit, charge: ScanUnit['charge']): ScanUnit => ({
  projectUnitId: unit.projectUnitId,
  path: unit.path,
  type: unit.type,
  status: 'queued',
  charge,
});

/** The units to be charged: those the types fit. */
const unitsOf = (
  scan: Pick<Scan, 'scanTypes' | 'artifact'>,
  named: ProjectUnit | undefined,
  repository: Repository,
): ScanUnit[] =>
  (named ? [named] : repository.units)
    .map((unit) => {
      const typeIsKnown = isLookedAt(repository) && scan.artifact === undefined;
      return queuedUnit(unit, unitCharge(scan.scanTypes, unit.type, !typeIsKnown));
    })
    .filter((unit) => isCharged(unit.charge));

/** What is asked for, once it is known to make sense: the unit is there, the types fit. */
export interface ResolvedRequest {
  request: ScanRequest;
  namedUnit: ProjectUnit | undefined;
  scope: ScanScope;
  /** Charged when it is created. */
  units: ScanUnit[];
  /** Beyond 40: charged by the workflow, if they are in the commit. */
  laterUnits: ScanUnit[];
}

/** @throws Problem project_unit_not_found or scan_type_not_applicable: 404 and 422 come before idempotency and 402. */
export const resolveRequest = (
  order: ScanRequest,
  { repository, billing }: Pick<ScanFacts, 'repository' | 'billing'>,
  now: Date,
): ResolvedRequest => {
  const named = order.projectUnitId === undefined ? undefined : unitNamed(repository, order.projectUnitId);
  const artifact = artifactOf(order);
  const scope = resolveScanScope(order.scanTypes, {
    artifact: artifact !== undefined,
    sastAddon: hasSastAddon(billing.account, now.toISOString()),
    unitType: isLookedAt(repository) ? named?.type : undefined,
  });
  const units = unitsOf({ scanTypes: scope.scanTypes, ...(artifact && { artifact }) }, named, repository);
  return {
    request: order,
    namedUnit: named,
    scope,
    units: units.slice(0, chargedAtCreation),
    laterUnits: units.slice(chargedAtCreation),
  };
};

/** What an equal scan would have been created with; undefined for an artifact, which equals nothing. */
export const dedupDigestOf = (
  { request: order, namedUnit: named, scope }: ResolvedRequest,
  { organization }: Pick<ScanFacts, 'organization'>,
): string | undefined =>
  artifactOf(order)
    ? undefined
    : dedupDigest({
        ...scope,
        commitHash: order.commitHash.toLowerCase(),
        ...(named && { projectUnitId: named.projectUnitId }),
        policy: organization.policy,
      });

/** What the gates are asked with, for this order. */
export const gateFacts = (
  { scope, units }: ResolvedRequest,
  { billing, licenses, isRepositoryCovered }: ScanFacts,
  now: Date,
): GateFacts => ({
  billing,
  licenses,
  isRepositoryCovered,
  scan: scope,
  total: totalCharge(units),
  now: now.toISOString(),
});

/**
 * The scan an order becomes. What it asks itself are hold and SAST add-on; the conditions of its changes are dedup,
 * then licence, then credits.
 * @throws Problem
 */
export const planScan = (
  resolved: ResolvedRequest,
  facts: ScanFacts,
  scanId: string,
  now: Date,
): {
  scan: Scan;
  changes: Change<'scan' | 'dedup' | 'license' | 'licenseMonth' | 'pool' | 'ledgerEntry'>[];
} => {
  const { request: order, namedUnit: named, scope, units } = resolved;
  const { caller, organization, repository, billing, licenses } = facts;
  const asked = gateFacts(resolved, facts, now);
  passGates(asked);
  const artifact = artifactOf(order);
  const digest = dedupDigestOf(resolved, facts);
  const scan: Scan = {
    organizationId: caller.organizationId,
    scanId,
    repositoryId: repository.repositoryId,
    commitHash: order.commitHash.toLowerCase(),
    ...(order.branch !== undefined && { branch: order.branch }),
    ...(named && { projectUnitId: named.projectUnitId }),
    status: 'queued',
    ...scope,
    sourceTrigger: triggerOf(order, caller),
    personId: caller.personId,
    billingAccountId: caller.billingAccountId,
    units,
    unitsVersion: 0,
    chargedPeriods: Object.fromEntries(poolNames.map((pool) => [pool, billing.pools[pool].periodStartAt])),
    policy: organization.policy,
    ...(digest !== undefined && { dedupDigest: digest }),
    ...(artifact && { artifact }),
    createdAt: now.toISOString(),
    dueQueue: queueShard('scan', scanId),
    dueAt: instantAfter(now, deadlines.startMs),
  };
  return {
    scan,
    changes: [
      ...claimDedup(scan, scan.createdAt),
      ...(isCharged(asked.total) ? claimLicense(billing.account, caller, licenses, scan.createdAt) : []),
      ...chargeScan(scan, scan.units, scan.createdAt),
      { change: 'insert', record: 'scan', item: scan },
    ],
  };
};
