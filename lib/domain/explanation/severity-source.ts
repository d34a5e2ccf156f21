import { failsAnyway } from '@scangate/engines/model/gate/fail-conditions';
import type {
  Finding,
  LicenseFinding,
  SecretFinding,
  VulnerabilityFinding,
} from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Severity, Threshold } from '@scangate/engines/model/severity';
import { effectiveSeverity } from '../reports/finding-description.ts';

/** The origins of a severity: a CVSS score, the term of an advisory, the rule that found it, or the policy. */
export const severitySources = ['cvss', 'advisory', 'rule', 'policy'] as const;

/** Why a finding has its severity. */
export interface ExplainedSeverity {
  severity: Severity;
  /** The severity that is compared with the threshold. */
  countsAs: Threshold;
  source: (typeof severitySources)[number];
  detail: string;
  /** Set when the policy fails the finding whatever its severity. */
  failsAnyway?: string;
}

type Origin = Pick<ExplainedSeverity, 'source' | 'detail'>;

const ofVulnerability = (finding: VulnerabilityFinding): Origin => {
  const { advisoryId, cvss, malicious, informational } = finding;
  if (malicious) return { source: 'policy', detail: 'A malicious package counts as critical.' };
  if (cvss) return { source: 'cvss', detail: `${advisoryId} states CVSS ${cvss.score} (${cvss.vector}).` };
  if (informational) return { source: 'advisory', detail: `${advisoryId} is a notice: ${informational}.` };
  return { source: 'advisory', detail: `${advisoryId} or one of its aliases states this severity.` };
};

const ofLicense = ({ category, license }: LicenseFinding, policy: GatePolicy['license']): Origin => ({
  source: 'policy',
  detail: policy.denyCategories.some((denied) => denied === category)
    ? `The policy denies licenses of the category ${category}; a license that is not compliant fails at any threshold.`
    : `The policy denies ${license}; a license that is not compliant fails at any threshold.`,
});

/** @param found the severity of the rule, for a sample whose severity the policy lowers. */
const ofSecret = ({ rule, severity }: SecretFinding, found: Severity | undefined): Origin =>
  found === undefined || found === severity
    ? { source: 'rule', detail: `The rule ${rule} has this severity.` }
    : {
        source: 'policy',
        detail: `The rule ${rule} has the severity ${found}; the policy lowers it in samples, tests and documentation.`,
      };

const originOf = (finding: Finding, policy: GatePolicy, found: Severity | undefined): Origin => {
  if (finding.kind === 'vulnerability') return ofVulnerability(finding);
  if (finding.kind === 'license') return ofLicense(finding, policy.license);
  if (finding.kind === 'secret') return ofSecret(finding, found);
  if (finding.kind === 'source')
    return {
      source: 'policy',
      detail: policy.sources?.severities?.[finding.rule]
        ? `The policy gives ${finding.rule} this severity.`
        : `The policy does not name ${finding.rule}; such a source is high.`,
    };
  const rule =
    finding.kind === 'code'
      ? `The rule ${finding.rule}`
      : 'The most severe of the vulnerabilities that the advice covers';
  return { source: 'rule', detail: `${rule} has this severity.` };
};

/**
 * Explains why a finding has its severity, and as which severity it counts.
 * @param found the severity of a secret before the policy, where it is known.
 */
export const explainSeverity = (
  finding: Finding,
  policy: GatePolicy,
  found?: Severity,
): ExplainedSeverity => {
  const { severity } = finding;
  const origin: Origin =
    severity === 'unknown'
      ? {
          source: 'policy',
          detail: `No severity is stated; the policy counts it as ${policy.unknownSeverityAs}.`,
        }
      : originOf(finding, policy, found);
  const anyway =
    finding.kind === 'vulnerability' && finding.kev
      ? 'It is known to be exploited'
      : 'Its EPSS score is high';
  return {
    severity,
    countsAs: effectiveSeverity(finding, policy),
    ...origin,
    ...(failsAnyway(finding, policy) && {
      failsAnyway: `${anyway}, which the policy fails at any severity.`,
    }),
  };
};
