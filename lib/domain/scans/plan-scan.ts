import { chargeOf, chargeScan, isCharged } from '../billing/charge-scan.ts';
import type { Pools } from '../billing/refund-scan.ts';
import type { Change } from '../change.ts';
import { Problem } from '../problem.ts';
import type { Organization, Repository, Scan, ScanUnit, SourceTrigger } from '../records.ts';
import type { Caller } from '../roles.ts';
import type { ArtifactRequest } from './artifact.ts';
import { after } from '../instant.ts';
import { deadlines, shardOf } from './deadlines.ts';
import { claimDedup, dedupDigest } from './dedup.ts';
import type { ProjectUnit } from './project-unit.ts';
import { poolNames, type ScanType } from './scan-type.ts';
import { resolveScope } from './scope.ts';

/** A scan request whose shape and fields were checked. */
export interface ScanOrder extends ArtifactRequest {
  repositoryId: string;
  commitHash: string;
  branch?: string | undefined;
  scanTypes?: (ScanType | 'all')[] | undefined;
}

export interface ScanFacts {
  caller: Caller;
  organization: Organization;
  repository: Repository;
  pools: Pools;
}

/** Units charged in the creating transaction; a transaction has room for 100 writes (billing.md, "Choices"). */
export const chargedAtCreation = 40;

/** What triggered it: an artifact is CI's, a console session is a person, all else is the API. */
const triggerOf = (order: ScanOrder, caller: Caller): SourceTrigger => {
  if (order.lockfile || order.sbom) return 'cli';
  return caller.tokenKind === 'session' ? 'manual' : 'api';
};

const artifactOf = ({ lockfile, sbom }: ScanOrder): Scan['artifact'] => {
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

/** The units that are charged now: those the types fit, at most 40; the workflow charges the rest it finds. */
const unitsOf = (
  scan: Pick<Scan, 'scanTypes' | 'artifact'>,
  named: ProjectUnit | undefined,
  repository: Repository,
): ScanUnit[] =>
  (named ? [named] : repository.units)
    .map((unit) => {
      const typeIsKnown = isLookedAt(repository) && scan.artifact === undefined;
      return queuedUnit(unit, chargeOf(scan.scanTypes, unit.type, !typeIsKnown));
    })
    .filter((unit) => isCharged(unit.charge))
    .slice(0, chargedAtCreation);

/**
 * The scan an order becomes. The caller has checked shape and fields and loaded the records; what follows is
 * 404 of the unit, 422 of the scope, and the changes whose conditions are dedup, then credits.
 */
export const planScan = (
  order: ScanOrder,
  { caller, organization, repository, pools }: ScanFacts,
  scanId: string,
  now: Date,
): { scan: Scan; changes: Change<'scan' | 'dedup' | 'pool' | 'ledgerEntry'>[] } => {
  const named = order.projectUnitId === undefined ? undefined : unitNamed(repository, order.projectUnitId);
  const artifact = artifactOf(order);
  const scope = resolveScope(order.scanTypes, {
    artifact: artifact !== undefined,
    sastAddon: organization.sastAddon !== undefined,
    unitType: isLookedAt(repository) ? named?.type : undefined,
  });
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
    units: unitsOf({ scanTypes: scope.scanTypes, ...(artifact && { artifact }) }, named, repository),
    unitsVersion: 0,
    chargedPeriods: Object.fromEntries(poolNames.map((pool) => [pool, pools[pool]?.periodStartAt])),
    policy: organization.policy,
    ...(artifact && { artifact }),
    createdAt: now.toISOString(),
    open: shardOf(scanId),
    dueAt: after(now, deadlines.startMs),
  };
  if (!artifact) scan.dedupDigest = dedupDigest(scan);
  return {
    scan,
    changes: [
      ...claimDedup(scan, scan.createdAt),
      ...chargeScan(scan, scan.units, scan.createdAt),
      { change: 'insert', record: 'scan', item: scan },
    ],
  };
};
