import type { Scan, ScanUnit } from '@scangate/domain/records';
import type {
  ReportWriter,
  ReportWriterFactory,
  ReportSubject,
} from '@scangate/domain/reports/report-writer';
import type { Coverage } from '@scangate/engines/model/coverage';
import type { CodeFinding, Finding } from '@scangate/engines/model/finding';
import { defaultPolicy, type GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Severity } from '@scangate/engines/model/severity';
import { policyFields } from '@scangate/domain/policy/stored-policy';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/** A UUID of version 7, as scans have. */
export const scanId = '01a1ff05-01ae-7e02-bd05-bac248c9faaf';

export const rootUnit: ScanUnit = {
  projectUnitId: id(1),
  path: '',
  type: 'npm',
  status: 'completed',
  charge: {},
};
export const apiUnit: ScanUnit = { ...rootUnit, projectUnitId: id(2), path: 'services/api', type: 'pypi' };

const hex = (n: number) => n.toString(16).padStart(32, '0');
const base = (n: number, severity: Severity, title: string) => ({ fingerprint: hex(n), severity, title });

export const vulnerability = {
  ...base(1, 'critical', 'Prototype Pollution in minimist'),
  kind: 'vulnerability',
  advisoryId: 'GHSA-xvch-5gv4-984h',
  aliases: ['CVE-2021-44906'],
  purl: 'pkg:npm/minimist@1.2.5',
  packageName: 'minimist',
  version: '1.2.5',
  scope: 'required',
  direct: false,
  dependencyPath: ['mkdirp@0.5.5', 'minimist@1.2.5'],
  fixedVersions: ['1.2.6'],
  cvss: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: 9.8 },
  malicious: false,
  file: 'package-lock.json',
  url: 'https://example.com/advisories/GHSA-xvch-5gv4-984h',
} as const satisfies Finding;

export const secret = {
  ...base(2, 'high', 'A password in the source'),
  kind: 'secret',
  rule: 'generic-password',
  file: 'src/a b.js',
  line: 3,
  column: 7,
  redacted: 'abcd…',
} as const satisfies Finding;

export const license = {
  ...base(3, 'high', 'The policy does not accept the license of readline (GPL-3.0-only)'),
  kind: 'license',
  purl: 'pkg:npm/readline@1.3.0',
  packageName: 'readline',
  version: '1.3.0',
  license: 'GPL-3.0-only',
  category: 'strong-copyleft',
  file: 'package-lock.json',
} as const satisfies Finding;

export const code: CodeFinding & { help: string } = {
  ...base(4, 'medium', 'Reflected cross-site scripting'),
  kind: 'code',
  rule: 'js/reflected-xss',
  cwe: 'CWE-79',
  message: 'What the request says reaches the page.',
  help: 'Escape what is written into a page.',
  file: 'src/app.js',
  line: 12,
  column: 5,
  flow: [
    { line: 10, column: 3, message: 'read from the request' },
    { line: 12, column: 5, message: 'written to the page' },
  ],
};

export const upgrade = {
  ...base(5, 'critical', 'minimist has a fix'),
  kind: 'upgrade',
  advice: 'upgrade',
  purl: 'pkg:npm/minimist@1.2.5',
  packageName: 'minimist',
  version: '1.2.5',
  scope: 'required',
  direct: false,
  via: ['mkdirp@0.5.5'],
  upgradeTo: '1.2.6',
  breaking: false,
  clears: ['GHSA-xvch-5gv4-984h'],
  remaining: [],
  file: 'package-lock.json',
} as const satisfies Finding;

export const suppressed = <F extends Finding>(finding: F, by = 'scangate:allow'): F => ({
  ...finding,
  suppressed: { by, reason: 'a test key' },
});

/** One finding of each kind. */
export const findingsOfEachKind: Finding[] = [vulnerability, secret, license, code, upgrade];

const covered = (unit: ScanUnit, scanType: Coverage['scanType'], more: Partial<Coverage> = {}) => ({
  projectUnitId: unit.projectUnitId,
  scanType,
  status: 'assessed' as const,
  assessed: 7,
  gaps: [],
  ...more,
});

const allTypes = ['sbom', 'sca', 'license', 'dependency-advisor', 'secrets', 'sast'] as const;
const none = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, total: 0 };

export const endedScan = (changes: Partial<ReportSubject['scan']> = {}): ReportSubject['scan'] => ({
  organizationId: id(8),
  scanId,
  repositoryId: id(7),
  commitHash: 'c'.repeat(40),
  branch: 'main',
  status: 'completed',
  scanTypes: [...allTypes],
  fullScope: true,
  skippedScanTypes: [],
  sourceTrigger: 'api',
  personId: id(6),
  billingAccountId: id(8),
  units: [rootUnit, apiUnit],
  unitsVersion: 1,
  chargedPeriods: {},
  ...policyFields(defaultPolicy),
  createdAt: '2026-03-10T12:00:00.000Z',
  startedAt: '2026-03-10T12:00:01.000Z',
  finishedAt: '2026-03-10T12:01:00.000Z',
  verdict: {
    verdict: 'FAIL',
    reason: 'critical_vulnerabilities_found',
    reasons: ['critical_vulnerabilities_found', 'non_compliant_licenses_found'],
    summary: {
      vulnerabilities: { ...none, critical: 1, medium: 1, total: 2, dependencies: 1, code: 1 },
      secrets: { ...none, high: 1, total: 1 },
      licenses: { compliant: 5, nonCompliant: 1, unknown: 1, total: 7 },
      severityThreshold: 'critical',
    },
    judgedAt: '2026-03-10T12:01:00.000Z',
    advisorySnapshot: { id: 'snapshot-1' },
    inventoryDigest: 'sha256:1',
    policyDigest: 'sha256:2',
    waiversDigest: 'sha256:3',
    suppressionsDigest: 'sha256:4',
    missingScanTypes: [],
    suppressionsProposed: [],
    suppressionsUnused: [],
    coverage: [
      ...allTypes.map((scanType) => covered(rootUnit, scanType)),
      covered(apiUnit, 'sca', {
        status: 'partial',
        gaps: [{ reason: 'no version is pinned', file: 'requirements.txt', count: 2 }],
      }),
      covered(apiUnit, 'secrets', {
        status: 'unassessed',
        assessed: 0,
        gaps: [{ reason: 'no files' }],
      }),
    ],
  },
  ...changes,
});

const repository = { fullName: 'acme/shop', url: 'https://git.example.com/acme/shop.git' };

const write = function* (report: ReportWriter, scan: Scan, byUnit: readonly (readonly Finding[])[]) {
  yield report.head();
  for (const [index, unit] of scan.units.entries())
    if (unit.status === 'completed') yield* report.unit(unit, byUnit[index] ?? []);
  yield* report.tail();
};

/** Changes of the scan, and the policy that judged it. */
export type ReportChanges = Partial<ReportSubject['scan']> & { policy?: GatePolicy };

/** The arguments of a report: the findings by unit, and changes of the scan. */
export type ReportArguments = [byUnit: readonly (readonly Finding[])[], changes?: ReportChanges];

/** Renders a whole report. */
export const renderReport = (
  make: ReportWriterFactory,
  byUnit: readonly (readonly Finding[])[],
  { policy = defaultPolicy, ...changes }: ReportChanges = {},
): string => {
  const scan = endedScan({ ...policyFields(policy), ...changes });
  return [...write(make({ scan, policy, repository }), scan, byUnit)].join('');
};

/** Texts that a reader or a renderer of a report could interpret. */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[click](https://evil.example.com)',
  '![x](https://evil.example.com/pixel.png)',
  'https://evil.example.com/login',
  'www.evil.example.com',
  'evil.example.com',
  'mail someone@evil.example.com now',
  '<https://evil.example.com>',
  '@everyone look',
  'see #1 and GH-12',
  '| a | b |\n| --- | --- |',
  'a\\| b',
  '\\',
  '`code` and ``more``',
  '```\nfence',
  '**bold** _it_ ~~gone~~',
  '# heading',
  '&lt;b&gt; &#124; &copy;',
  '--> ]]> <!-- x',
  '</failure></testcase>',
  '${7*7} {{7*7}} {0}',
  '\u0000\u0001\u001b[2J\u007f\u009b',
  '\ud800 half',
  '\ufffe\uffff',
  '\u202egnp.exe\u200b',
  '[x][y]\n\n[y]: https://evil.example.com',
  '<details><summary>x',
  ':smile: www.a.b',
  'line\r\nbreak\u2028too',
];

/** Findings of each kind with this text in each field that holds foreign text. */
export const findingsWithText = (text: string): Finding[] => [
  {
    ...vulnerability,
    title: text,
    advisoryId: text,
    aliases: [text],
    purl: text,
    packageName: text,
    version: text,
    dependencyPath: [text, text],
    fixedVersions: [text],
    usage: { imported: true, symbols: [text], places: [{ file: text, line: 1 }] },
    cvss: { vector: text, score: 9.8 },
    file: text,
    url: `https://example.com/${text}`,
    suppressed: { by: text, reason: text },
  },
  {
    ...vulnerability,
    title: text,
    file: text,
    url: `https://example.com/?${text}`,
    packageName: text,
    usage: { imported: false, via: text, places: [] },
  },
  { ...secret, title: text, rule: text, file: text, redacted: text },
  { ...license, title: text, license: text, category: text, packageName: text, file: text },
  { ...code, title: text, rule: text, cwe: text, message: text, help: text, file: text },
  { ...upgrade, title: text, packageName: text, upgradeTo: text, clears: [text], via: [text], file: text },
];

/** A scan with this text in each field beside the findings that holds foreign text. */
export const scanWithText = (text: string): Partial<ReportSubject['scan']> => ({
  branch: text,
  units: [
    rootUnit,
    { ...apiUnit, path: text },
    { ...apiUnit, path: `${text}/x`, status: 'failed', error: text },
  ],
  error: text,
  verdict: {
    ...endedScan().verdict,
    coverage: [
      covered(rootUnit, 'sca', { status: 'partial', gaps: [{ reason: text, file: text }] }),
      covered(apiUnit, 'secrets', { status: 'unassessed', gaps: [{ reason: text, file: text }] }),
    ],
  },
});
