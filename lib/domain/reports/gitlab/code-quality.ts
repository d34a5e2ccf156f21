import { isForAudit } from '@scangate/engines/model/gate/fail-conditions';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Threshold } from '@scangate/engines/model/severity';
import { effectiveSeverity } from '../finding-description.ts';
import type { ReportSubject, ReportWriter } from '../report-writer.ts';
import { oneLine } from '../safe-text.ts';
import { GitlabFindings, type GitlabFinding } from './gitlab-finding.ts';

type Level = 'info' | 'minor' | 'major' | 'critical' | 'blocker';

const levels: Record<Threshold, Level> = {
  critical: 'blocker',
  high: 'critical',
  medium: 'major',
  low: 'minor',
};

/** Advice, and findings that are left to auditors, are informational. */
const levelOf = ({ finding, description }: GitlabFinding, policy: GatePolicy): Level =>
  description.advice || isForAudit(finding, policy) ? 'info' : levels[effectiveSeverity(finding, policy)];

const issueOf = (found: GitlabFinding, policy: GatePolicy): object => {
  const { finding, description, path, line, ordinal } = found;
  return {
    description: oneLine(`${description.message} ${description.remedy}`) || finding.kind,
    check_name: oneLine(description.ruleId, 255) || finding.kind,
    // GitLab treats equal fingerprints as one issue.
    fingerprint: ordinal === 1 ? finding.fingerprint : `${finding.fingerprint}-${ordinal}`,
    severity: levelOf(found, policy),
    location: { path, lines: { begin: line } },
  };
};

/** The Code Quality report of GitLab: findings of every kind that count. */
export const codeQualityReport = (subject: ReportSubject): ReportWriter => {
  const findings = new GitlabFindings(subject);
  let separator = '';
  return {
    head: () => '[',
    *unit(unit, found) {
      for (const each of findings.of(unit, found)) {
        yield separator + JSON.stringify(issueOf(each, subject.policy));
        separator = ',\n';
      }
    },
    *tail() {
      yield ']\n';
    },
  };
};
