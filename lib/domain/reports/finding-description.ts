import type {
  CodeFinding,
  Finding,
  LicenseFinding,
  SecretFinding,
  UpgradeFinding,
  VulnerabilityFinding,
} from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/policy';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { meetsThreshold, type Threshold } from '@scangate/engines/model/severity';
import { safeHttpUrl } from './safe-text.ts';

/** What every report says of a finding, whatever its kind. Texts are as they came: each format escapes its own way. */
export interface FindingDescription {
  scanType: ScanType;
  /** What is wrong, by the name it has wherever it is found. */
  ruleId: string;
  ruleTitle: string;
  /** The name most people know it by, where that is another. */
  cveId?: string;
  /** What anybody should know who meets it, a paragraph each. */
  help: string[];
  helpUri?: string;
  tags: string[];
  /** What it is in: a package with its version. */
  subject?: string;
  purl?: string;
  message: string;
  remedy: string;
  file: string;
  line?: number;
  column?: number;
  score?: number;
  /** How the value came to the place, source first. */
  flow?: readonly { line: number; column: number; message: string }[];
  /** It is known to be used in attacks. */
  exploited?: true;
  /** Nothing is judged by it. */
  advice?: true;
}

const ended = (text: string): string => (/[.!?…]$/.test(text.trimEnd()) ? text : `${text}.`);
const sentence = (text: string): string => ended(text.charAt(0).toUpperCase() + text.slice(1));

const packageLabel = (name: string, version: string | undefined): string =>
  version === undefined || version === '' ? name : `${name}@${version}`;

const fixOf = ({ malicious, fixedVersions }: VulnerabilityFinding): string => {
  if (malicious) return 'Remove it: the package is malicious. Take every secret it could read for stolen.';
  return fixedVersions.length > 0
    ? `Fixed in ${fixedVersions.join(', ')}.`
    : 'No version is known that fixes it.';
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const exploitTexts = ({ epss, kev }: VulnerabilityFinding): string[] => [
  ...(kev ? [`It is known to be exploited (CISA, since ${kev.dateAdded}).`] : []),
  ...(epss ? [`EPSS: exploited within 30 days with a probability of ${percent(epss.score)}.`] : []),
];

const vulnerabilityFacts = (finding: VulnerabilityFinding): FindingDescription => {
  const { advisoryId, aliases, packageName, version, dependencyPath, cvss, title, url } = finding;
  const subject = packageLabel(packageName, version);
  const cve = aliases.find((alias) => alias.startsWith('CVE-'));
  const helpUri = safeHttpUrl(url);
  const way = dependencyPath.length > 1 ? ` It comes by ${dependencyPath.join(' › ')}.` : '';
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
    tags: [
      'security',
      finding.malicious ? 'malicious-package' : 'vulnerability',
      ...(finding.kev ? ['known-exploited'] : []),
    ],
    subject,
    ...(finding.purl !== undefined && { purl: finding.purl }),
    message: `${subject}: ${ended(title)}${way}`,
    remedy: fixOf(finding),
    file: finding.file,
    ...(cvss && { score: cvss.score }),
    ...(finding.kev && { exploited: true }),
  };
};

const secretFacts = ({ rule, title, redacted, file, line, column }: SecretFinding): FindingDescription => ({
  scanType: 'secrets',
  ruleId: rule,
  ruleTitle: title,
  help: [
    `${title} in a file of the repository: whoever can read the file, or its history, can use it.`,
    'If it was never valid, allow it where it stands with a comment `scangate:allow`, or in the ignore file.',
  ],
  tags: ['security', 'secret', 'external/cwe/cwe-798'],
  message: `${title} (${redacted}).`,
  remedy: 'Revoke it, put a new one where the program reads secrets from, and take it out of the history.',
  file,
  line,
  column,
});

const licenseFacts = (finding: LicenseFinding): FindingDescription => {
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
    remedy: 'Use another package, or have the licence allowed by the policy.',
    file,
  };
};

const cweTag = (cwe: string): string[] => {
  const [, number] = /^CWE-(\d{1,5})$/i.exec(cwe) ?? [];
  return number === undefined ? [] : [`external/cwe/cwe-${number.padStart(3, '0')}`];
};

const codeFacts = (finding: CodeFinding): FindingDescription => {
  const { rule, cwe, title, message, help, flow, file, line, column } = finding;
  return {
    scanType: 'sast',
    ruleId: rule,
    ruleTitle: title,
    help: [...(help === undefined ? [title] : [title, help]), `It is ${cwe}.`],
    tags: ['security', ...cweTag(cwe)],
    message,
    remedy: help ?? '',
    file,
    line,
    column,
    ...(flow && flow.length > 0 && { flow }),
  };
};

const adviceTitles: Readonly<Record<UpgradeFinding['advice'], string>> = {
  upgrade: 'A newer version is free of known vulnerabilities of this one',
  no_fix: 'No version is known to be free of the vulnerabilities of this one',
  remove: 'The package is malicious',
  deprecated: 'Its maintainers have deprecated the version',
  end_of_life: 'Nobody maintains the version any more',
};

const adviceText = (finding: UpgradeFinding): string => {
  const { advice, upgradeTo, breaking, clears } = finding;
  const of = clears.length > 0 ? ` It clears ${clears.join(', ')}.` : '';
  if (advice === 'remove') return `Remove it.${of}`;
  if (upgradeTo === undefined) return sentence(finding.reason ?? 'Look for another package');
  return `Upgrade to ${upgradeTo}${breaking ? ', which may break what uses it' : ''}.${of}`;
};

const upgradeFacts = (finding: UpgradeFinding): FindingDescription => {
  const { advice, packageName, version, purl, title, file, via } = finding;
  const way = via.length > 0 && !finding.direct ? ` It comes by ${via.join(', ')}.` : '';
  return {
    scanType: 'dependency-advisor',
    ruleId: `dependency-advisor/${advice.replaceAll('_', '-')}`,
    ruleTitle: adviceTitles[advice],
    help: [adviceTitles[advice]],
    tags: ['advice'],
    subject: packageLabel(packageName, version),
    ...(purl !== undefined && { purl }),
    message: `${sentence(title)}${way}`,
    remedy: adviceText(finding),
    file,
    advice: true,
  };
};

/** The one place that knows every kind of finding. */
export const describeFinding = (finding: Finding): FindingDescription => {
  switch (finding.kind) {
    case 'vulnerability':
      return vulnerabilityFacts(finding);
    case 'secret':
      return secretFacts(finding);
    case 'license':
      return licenseFacts(finding);
    case 'code':
      return codeFacts(finding);
    case 'upgrade':
      return upgradeFacts(finding);
  }
};

/** A severity nobody stated counts as the policy says. */
export const effectiveSeverity = ({ severity }: Finding, { unknownSeverityAs }: GatePolicy): Threshold =>
  severity === 'unknown' ? unknownSeverityAs : severity;

/** Whether the gate closes for this finding: the rule of the verdict, for one of them. */
export const failsGate = (finding: Finding, policy: GatePolicy): boolean => {
  if (finding.suppressed || describeFinding(finding).advice) return false;
  if (finding.kind === 'license') return true;
  return meetsThreshold(finding.severity, policy.severityThreshold, policy.unknownSeverityAs);
};
