import { describe, expect, test } from 'vitest';
import { verdictSentence, type DescribedVerdict } from '@scangate/domain/reports/verdict-sentence';

const spoken = (given: Partial<DescribedVerdict>): string =>
  verdictSentence({
    verdict: 'PASS',
    reasons: ['no_issues_found'],
    summary: { vulnerabilities: { total: 0 }, secrets: { total: 0 }, severityThreshold: 'critical' },
    coverage: [],
    ...given,
  });

const noLockfile = { reason: 'no lockfile next to it pins its versions', file: 'package.json' };

describe('a PASS', () => {
  test('names the threshold and what is below', () => {
    expect(spoken({})).toBe('PASS: nothing at or above critical. No findings below.');
    expect(spoken({ summary: { secrets: { total: 1 }, severityThreshold: 'high' } })).toBe(
      'PASS: nothing at or above high. 1 finding below.',
    );
  });

  test('says once what was not assessed, with the reason', () => {
    const coverage = (['sca', 'license'] as const).map((scanType) => ({
      scanType,
      status: 'unassessed' as const,
      gaps: [noLockfile],
    }));
    const summary = { vulnerabilities: { total: 98 }, severityThreshold: 'critical' };
    expect(spoken({ summary, coverage })).toBe(
      'PASS: nothing at or above critical. 98 findings below. ' +
        'Dependencies NOT assessed: no lockfile next to it pins its versions (package.json).',
    );
  });

  test('says what was assessed in part, the most frequent reasons first', () => {
    const gaps = [
      { reason: 'over 1 MB: not scanned', file: 'a.js' },
      { reason: 'PHP: no rules for this language yet', count: 1649 },
      { reason: 'could not be read', file: 'b.js' },
    ];
    expect(spoken({ coverage: [{ scanType: 'sast', status: 'partial', gaps }] })).toContain(
      'Code assessed in part: PHP: no rules for this language yet (1649 times); over 1 MB: not scanned (a.js); 1 more.',
    );
  });

  test('replaces codes by words, and names the file that a reason calls "it"', () => {
    const coverage = [
      { scanType: 'sast', status: 'unassessed', gaps: [{ reason: 'sast_addon_required' }] },
      {
        scanType: 'sca',
        status: 'partial',
        gaps: [{ reason: 'it is not read (CocoaPods)', file: 'Podfile.lock' }],
      },
    ] as const;
    expect(spoken({ coverage: coverage.map((entry) => ({ ...entry, gaps: [...entry.gaps] })) })).toContain(
      'Dependencies assessed in part: Podfile.lock: it is not read (CocoaPods). Code NOT assessed: sast addon required.',
    );
  });

  test('names the required scan types that did not run', () => {
    expect(spoken({ missingScanTypes: ['secrets', 'sast'] })).toContain(
      'Required and not scanned: secrets, sast.',
    );
  });
});

test('a FAIL names its reasons and the number of findings', () => {
  const reasons = ['critical_secrets_found', 'coverage_incomplete'];
  const summary = { secrets: { total: 3 }, severityThreshold: 'critical' };
  expect(spoken({ verdict: 'FAIL', reasons, summary })).toBe(
    'FAIL: critical secrets found, coverage incomplete. 3 findings in all.',
  );
});

test('an ERROR does not repeat its code as the reason of each gap', () => {
  const gaps = [{ reason: 'the unit failed: workflow_timeout' }];
  const coverage = [{ scanType: 'secrets' as const, status: 'unassessed' as const, gaps }];
  expect(spoken({ verdict: 'ERROR', errorCode: 'workflow_timeout', coverage })).toBe(
    'ERROR: the scan reached no judgment (workflow_timeout). Secrets NOT assessed.',
  );
});

test('an ERROR names its code', () => {
  expect(spoken({ verdict: 'ERROR', reasons: ['scan_failed'], errorCode: 'system_error' })).toBe(
    'ERROR: the scan reached no judgment (system_error).',
  );
});
