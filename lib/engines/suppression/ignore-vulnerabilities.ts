import type { Finding, VulnerabilityFinding } from '../model/finding.ts';
import type { GateInputs } from '../model/gate/gate-inputs.ts';
import { failsAnyway } from '../model/gate/fail-conditions.ts';
import type { GatePolicy } from '../model/gate/policy.ts';
import { dayMs } from '../model/time-units.ts';

/**
 * Returns the instant from which a vulnerability without a fix counts; undefined when its publication date is not
 * known.
 */
const countsFrom = ({ published }: VulnerabilityFinding, untilDays: number): string | undefined => {
  const at = published === undefined ? Number.NaN : Date.parse(published);
  return Number.isNaN(at) ? undefined : new Date(at + untilDays * dayMs).toISOString();
};

/**
 * Returns why the policy ignores a vulnerability, if it does. A vulnerability that fails the gate in any case is
 * never ignored.
 */
const ignoredBecause = (
  finding: VulnerabilityFinding,
  { ignore }: GatePolicy,
  judgedAt: string,
): string | undefined => {
  if (ignore?.developmentDependencies && finding.scope === 'dev') return 'development dependency';
  if (ignore?.unused && finding.usage?.imported === false) return 'not imported by this code';
  const { unfixable } = ignore ?? {};
  if (!unfixable || finding.fixedVersions.length > 0) return undefined;
  const from = countsFrom(finding, unfixable.untilDays);
  return from !== undefined && judgedAt < from ? `no known fix; it counts from ${from} on` : undefined;
};

/** A malicious package counts as critical and is never ignored, as its fix is to remove it. */
const judged = (finding: VulnerabilityFinding, { policy, judgedAt }: PolicyInputs): VulnerabilityFinding => {
  if (finding.malicious) return { ...finding, severity: 'critical' };
  if (finding.suppressed || failsAnyway(finding, policy)) return finding;
  const reason = ignoredBecause(finding, policy, judgedAt);
  return reason === undefined ? finding : { ...finding, suppressed: { by: 'policy', reason } };
};

type PolicyInputs = Pick<GateInputs, 'policy' | 'judgedAt'>;

/** Applies the policy's rules for vulnerabilities. Findings of other kinds are judged by their engines. */
export const ignoreVulnerabilities = (findings: readonly Finding[], inputs: PolicyInputs): Finding[] =>
  findings.map((finding) => (finding.kind === 'vulnerability' ? judged(finding, inputs) : finding));
