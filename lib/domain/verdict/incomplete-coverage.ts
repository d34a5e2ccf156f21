import type { Coverage } from '@scangate/engines/model/coverage';
import { judgedScanTypes, type GatePolicy, type JudgedScanType } from '@scangate/engines/model/gate/policy';
import { scanTypes, type ScanType } from '@scangate/engines/model/scan-type';

/** The scope of a scan. */
interface CoveredScope {
  scanTypes: readonly ScanType[];
  fullScope: boolean;
}

type CoverageEntry = Pick<Coverage, 'scanType' | 'status' | 'nothingToAssess'>;

/** The types that fail by default when they were requested by name and nothing of their subject was assessed. */
const failsByName: readonly ScanType[] = ['secrets', 'sast'];

const failsCoverage = (
  type: JudgedScanType,
  entries: readonly CoverageEntry[],
  { policy, scope }: { policy: Pick<GatePolicy, 'onUnassessed'>; scope: CoveredScope },
): boolean => {
  const subjects = entries.filter(({ scanType, nothingToAssess }) => scanType === type && !nothingToAssess);
  if (subjects.length === 0) return false;
  const action = policy.onUnassessed?.[type];
  if (action !== undefined) return action === 'fail' && subjects.some(({ status }) => status !== 'assessed');
  const isByName = !scope.fullScope && scope.scanTypes.includes(type);
  return isByName && failsByName.includes(type) && subjects.every(({ status }) => status === 'unassessed');
};

/**
 * Returns the scan types whose coverage fails the gate. Coverage on which a policy is silent is only reported,
 * except for secrets and code that were requested by name: a scan that saw nothing of them is not a pass
 * (docs/adr/0006-verdict-and-severity.md).
 */
export const incompleteTypes = (
  entries: readonly CoverageEntry[],
  policy: Pick<GatePolicy, 'onUnassessed'>,
  scope: CoveredScope,
): JudgedScanType[] => judgedScanTypes.filter((type) => failsCoverage(type, entries, { policy, scope }));

/** Returns whether every required type ran, and every type that ran assessed all of its subject. */
export const isComplete = ({
  coverage,
  missingScanTypes: missing,
}: {
  coverage: readonly Pick<Coverage, 'status' | 'nothingToAssess'>[];
  missingScanTypes: readonly ScanType[];
}): boolean =>
  missing.length === 0 &&
  coverage.every(({ status, nothingToAssess }) => status === 'assessed' || nothingToAssess === true);

/**
 * Returns the scan types that the organization requires and that did not run. Without a setting the full scope is
 * required, whatever types the organization's plan lacks.
 */
export const missingScanTypes = (
  { requiredScanTypes }: Pick<GatePolicy, 'requiredScanTypes'>,
  scope: CoveredScope,
): ScanType[] => {
  if (requiredScanTypes === undefined && scope.fullScope) return [];
  return (requiredScanTypes ?? scanTypes).filter((type) => !scope.scanTypes.includes(type));
};
