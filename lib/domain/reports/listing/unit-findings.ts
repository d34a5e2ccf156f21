import { compareText } from '@scangate/engines/model/compare-text';
import type { Finding } from '@scangate/engines/model/finding';
import { bySeverity } from '@scangate/engines/model/severity';

/** A finding with its project unit, as the API lists it. */
export type UnitFinding = Finding & { projectUnitId: string };

/** Sorts the most severe findings first, then by fingerprint and unit: the order of the units does not matter. */
export const compareUnitFindings = (a: UnitFinding, b: UnitFinding): number =>
  bySeverity(a.severity, b.severity) ||
  compareText(a.fingerprint, b.fingerprint) ||
  compareText(a.projectUnitId, b.projectUnitId);

/** Shows a finding as the API lists it: without what only comparisons need. */
export const findingView = (finding: UnitFinding): UnitFinding => {
  if (finding.kind !== 'code' && finding.kind !== 'secret') return finding;
  const { contextHash: _compared, ...shown } = finding;
  return shown;
};
