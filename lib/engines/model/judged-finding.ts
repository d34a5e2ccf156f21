import type { Finding } from './finding.ts';
import type { GatePolicy } from './policy.ts';

/** Returns whether a finding of low confidence, which the policy leaves to auditors. */
export const isForAudit = (finding: Finding, { minimumConfidence }: GatePolicy): boolean =>
  finding.kind === 'code' && finding.confidence === 'low' && minimumConfidence !== 'low';

/** Returns whether a finding counts in summaries and verdicts: it is neither suppressed nor left to auditors. */
export const isJudged = (finding: Finding, policy: GatePolicy): boolean =>
  finding.suppressed === undefined && !isForAudit(finding, policy);
