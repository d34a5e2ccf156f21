import type { Finding } from '../finding.ts';
import type { GatePolicy } from './policy.ts';

/** Returns whether a finding is below the confidence that the policy requires, and is listed for auditors only. */
export const isForAudit = (finding: Finding, { minimumConfidence }: GatePolicy): boolean =>
  finding.kind === 'code' && finding.confidence === 'low' && minimumConfidence !== 'low';

/** Returns whether a finding counts in summaries and verdicts: neither suppressed, nor waived, nor left to auditors. */
export const isJudged = (finding: Finding, policy: GatePolicy): boolean =>
  finding.suppressed === undefined && finding.waived === undefined && !isForAudit(finding, policy);

/** Returns whether the policy fails a vulnerability because of its exploitation, whatever its severity. */
export const failsAnyway = (finding: Finding, { failOn }: GatePolicy): boolean => {
  if (finding.kind !== 'vulnerability' || failOn === undefined) return false;
  const { knownExploited, epssAtLeast } = failOn;
  return (
    (knownExploited === true && finding.kev !== undefined) ||
    (epssAtLeast !== undefined && (finding.epss?.score ?? 0) >= epssAtLeast)
  );
};
