import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { ScanType } from '@scangate/engines/model/scan-type';
import type { BillingState } from '../accounts/billing-state.ts';
import { isCharged, totalCharge, unitCharge } from '../credits/scan-price.ts';
import { isClientOrganization, type Caller } from '../identity/caller.ts';
import type { Licenses } from '../licenses/claim-license.ts';
import { hasSastAddon } from '../plans/entitlements.ts';
import { Problem } from '../problem.ts';
import type {
  ActiveScans,
  ClientUsage,
  Dedup,
  Organization,
  Repository,
  Scan,
  ScanUnit,
} from '../records.ts';
import type { ArtifactRequest } from './validate-artifact-request.ts';
import { dedupConditions, dedupDigest, type DedupConditions } from './dedup.ts';
import { baseOf, pullRequestOf, validateBase, type BaseRequest } from './base/validate-base.ts';
import type { BillingGateFacts } from './billing-gates.ts';
import {
  appliesToUnit,
  notApplicable,
  requestedTypes,
  resolveScanScope,
  type ScanScope,
} from './scan-scope.ts';

/** A scan request whose shape and fields are valid. */
export interface ScanRequest extends ArtifactRequest, BaseRequest {
  repositoryId: string;
  commitHash: string;
  branch?: string | undefined;
  scanTypes?: (ScanType | 'all')[] | undefined;
}

/** The stored records by which a scan request is resolved and judged. */
export interface ScanFacts {
  caller: Caller;
  organization: Organization;
  repository: Repository;
  /** The paying account and its pools as of now. */
  billing: BillingState;
  licenses: Licenses;
  /** Whether the repository is one of those that the plan covers. */
  isRepositoryCovered: boolean;
  /** The credits that a client organization has spent this month. */
  clientUsage?: ClientUsage | undefined;
  /** The counts of its active scans. */
  activeScans: readonly ActiveScans[];
  /** The dedup row of the request, whether it is still valid or not. */
  dedup?: Dedup | undefined;
}

/** A request that makes sense: its unit exists, and its scan types apply. */
export interface ResolvedRequest {
  /** The request with its commit hash in lower case. */
  request: ScanRequest;
  /** The one unit to which the scan is limited. */
  namedUnit: ProjectUnit | undefined;
  scope: ScanScope;
  /** Units charged by the creation. */
  units: ScanUnit[];
  /** Further registered units: the workflow charges them if they are in the commit. */
  laterUnits: ScanUnit[];
}

/** Units charged by the creating transaction, which has room for 100 writes (docs/adr/0015-scan-scope-and-units.md). */
const chargedAtCreation = 40;

/** The artifact of a request; undefined for a commit. */
export const artifactOf = ({ lockfile, sbom }: ScanRequest): Scan['artifact'] => {
  if (lockfile) return { kind: 'lockfile', path: lockfile.path };
  return sbom ? { kind: 'sbom' } : undefined;
};

/** Until a scan has read its tree, a repository has only its root, whose type is a guess. */
const areUnitTypesKnown = (repository: Repository): boolean => repository.unitsVersion > 0;

/** The refusal of a project unit that the repository does not have. */
export const unknownUnit = (): Problem =>
  new Problem('project_unit_not_found', { detail: 'This repository has no such project unit.' });

const unitById = (repository: Repository, projectUnitId: string): ProjectUnit => {
  const unit = repository.units.find((candidate) => candidate.projectUnitId === projectUnitId);
  if (!unit) throw unknownUnit();
  return unit;
};

/** @throws Problem scan_type_not_applicable for a type requested by name that fits none of the known units. */
const requireKnownUnit = (
  { fullScope, scanTypes }: ScanScope,
  namedUnit: ProjectUnit | undefined,
  repository: Repository,
): void => {
  if (fullScope || namedUnit || !areUnitTypesKnown(repository)) return;
  const unmet = scanTypes.find((type) => !repository.units.some((unit) => appliesToUnit(type, unit.type)));
  if (unmet)
    throw notApplicable(
      unmet,
      `No known project unit of this repository can be read for ${unmet}. A scan of the full scope looks at the ` +
        'whole commit and registers new units.',
    );
};

/** Makes the queued units of the scan: those to which one of its types applies. */
const chargedUnits = (
  scan: Pick<Scan, 'scanTypes' | 'artifact'>,
  namedUnit: ProjectUnit | undefined,
  repository: Repository,
): ScanUnit[] => {
  const isTypeKnown = areUnitTypesKnown(repository) && scan.artifact === undefined;
  return (namedUnit ? [namedUnit] : repository.units)
    .map(({ projectUnitId, path, type }): ScanUnit => {
      const charge = unitCharge(scan.scanTypes, type, !isTypeKnown);
      return { projectUnitId, path, type, status: 'queued', charge };
    })
    .filter((unit) => isCharged(unit.charge));
};

/**
 * Resolves a request by the stored repository and account: names its unit, its scope and the units to charge.
 * @throws Problem project_unit_not_found, validation_failed or scan_type_not_applicable; all come before idempotency
 * and 402.
 */
export const resolveRequest = (
  request: ScanRequest,
  { repository, billing }: Pick<ScanFacts, 'repository' | 'billing'>,
  now: Date,
): ResolvedRequest => {
  const namedUnit =
    request.projectUnitId === undefined ? undefined : unitById(repository, request.projectUnitId);
  const artifact = artifactOf(request);
  validateBase(request, { repository, isArtifact: artifact !== undefined });
  const scope = resolveScanScope(request.scanTypes, {
    isArtifact: artifact !== undefined,
    hasSastAddon: hasSastAddon(billing.account, now.toISOString()),
    unitType: areUnitTypesKnown(repository) ? namedUnit?.type : undefined,
  });
  if (!artifact) requireKnownUnit(scope, namedUnit, repository);
  const scan = { scanTypes: scope.scanTypes, ...(artifact && { artifact }) };
  const units = chargedUnits(scan, namedUnit, repository);
  return {
    request,
    namedUnit,
    scope,
    units: units.slice(0, chargedAtCreation),
    laterUnits: units.slice(chargedAtCreation),
  };
};

/** Explains why a scan may cost more than was debited at its creation. */
export interface LaterCharges {
  reason: 'first_scan' | 'further_units';
  detail: string;
}

/**
 * Explains that units are charged while the scan runs: the first scan of a repository only knows its root, and a
 * creation charges a bounded number of units. Undefined for one unit or an artifact, whose cost was debited at
 * creation.
 */
export const laterCharges = (
  { request, namedUnit, laterUnits }: ResolvedRequest,
  { repository }: Pick<ScanFacts, 'repository'>,
): LaterCharges | undefined => {
  if (namedUnit || artifactOf(request)) return undefined;
  if (!areUnitTypesKnown(repository))
    return {
      reason: 'first_scan',
      detail: 'This is the first scan of the repository. Each further unit that it finds is charged.',
    };
  if (laterUnits.length === 0) return undefined;
  const detail = `${laterUnits.length} more registered units are charged if the commit has them.`;
  return { reason: 'further_units', detail };
};

/** Returns the dedup digest of a request; undefined for an artifact, which equals nothing. */
export const dedupDigestOf = (request: ScanRequest): string | undefined =>
  artifactOf(request)
    ? undefined
    : dedupDigest({
        commitHash: request.commitHash,
        ...(request.projectUnitId !== undefined && { projectUnitId: request.projectUnitId }),
        types: requestedTypes(request.scanTypes),
        ...baseOf(request),
        ...pullRequestOf(request),
      });

/** Returns the dedup conditions of the scan for a request; undefined for an artifact. */
export const dedupConditionsOf = (
  { request, scope: { scanTypes } }: ResolvedRequest,
  { organization: { policyDigest, waiversMark }, repository }: Pick<ScanFacts, 'organization' | 'repository'>,
): DedupConditions | undefined =>
  artifactOf(request)
    ? undefined
    : dedupConditions({
        ...repository,
        scanTypes,
        policyDigest,
        ...(waiversMark !== undefined && { waiversMark }),
      });

/** Returns the facts that the billing gates check for work of these scan types and this price. */
export const gateFacts = (
  { scanTypes, total }: Pick<Scan, 'scanTypes'> & Pick<BillingGateFacts, 'total'>,
  { caller, billing, licenses, isRepositoryCovered, clientUsage }: ScanFacts,
  now: Date,
): BillingGateFacts => ({
  billing,
  licenses,
  isRepositoryCovered,
  scan: { scanTypes },
  client: isClientOrganization(caller)
    ? { organizationId: caller.organizationId, usage: clientUsage }
    : undefined,
  usesApi: caller.tokenKind !== 'session',
  total,
  now: now.toISOString(),
});

/** Returns the facts that the billing gates check for a resolved request. */
export const gateFactsOf = (
  { scope: { scanTypes }, units }: ResolvedRequest,
  facts: ScanFacts,
  now: Date,
): BillingGateFacts => gateFacts({ scanTypes, total: totalCharge(units) }, facts, now);
