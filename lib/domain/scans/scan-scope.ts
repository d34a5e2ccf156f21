import type { UnitType } from '@scangate/engines/model/project-unit';
import { fieldProblem } from '../invalid-field.ts';
import { readsDependencies, scanTypes, type ScanType } from '@scangate/engines/model/scan-type';
import { Problem } from '../problem.ts';
import type { Scan, ScanUnit, SkippedScanType } from '../records.ts';

export interface ScanScope {
  /** The types that run, in the order of the contract. */
  scanTypes: ScanType[];
  fullScope: boolean;
  skippedScanTypes: SkippedScanType[];
}

export interface ScanScopeFacts {
  isArtifact: boolean;
  /** Whether the organization has an active SAST add-on. */
  hasSastAddon: boolean;
  /** The type of the one unit that the scan is limited to, where it is known. */
  unitType?: UnitType | undefined;
}

/** Returns whether a scan type finds anything to read in a unit of this type. */
export const appliesToUnit = (type: ScanType, unitType: UnitType): boolean =>
  !readsDependencies(type) || unitType !== 'source';

/** Whether a unit of a scan leaves an SBOM when it completes. */
export const producesSbom = (scan: Pick<Scan, 'scanTypes' | 'artifact'>, unit: ScanUnit): boolean =>
  scan.scanTypes.includes('sbom') && (scan.artifact !== undefined || appliesToUnit('sbom', unit.type));

const inapplicableReason = (type: ScanType, { isArtifact, unitType }: ScanScopeFacts): string | undefined => {
  if (isArtifact) return readsDependencies(type) ? undefined : 'not_applicable_to_artifact';
  if (unitType !== undefined && !appliesToUnit(type, unitType)) return 'not_applicable_to_unit';
  return undefined;
};

/** The refusal of a scan type that was requested by name. */
export const notApplicable = (type: ScanType, detail: string): Problem =>
  fieldProblem('scan_type_not_applicable', '/scanTypes', { detail, scanType: type });

const cannotBeUsed = (type: ScanType, reason: string): Problem =>
  notApplicable(type, `The scan type ${type} cannot be used here: ${reason.replaceAll('_', ' ')}.`);

/** The full scope is every type that the organization may use; types that do not apply are skipped with the reason. */
const fullScope = (facts: ScanScopeFacts): ScanScope => {
  const scope: ScanScope = { scanTypes: [], fullScope: true, skippedScanTypes: [] };
  for (const type of scanTypes) {
    const isUnpaid = type === 'sast' && !facts.hasSastAddon;
    const reason = inapplicableReason(type, facts) ?? (isUnpaid ? 'sast_addon_required' : undefined);
    if (reason) scope.skippedScanTypes.push({ scanType: type, reason });
    else scope.scanTypes.push(type);
  }
  return scope;
};

/** Returns the requested types in the order of the contract, `all` for the full scope. */
export const requestedTypes = (requested: readonly (ScanType | 'all')[] | undefined): ScanType[] | 'all' =>
  requested === undefined || requested.includes('all')
    ? 'all'
    : scanTypes.filter((type) => requested.includes(type));

/**
 * Resolves the scope of a scan. Omitted scan types, or `all` among them, mean the full scope. Types requested by
 * name must apply; whether they are paid for is decided by the billing gates
 * (docs/adr/0015-scan-scope-and-units.md).
 * @throws Problem scan_type_not_applicable.
 */
export const resolveScanScope = (
  requested: readonly (ScanType | 'all')[] | undefined,
  facts: ScanScopeFacts,
): ScanScope => {
  const named = requestedTypes(requested);
  if (named === 'all') return fullScope(facts);
  for (const type of named) {
    const reason = inapplicableReason(type, facts);
    if (reason) throw cannotBeUsed(type, reason);
  }
  return { scanTypes: named, fullScope: false, skippedScanTypes: [] };
};
