import type { Finding } from '@scangate/engines/model/finding';
import { isForAudit } from '@scangate/engines/model/gate/fail-conditions';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Threshold } from '@scangate/engines/model/severity';
import { effectiveSeverity, type FindingDescription } from '../finding-description.ts';
import { markdownLink, markdownProse } from '../markdown-text.ts';
import { oneLine } from '../safe-text.ts';

/** The level of each severity. SARIF has no level for critical: the number in `security-severity` distinguishes it. */
const levels: Record<Threshold, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};

/** The lower bound of each severity on the scale of CVSS v3 and v4, and a typical score within it. */
const scale: Record<Threshold, { from: number; typical: number }> = {
  critical: { from: 9, typical: 9.5 },
  high: { from: 7, typical: 8 },
  medium: { from: 4, typical: 5.5 },
  low: { from: 0.1, typical: 2 },
};

const severityOfScore = (score: number): Threshold | undefined =>
  (['critical', 'high', 'medium', 'low'] as const).find((severity) => score >= scale[severity].from);

/** The finding's own score where it agrees with its severity, which a CVSS v2 score may not do. */
const securitySeverity = (severity: Threshold, score: number | undefined): string =>
  (score !== undefined && severityOfScore(score) === severity ? score : scale[severity].typical).toFixed(1);

/** The SARIF level of a finding. Advice has none, and findings that are left to auditors are notes. */
export const sarifLevel = (
  finding: Finding,
  { advice }: FindingDescription,
  policy: GatePolicy,
): 'error' | 'warning' | 'note' | 'none' => {
  if (advice) return 'none';
  return isForAudit(finding, policy) ? 'note' : levels[effectiveSeverity(finding, policy)];
};

const precisionOf = ({ audit, scanType }: FindingDescription): 'medium' | 'high' | 'very-high' => {
  if (audit) return 'medium';
  return scanType === 'secrets' || scanType === 'sast' ? 'high' : 'very-high';
};

const nameOf = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Describes a rule by its first finding. */
export const sarifRule = (finding: Finding, description: FindingDescription, policy: GatePolicy): object => {
  const { ruleId, ruleTitle, help, helpUri, tags, remedy, advice, score } = description;
  const severity = effectiveSeverity(finding, policy);
  // The remedy only belongs to the rule if it does not depend on a package.
  const paragraphs = [...help, ...(description.subject === undefined && remedy !== '' ? [remedy] : [])].map(
    (text) => oneLine(text),
  );
  const more = helpUri === undefined ? [] : [markdownLink('More', helpUri)];
  return {
    id: oneLine(ruleId, 255),
    name: oneLine(nameOf(ruleId), 255),
    shortDescription: { text: oneLine(ruleTitle, 255) },
    fullDescription: { text: oneLine(paragraphs[0] ?? ruleTitle) },
    help: {
      text: [...paragraphs, ...(helpUri === undefined ? [] : [`More: ${helpUri}`])].join('\n'),
      markdown: [...paragraphs.map(markdownProse), ...more].join('\n\n'),
    },
    ...(helpUri !== undefined && { helpUri }),
    defaultConfiguration: { level: sarifLevel(finding, description, policy) },
    properties: {
      tags,
      precision: precisionOf(description),
      ...(!advice && { 'security-severity': securitySeverity(severity, score) }),
    },
  };
};
