import { derivedId } from '@scangate/engines/model/digest';
import type { Finding } from '@scangate/engines/model/finding';
import { isForAudit } from '@scangate/engines/model/gate/fail-conditions';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { ScanType } from '@scangate/engines/model/scan-type';
import type { Severity } from '@scangate/engines/model/severity';
import { tool } from '@scangate/engines/model/tool';
import { markdownProse } from '../markdown-text.ts';
import type { ReportSubject, ReportWriter } from '../report-writer.ts';
import { oneLine } from '../safe-text.ts';
import { GitlabFindings, type GitlabFinding } from './gitlab-finding.ts';
import { scanMessages } from './scan-messages.ts';

const version = '15.2.1';
const schemas = 'https://gitlab.com/gitlab-org/security-products/security-report-schemas/-/raw';

/** The name of a vulnerability in another system. */
export interface Identifier {
  type: string;
  name: string;
  value: string;
  url?: string;
}

/** One of the security reports: which findings it has, and where they are. */
export interface SecurityReport {
  /** The type of the scan as GitLab names it, which is also in the name of the schema. */
  type: 'sast' | 'secret_detection' | 'dependency_scanning';
  scanType: ScanType;
  kinds: readonly Finding['kind'][];
  /** Returns the fields that only this report has; undefined where the format has no place for the finding. */
  vulnerability(
    found: GitlabFinding,
    subject: ReportSubject,
  ): { identifiers: readonly Identifier[]; location: object; [more: string]: unknown } | undefined;
}

const severities: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  unknown: 'Unknown',
};

const severityOf = ({ finding }: GitlabFinding, policy: GatePolicy): string =>
  isForAudit(finding, policy) ? 'Info' : severities[finding.severity];

/** The number of identifiers per vulnerability that GitLab keeps. */
const maxIdentifiers = 20;

/** Removes empty and repeated identifiers; GitLab recognizes a vulnerability by the first one. */
const identifiersOf = (identifiers: readonly Identifier[]): Identifier[] => {
  const shown = identifiers.map(({ type, name, value, url }) => ({
    type,
    name: oneLine(name, 255) || type,
    value: oneLine(value, 255) || type,
    ...(url !== undefined && { url }),
  }));
  const byValue = new Map(shown.toReversed().map((each) => [`${each.type}:${each.value}`, each]));
  return [...byValue.values()].toReversed().slice(0, maxIdentifiers);
};

/** Formats description and solution as Markdown, from lines of untrusted text. */
const proseOf = (texts: readonly string[]): string =>
  texts
    .map(markdownProse)
    .filter((line) => line !== '')
    .join('\n\n');

const vulnerabilityOf = (
  found: GitlabFinding,
  subject: ReportSubject,
  report: SecurityReport,
): object | undefined => {
  const special = report.vulnerability(found, subject);
  if (!special) return undefined;
  const { finding, description, ordinal } = found;
  const { ruleTitle, message, help, remedy, helpUri } = description;
  const { identifiers, ...others } = special;
  const name = oneLine(ruleTitle, 255) || finding.kind;
  const solution = proseOf([remedy]);
  return {
    // The same finding has the same id in the next run.
    id: derivedId('gitlab', report.type, finding.fingerprint, String(ordinal)),
    name,
    description: proseOf([message, ...help.filter((text) => text !== ruleTitle)]) || name,
    severity: severityOf(found, subject.policy),
    ...(solution !== '' && { solution }),
    identifiers: identifiersOf(identifiers),
    ...(helpUri !== undefined && { links: [{ url: helpUri }] }),
    ...others,
  };
};

/** The format has neither a time zone nor fractions of a second. */
const timeOf = (instant: string): string => instant.slice(0, 19);

const program = {
  id: tool.name,
  name: tool.vendor,
  url: tool.informationUri,
  vendor: { name: tool.vendor },
  version: tool.version,
};

/** Writes a report of GitLab's security scanners, by their schema. */
export const securityReport =
  (report: SecurityReport) =>
  (subject: ReportSubject): ReportWriter => {
    const { scan } = subject;
    const findings = new GitlabFindings(subject);
    const outside: string[] = [];
    let separator = '';
    const scanOf = () => ({
      analyzer: program,
      scanner: program,
      type: report.type,
      start_time: timeOf(scan.startedAt ?? scan.createdAt),
      end_time: timeOf(scan.finishedAt ?? scan.startedAt ?? scan.createdAt),
      status: scan.verdict.verdict === 'ERROR' || scan.status !== 'completed' ? 'failure' : 'success',
      messages: scanMessages(subject, report.scanType, { leftOut: findings.leftOut, outside }),
    });
    return {
      head: () => {
        const schema = `${schemas}/v${version}/dist/${report.type.replaceAll('_', '-')}-report-format.json`;
        return `{"version":"${version}","schema":${JSON.stringify(schema)},"vulnerabilities":[`;
      },
      *unit(unit, found) {
        const ofReport = found.filter((finding) => report.kinds.includes(finding.kind));
        for (const each of findings.of(unit, ofReport)) {
          const vulnerability = vulnerabilityOf(each, subject, report);
          if (!vulnerability) {
            outside.push(each.description.message);
            continue;
          }
          yield separator + JSON.stringify(vulnerability);
          separator = ',\n';
        }
      },
      *tail() {
        yield `],"remediations":[],"scan":${JSON.stringify(scanOf())}}\n`;
      },
    };
  };
