import { Problem } from '../problem.ts';
import type { SkippedScanType } from '../records.ts';
import { readsDependencies, scanTypes, type ScanType } from '@scangate/engines/model/scan-type';

export interface ScanScope {
  /** What runs, in the order of the contract. */
  scanTypes: ScanType[];
  fullScope: boolean;
  skippedScanTypes: SkippedScanType[];
}

export interface ScanScopeFacts {
  artifact: boolean;
  /** The organization has an active SAST add-on. */
  sastAddon: boolean;
  /** The type of the one unit the scan is limited to, where it is known. */
  unitType?: string | undefined;
}

/** Whether a type finds anything to read in a unit of this type. */
export const appliesToUnit = (type: ScanType, unitType: string): boolean =>
  !readsDependencies(type) || unitType !== 'source';

const unfit = (type: ScanType, facts: ScanScopeFacts): string | undefined => {
  if (facts.artifact) return readsDependencies(type) ? undefined : 'not_applicable_to_artifact';
  if (facts.unitType !== undefined && !appliesToUnit(type, facts.unitType)) return 'not_applicable_to_unit';
  return undefined;
};

const refuse = (type: ScanType, reason: string): Problem => {
  const detail = `The scan type ${type} cannot be used here: ${reason.replaceAll('_', ' ')}.`;
  return new Problem('scan_type_not_applicable', {
    detail,
    scanType: type,
    errors: [{ pointer: '/scanTypes', code: 'scan_type_not_applicable', detail }],
  });
};

/**
 * What a scan looks for. The full scope (omitted, or containing `all`) is every type the organization may use: what
 * does not fit is skipped and listed. By name, what does not fit is refused; what is not paid for is the gates'
 * business (api.md, "Scans").
 * @throws Problem scan_type_not_applicable.
 */
export const resolveScanScope = (
  asked: readonly (ScanType | 'all')[] | undefined,
  facts: ScanScopeFacts,
): ScanScope => {
  const fullScope = asked === undefined || asked.includes('all');
  const wanted = scanTypes.filter((type) => fullScope || asked.includes(type));
  const scope: ScanScope = { scanTypes: [], fullScope, skippedScanTypes: [] };
  for (const type of wanted) {
    const reason = unfit(type, facts);
    if (!fullScope && reason) throw refuse(type, reason);
    const isUnpaid = type === 'sast' && !facts.sastAddon;
    const skipped = fullScope ? (reason ?? (isUnpaid ? 'sast_addon_required' : undefined)) : undefined;
    if (skipped) scope.skippedScanTypes.push({ scanType: type, reason: skipped });
    else scope.scanTypes.push(type);
  }
  return scope;
};
