import type { Finding } from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/policy';
import type { Threshold } from '@scangate/engines/model/severity';
import { effectiveSeverity, type FindingDescription } from './finding-description.ts';
import { markdownLink, markdownProse } from './markdown-text.ts';
import { oneLine } from './safe-text.ts';

/** Severities as code scanning shows them: it knows no `critical` level, only the number beside it. */
const levels: Record<Threshold, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
};

/** Where each severity begins on the scale of CVSS v3 and v4, and a number well inside it. */
const scale: Record<Threshold, { from: number; typical: number }> = {
  critical: { from: 9, typical: 9.5 },
  high: { from: 7, typical: 8 },
  medium: { from: 4, typical: 5.5 },
  low: { from: 0.1, typical: 2 },
};

const severityOfScore = (score: number): Threshold | undefined =>
  (['critical', 'high', 'medium', 'low'] as const).find((severity) => score >= scale[severity].from);

/** The finding's own score where it says the same as its severity: a score of CVSS v2 may not. */
const securitySeverity = (severity: Threshold, score: number | undefined): string =>
  (score !== undefined && severityOfScore(score) === severity ? score : scale[severity].typical).toFixed(1);

/** Advice is no weakness: it has no level. */
export const sarifLevel = (
  finding: Finding,
  { advice }: FindingDescription,
  policy: GatePolicy,
): 'error' | 'warning' | 'note' | 'none' => (advice ? 'none' : levels[effectiveSeverity(finding, policy)]);

const nameOf = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The rule a finding stands for, as the first finding of it tells. */
export const sarifRule = (finding: Finding, facts: FindingDescription, policy: GatePolicy): object => {
  const { ruleId, ruleTitle, help, helpUri, tags, remedy, advice, score } = facts;
  const severity = effectiveSeverity(finding, policy);
  // What is advised differs from finding to finding, except where the rule is about what somebody wrote.
  const paragraphs = [...help, ...(facts.subject === undefined && remedy !== '' ? [remedy] : [])].map(
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
    defaultConfiguration: { level: sarifLevel(finding, facts, policy) },
    properties: {
      tags,
      precision: facts.scanType === 'secrets' || facts.scanType === 'sast' ? 'high' : 'very-high',
      ...(!advice && { 'security-severity': securitySeverity(severity, score) }),
    },
  };
};
