import { describe, expect, test } from 'vitest';
import { printResult } from '@scangate/cli/output/print-result';
import type { GatePayload, ScanOutcome } from '@scangate/cli/offline/scan-outcome';
import { printableJson } from '@scangate/cli/output/terminal';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

const scan: ScanOutcome['scan'] = {
  scanId: id(2),
  status: 'completed',
  repositoryId: id(1),
  commitHash: 'c'.repeat(40),
  branch: 'main',
  scanTypes: ['sca', 'secrets'],
  skippedScanTypes: [{ scanType: 'sast', reason: 'not_available' }],
  sourceTrigger: 'cli',
  checksBy: 'client',
  deduplicated: false,
  credits: { core: 0, sast: 0 },
  createdAt: '2026-01-01T00:00:00.000Z',
};

const payload = (changes: Partial<GatePayload> = {}): GatePayload => ({
  scanId: id(2),
  status: 'completed',
  verdict: 'PASS',
  reason: 'no_issues_found',
  reasons: ['no_issues_found'],
  summary: {
    secrets: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, total: 0 },
    severityThreshold: 'critical',
  },
  projectUnits: [{ projectUnitId: id(3), path: 'services/api', type: 'npm', status: 'completed' }],
  coverage: [
    {
      projectUnitId: id(3),
      scanType: 'sca',
      status: 'partial',
      assessed: 7,
      gaps: [{ reason: 'cannot be read', file: 'bun.lock' }],
    },
  ],
  ...changes,
});

type ShownCheck = NonNullable<Parameters<typeof printResult>[0]['verdict']['pullRequestCheck']>;

test('a secret that is only in the history of a change is reported with its commit', () => {
  const nothing = { secrets: payload().summary!.secrets! };
  const pullRequestCheck: ShownCheck = {
    verdict: 'FAIL',
    reason: 'introduced_secrets',
    reasons: ['introduced_secrets'],
    base: { commitHash: 'b'.repeat(40), verified: true },
    introduced: nothing,
    fixed: nothing,
    unchanged: nothing,
    coverageDropped: [],
    suppressionsProposed: [],
    history: {
      commits: 3,
      secrets: [
        {
          commitHash: 'd'.repeat(40),
          file: 'deploy.sh',
          line: 2,
          rule: 'aws-access-key-id',
          severity: 'critical',
          fingerprint: 'f',
        },
      ],
      unread: ['commits that the repository does not have'],
    },
  };
  const printed = printResult({ verdict: { ...payload(), pullRequestCheck }, findings: [] });
  expect(printed).toContain(
    '\n  aws-access-key-id (critical) in deploy.sh:2 of commit dddddddddddd: gone from head, still in history.',
  );
  expect(printed).toContain('\n  Not read: commits that the repository does not have.');
});

type UnitFinding = ScanOutcome['findings'][number];
const shared = { fingerprint: 'f', title: 't', projectUnitId: id(3) };
const vulnerability: UnitFinding = {
  ...shared,
  kind: 'vulnerability',
  severity: 'critical',
  advisoryId: 'GHSA-1',
  aliases: ['CVE-2021-1'],
  packageName: 'minimist',
  version: '1.2.5',
  scope: 'required',
  direct: false,
  dependencyPath: [],
  fixedVersions: ['1.2.6', '1.2.8'],
  malicious: false,
  file: 'package-lock.json',
  url: '',
};
const secret: UnitFinding = {
  ...shared,
  kind: 'secret',
  severity: 'high',
  rule: 'generic-password',
  file: 'src/a.js',
  line: 3,
  column: 1,
  redacted: 'abcd…',
};

const outcome = (findings: UnitFinding[] = [], verdict = payload()): ScanOutcome => ({
  scan,
  verdict,
  findings,
  advisories: { records: 11, ecosystems: ['npm'], unreadable: 0 },
});

describe('the output for people', () => {
  test('lists findings with rule, place and the nearest fix', () => {
    const out = printResult(outcome([vulnerability, secret]));
    expect(out).toMatch(
      /critical {2}vulnerability {2}GHSA-1 \(CVE-2021-1\) {2}minimist@1\.2\.5 +1\.2\.6 +services\/api/,
    );
    expect(out).toMatch(/high +secret +generic-password +services\/api\/src\/a\.js:3 +services\/api/);
  });

  test('names what was not assessed, and what was skipped', () => {
    const out = printResult(outcome());
    expect(out).toContain('sca: partial, 7 assessed\n      cannot be read: bun.lock');
    expect(out).toContain('Not scanned: sast (not_available)');
  });

  test('says why a unit failed', () => {
    const { projectUnits } = payload();
    const failed = {
      ...projectUnits[0]!,
      status: 'failed' as const,
      errorCode: 'repo_access' as const,
      error: 'gone',
    };
    const verdict = payload({
      verdict: 'ERROR',
      status: 'failed',
      projectUnits: [failed],
      summary: { severityThreshold: 'critical' },
    });
    const out = printResult(outcome([], verdict));
    expect(out).toContain('services/api (npm) failed: repo_access, gone');
    expect(out).not.toContain('No findings.');
  });

  test('marks what the repository suppressed', () => {
    const suppressed = { ...secret, suppressed: { by: '.scangateignore', reason: 'a test key' } };
    expect(printResult(outcome([suppressed]))).toMatch(/\(high\) +secret[^]*1 in brackets: suppressed/);
  });

  test('names each waiver with its approver, expiry and reason, even when the repository suppresses, too', () => {
    const waived = {
      waiverId: 'waiver-1',
      reason: 'a test key\u001b[2J',
      approvedBy: 'person-2',
      expiresAt: '2026-03-01T00:00:00.000Z',
    };
    const suppressed = { by: '.scangateignore', reason: 'a test key' };
    const out = printResult(
      outcome([
        { ...secret, waived },
        { ...secret, waived, suppressed },
      ]),
    );
    expect(out).toContain('1 in brackets: waived by the organization, not judged.');
    expect(out).toContain(
      '2: waived until 2026-03-01T00:00:00.000Z by person-2 (waiver waiver-1): a test key\\u001b[2J',
    );
  });
});

test.each([
  ['people', (shown: ScanOutcome) => printResult(shown)],
  ['programs', printableJson],
])('no file name controls the terminal in the output for %s', (_, print) => {
  const hostile = { ...secret, file: 'a\u001b[2J\u009b1m\u202e\r\nb.js' };
  const out = print(outcome([hostile]));
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(out).toMatch(/a\\u001b\[2J\\u009b1m\\u202e(?:\\u000d\\u000a|\\r\\n)b\.js/);
});

test('the license data reports its coverage by ecosystem', () => {
  const counts = { answered: 3, likely: 1, unanswered: 2 };
  const licenseData = {
    snapshot: '2026-01-01',
    id: 'a',
    ...counts,
    ecosystems: [{ ecosystem: 'Hex' as const, packages: 26, ...counts }],
  };
  const coverage: GatePayload['coverage'] = [
    { projectUnitId: id(3), scanType: 'license', status: 'partial', assessed: 3, gaps: [], licenseData },
  ];
  const printed = printResult({
    scan,
    verdict: payload({ coverage }),
    findings: [],
    advisories: { records: 1, ecosystems: ['Hex'], unreadable: 0 },
  });
  expect(printed).toContain(
    'license data of 2026-01-01 (26 packages of Hex): 3 of 6 known, 1 by other versions only',
  );
});
