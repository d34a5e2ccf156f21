import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { meetsThreshold, severities, type Severity } from '@scangate/engines/model/severity';
import type { Summary, VerdictReason } from './verdict.ts';

/**
 * Decides PASS or FAIL and lists every reason in the order of the contract (docs/adr/0006-verdict-and-severity.md).
 * @param beyond what fails in addition to the counts: vulnerabilities that the policy fails whatever their severity,
 * and coverage that the gate does not accept.
 */
export const decideVerdict = (
  summary: Summary,
  policy: GatePolicy,
  { failAnyway = 0, isIncomplete = false }: { failAnyway?: number; isIncomplete?: boolean } = {},
): { verdict: 'PASS' | 'FAIL'; reason: VerdictReason; reasons: VerdictReason[] } => {
  const { severityThreshold: threshold, unknownSeverityAs } = policy;
  const isCritical = threshold === 'critical';
  const reachesThreshold = (counts: Record<Severity, number> | undefined): boolean =>
    counts !== undefined &&
    severities.some(
      (severity) => counts[severity] > 0 && meetsThreshold(severity, threshold, unknownSeverityAs),
    );

  const reasons: VerdictReason[] = [];
  const isReached = reachesThreshold(summary.vulnerabilities);
  if (isReached && isCritical) reasons.push('critical_vulnerabilities_found');
  if ((isReached && !isCritical) || failAnyway > 0) reasons.push('vulnerabilities_above_threshold');
  if (reachesThreshold(summary.secrets)) {
    reasons.push(isCritical ? 'critical_secrets_found' : 'secrets_above_threshold');
  }
  if ((summary.licenses?.nonCompliant ?? 0) > 0) reasons.push('non_compliant_licenses_found');
  if (isIncomplete) reasons.push('coverage_incomplete');

  const [reason] = reasons;
  return reason
    ? { verdict: 'FAIL', reason, reasons }
    : { verdict: 'PASS', reason: 'no_issues_found', reasons: ['no_issues_found'] };
};
