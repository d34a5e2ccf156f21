import type { Liveness } from '@scangate/engines/model/gate/secret-liveness';
import type {
  CodeFinding,
  Finding,
  FlowStep,
  LicenseFinding,
  SecretFinding,
  SourceFinding,
  UpgradeFinding,
  VulnerabilityFinding,
} from '@scangate/engines/model/finding';
import { failsAnyway, isJudged } from '@scangate/engines/model/gate/fail-conditions';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { meetsThreshold, type Threshold } from '@scangate/engines/model/severity';
import { safeHttpUrl } from './safe-text.ts';
import { importUsageText } from './import-usage-text.ts';

/** A finding of any kind as reports show it. The texts are unescaped: each format escapes them in its own way. */
export interface FindingDescription {
  scanType: ScanType;
  /** Identifies the problem: it is the same wherever the problem is found. */
  ruleId: string;
  ruleTitle: string;
  /** The CVE id, where the rule has another id. */
  cveId?: string;
  /** Paragraphs about the rule. */
  help: string[];
  helpUri?: string;
  tags: string[];
  /** The package with its version, where the finding is in one. */
  subject?: string;
  purl?: string;
  message: string;
  remedy: string;
  /** The use of a vulnerable package by the code, where it is known; the message mentions it as well. */
  usage?: string;
  file: string;
  line?: number;
  column?: number;
  /** The position after the last character. */
  endLine?: number;
  endColumn?: number;
  score?: number;
  /** The steps of the data flow, source first. */
  flow?: readonly FlowStep[];
  /** Set when CISA lists the vulnerability as exploited. */
  exploited?: true;
  /** Set when the finding is advice, which the verdict does not count. */
  advice?: true;
  /** Set when the finding has low confidence. */
  audit?: true;
}

const withPeriod = (text: string): string => (/[.!?…]$/.test(text.trimEnd()) ? text : `${text}.`);
const sentence = (text: string): string => withPeriod(text.charAt(0).toUpperCase() + text.slice(1));

const packageLabel = (name: string, version: string | undefined): string =>
  version === undefined || version === '' ? name : `${name}@${version}`;

const fixText = ({ malicious, fixedVersions }: VulnerabilityFinding): string => {
  if (malicious) return 'Remove it: the package is malicious. Rotate every secret that it could read.';
  return fixedVersions.length > 0 ? `Fixed in ${fixedVersions.join(', ')}.` : 'No fixed version is known.';
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const exploitTexts = ({ epss, kev }: VulnerabilityFinding): string[] => [
  ...(kev ? [`It is known to be exploited (CISA, since ${kev.dateAdded}).`] : []),
  ...(epss ? [`EPSS: ${percent(epss.score)} probability of exploitation within 30 days.`] : []),
];

const tagOf = ({ malicious, informational }: VulnerabilityFinding): string => {
  if (malicious) return 'malicious-package';
  return informational ?? 'vulnerability';
};

const describeVulnerability = (finding: VulnerabilityFinding): FindingDescription => {
  const { advisoryId, aliases, packageName, version, dependencyPath, cvss, title, url } = finding;
  const subject = packageLabel(packageName, version);
  const cve = aliases.find((alias) => alias.startsWith('CVE-'));
  const helpUri = safeHttpUrl(url);
  const origin = dependencyPath.length > 1 ? ` Introduced through ${dependencyPath.join(' › ')}.` : '';
  return {
    scanType: 'sca',
    ruleId: advisoryId,
    ruleTitle: title,
    ...(cve !== undefined && cve !== advisoryId && { cveId: cve }),
    help: [
      title,
      ...(aliases.length > 0 ? [`Also known as ${aliases.join(', ')}.`] : []),
      ...(cvss ? [`CVSS ${cvss.score} (${cvss.vector}).`] : []),
      ...exploitTexts(finding),
    ],
    ...(helpUri !== undefined && { helpUri }),
    tags: ['security', tagOf(finding), ...(finding.kev ? ['known-exploited'] : [])],
    subject,
    ...(finding.purl !== undefined && { purl: finding.purl }),
    message: `${subject}: ${withPeriod(title)}${origin}${finding.usage ? ` ${importUsageText(finding.usage)}` : ''}`,
    remedy: fixText(finding),
    ...(finding.usage && { usage: importUsageText(finding.usage) }),
    file: finding.file,
    ...(cvss && { score: cvss.score }),
    ...(finding.kev && { exploited: true }),
  };
};

const sourceHelp: Readonly<Record<SourceFinding['rule'], string>> = {
  'resolved-mismatch':
    'The installer downloads from the URL, whatever the name of the entry. Regenerate the lockfile and find out who changed it.',
  'unexpected-host':
    'The host is neither a public registry nor configured in the project. Regenerate the lockfile, configure the registry in the project, or allow the host in the policy.',
  'missing-integrity':
    'Without a hash the installer accepts whatever is served. Regenerate the lockfile with a current version of the package manager.',
  'git-source':
    'A git repository has no immutable releases and no reviewed advisories. Use a release from the registry, or allow the host in the policy.',
  'url-source':
    'A URL can serve a different archive tomorrow. Use a release from the registry, or allow the host in the policy.',
  'insecure-source':
    'An attacker in the network can replace the package. Use an https URL, and keep host verification on.',
  'extra-registry':
    'Anybody can publish a higher version under the name of a private package. Use one index that serves both, or map names to registries.',
  'named-registry':
    'Anyone who can commit chooses the registry. If it is the organization’s own, allow it in the policy (sourcePolicy.allowedHosts).',
  'replaced-package':
    'The code of another package is built under this name. Check who owns it, and return to the original once it has what you need.',
};

const describeSource = (finding: SourceFinding): FindingDescription => {
  const { rule, title, message, packageName, version, file, line } = finding;
  return {
    scanType: 'sca',
    ruleId: `sca/${rule}`,
    ruleTitle: title,
    help: [title, sourceHelp[rule], `To accept it, add \`sca:${rule} ${file}\` to the ignore file.`],
    tags: ['security', 'supply-chain', 'external/cwe/cwe-829'],
    ...(packageName !== undefined && { subject: packageLabel(packageName, version) }),
    message,
    remedy: sourceHelp[rule],
    file,
    ...(line !== undefined && { line }),
  };
};

const livenessTexts: Record<Liveness, string> = {
  live: 'It is live: its provider accepts it. Revoke it now.',
  revoked: 'Its provider no longer accepts it.',
  unknown: 'Whether it is live is unknown.',
};

const describeSecret = ({
  rule,
  title,
  redacted,
  file,
  line,
  column,
  liveness,
}: SecretFinding): FindingDescription => ({
  scanType: 'secrets',
  ruleId: rule,
  ruleTitle: title,
  help: [
    `${title} in a file of the repository. Whoever can read the file or its history can use it.`,
    'If it is not a real secret, allow it with a `scangate:allow` comment on its line, or in the ignore file.',
  ],
  tags: ['security', 'secret', 'external/cwe/cwe-798'],
  message: `${title} (${redacted}).${liveness ? ` ${livenessTexts[liveness]}` : ''}`,
  remedy: 'Revoke it, store the new one in a secret store, and remove it from the history.',
  file,
  line,
  column,
});

const describeLicense = (finding: LicenseFinding): FindingDescription => {
  const { license, category, packageName, version, purl, title, file } = finding;
  return {
    scanType: 'license',
    ruleId: `license/${license}`,
    ruleTitle: `The policy does not accept ${license}`,
    help: [`The organization's policy does not accept ${license} (${category}).`],
    tags: ['license', category],
    subject: packageLabel(packageName, version),
    ...(purl !== undefined && { purl }),
    message: sentence(title),
    remedy: 'Use another package, or allow the license in the policy.',
    file,
  };
};

const cweTag = (cwe: string): string[] => {
  const [, number] = /^CWE-(\d{1,5})$/i.exec(cwe) ?? [];
  return number === undefined ? [] : [`external/cwe/cwe-${number.padStart(3, '0')}`];
};

const describeCode = (finding: CodeFinding): FindingDescription => {
  const { rule, cwe, confidence, title, message, help, flow, file, line, column } = finding;
  return {
    scanType: 'sast',
    ruleId: rule,
    ruleTitle: title,
    help: [...(help === undefined ? [title] : [title, help]), `Weakness: ${cwe}.`],
    tags: ['security', ...(confidence === 'low' ? ['audit'] : []), ...cweTag(cwe)],
    ...(confidence === 'low' && { audit: true }),
    message,
    remedy: help ?? '',
    file,
    line,
    column,
    ...(flow && flow.length > 0 && { flow }),
  };
};

const adviceTitles: Readonly<Record<UpgradeFinding['advice'], string>> = {
  upgrade: 'A newer version fixes known vulnerabilities of this one',
  no_fix: 'No known version fixes the vulnerabilities of this one',
  remove: 'The package is malicious',
  deprecated: 'The maintainers have deprecated this version',
  end_of_life: 'This version is no longer maintained',
};

const adviceText = (finding: UpgradeFinding): string => {
  const { advice, upgradeTo, breaking, clears } = finding;
  const effect = clears.length > 0 ? ` It clears ${clears.join(', ')}.` : '';
  if (advice === 'remove') return `Remove it.${effect}`;
  if (upgradeTo === undefined) return sentence(finding.reason ?? 'Look for another package');
  const refused =
    finding.refusedBy === undefined ? '' : ` These ask for another version: ${finding.refusedBy.join(', ')}.`;
  return `Upgrade to ${upgradeTo}${breaking ? ', which may be a breaking change' : ''}.${effect}${refused}`;
};

const describeUpgrade = (finding: UpgradeFinding): FindingDescription => {
  const { advice, packageName, version, purl, title, file, via } = finding;
  const origin = via.length > 0 && !finding.direct ? ` Introduced through ${via.join(', ')}.` : '';
  return {
    scanType: 'dependency-advisor',
    ruleId: `dependency-advisor/${advice.replaceAll('_', '-')}`,
    ruleTitle: adviceTitles[advice],
    help: [adviceTitles[advice]],
    tags: ['advice'],
    subject: packageLabel(packageName, version),
    ...(purl !== undefined && { purl }),
    message: `${sentence(title)}${origin}`,
    remedy: adviceText(finding),
    file,
    advice: true,
  };
};

const endOf = ({ endLine, endColumn }: SecretFinding | CodeFinding) => ({
  ...(endLine !== undefined && { endLine }),
  ...(endColumn !== undefined && { endColumn }),
});

/** Describes a finding of any kind. */
export const describeFinding = (finding: Finding): FindingDescription => {
  const description = describeKind(finding);
  const isRange = finding.kind === 'secret' || finding.kind === 'code';
  return {
    ...description,
    ...(finding.line !== undefined && { line: finding.line }),
    ...(isRange && endOf(finding)),
  };
};

const describeKind = (finding: Finding): FindingDescription => {
  switch (finding.kind) {
    case 'vulnerability':
      return describeVulnerability(finding);
    case 'source':
      return describeSource(finding);
    case 'secret':
      return describeSecret(finding);
    case 'license':
      return describeLicense(finding);
    case 'code':
      return describeCode(finding);
    case 'upgrade':
      return describeUpgrade(finding);
  }
};

/** Returns the severity that counts: an unknown one counts as the policy says. */
export const effectiveSeverity = ({ severity }: Finding, { unknownSeverityAs }: GatePolicy): Threshold =>
  severity === 'unknown' ? unknownSeverityAs : severity;

/**
 * Returns whether this finding fails the gate. The verdict applies the same rule
 * (docs/adr/0006-verdict-and-severity.md).
 */
export const failsGate = (finding: Finding, policy: GatePolicy): boolean => {
  if (!isJudged(finding, policy) || describeFinding(finding).advice) return false;
  if (finding.kind === 'license') return true;
  if (failsAnyway(finding, policy)) return true;
  return meetsThreshold(finding.severity, policy.severityThreshold, policy.unknownSeverityAs);
};

/** Describes the remedy for a finding, and how the code uses the package, for a table cell. */
export const remedyWithUsage = ({ remedy, usage }: FindingDescription): string =>
  usage === undefined ? remedy : `${remedy} ${usage}`;
