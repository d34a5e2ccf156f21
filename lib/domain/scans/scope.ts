import { Problem } from '../problem.ts';
import type { SkippedScanType } from '../records.ts';
import { availableTypes, readsDependencies, scanTypes, type ScanType } from './scan-type.ts';

export interface Scope {
  /** What runs, in the order of the contract. */
  scanTypes: ScanType[];
  fullScope: boolean;
  skippedScanTypes: SkippedScanType[];
}

export interface ScopeFacts {
  artifact: boolean;
  /** The organization has an active SAST add-on. */
  sastAddon: boolean;
  /** The type of the one unit the scan is limited to, where it is known. */
  unitType?: string | undefined;
}

/** Whether a type finds anything to read in a unit of this type. */
export const fitsUnit = (type: ScanType, unitType: string): boolean =>
  !readsDependencies(type) || unitType !== 'source';

const unfit = (type: ScanType, facts: ScopeFacts): string | undefined => {
  if (facts.artifact) return readsDependencies(type) ? undefined : 'not_applicable_to_artifact';
  if (facts.unitType !== undefined && !fitsUnit(type, facts.unitType)) return 'not_applicable_to_unit';
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
 * What a scan looks for. The full scope (omitted, or containing `all`) is every type the organization may use:
 * what does not fit is skipped and listed. By name, what does not fit is refused (api.md, "Scans").
 * @throws Problem scan_type_not_applicable or sast_addon_required.
 */
export const resolveScope = (asked: readonly (ScanType | 'all')[] | undefined, facts: ScopeFacts): Scope => {
  const fullScope = asked === undefined || asked.includes('all');
  const wanted = scanTypes.filter((type) => fullScope || asked.includes(type));
  const scope: Scope = { scanTypes: [], fullScope, skippedScanTypes: [] };
  for (const type of wanted) {
    const reason = unfit(type, facts);
    if (!fullScope && reason) throw refuse(type, reason);
    const addonMissing = type === 'sast' && !facts.sastAddon;
    if (!fullScope && addonMissing) {
      throw new Problem('sast_addon_required', { detail: 'Code scanning needs an active SAST add-on.' });
    }
    const available = availableTypes.includes(type);
    if (!fullScope && !available) throw refuse(type, 'not_available');
    const skipped =
      reason ?? (addonMissing ? 'sast_addon_required' : available ? undefined : 'not_available');
    if (skipped) scope.skippedScanTypes.push({ scanType: type, reason: skipped });
    else scope.scanTypes.push(type);
  }
  return scope;
};
