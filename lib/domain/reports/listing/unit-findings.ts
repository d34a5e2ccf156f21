import { compareText } from '@scangate/engines/model/compare-text';
import type { Finding } from '@scangate/engines/model/finding';
import { bySeverity } from '@scangate/engines/model/severity';
import { usageRank } from '../import-usage-text.ts';

/** A finding with its project unit, as the API lists it. */
export type UnitFinding = Finding & { projectUnitId: string };

const usageOf = (finding: UnitFinding) => (finding.kind === 'vulnerability' ? finding.usage : undefined);

/**
 * Orders findings by severity, then those that the code uses first, then by fingerprint and unit, so that the order
 * of the units does not matter.
 */
export const compareUnitFindings = (a: UnitFinding, b: UnitFinding): number =>
  bySeverity(a.severity, b.severity) ||
  usageRank(usageOf(a)) - usageRank(usageOf(b)) ||
  compareText(a.fingerprint, b.fingerprint) ||
  compareText(a.projectUnitId, b.projectUnitId);

/** Shows a finding as the API lists it, without the parts that only comparisons need. */
export const findingView = (finding: UnitFinding): UnitFinding => {
  if (finding.kind !== 'code' && finding.kind !== 'secret') return finding;
  const { contextHash: _compared, ...shown } = finding;
  return shown;
};
