import { expect, test } from 'vitest';
import { junitReport } from '@scangate/domain/reports/junit';
import { markdownReport } from '@scangate/domain/reports/markdown';
import { sarifReport } from '@scangate/domain/reports/sarif/sarif';
import type { ReportWriterFactory } from '@scangate/domain/reports/report-writer';
import { decidePullRequestCheck } from '@scangate/domain/verdict/decide-pull-request-check';
import { found } from '../comparison/compared-units.ts';
import { endedScan, renderReport, secret, vulnerability } from './ended-scan.ts';

const pullRequestCheck = decidePullRequestCheck({
  base: { commitHash: 'b'.repeat(40), verified: true },
  severityThreshold: 'high',
  unknownSeverityAs: 'high',
  scope: { scanTypes: [], fullScope: true },
  comparison: { introduced: [found('a')], fixed: [], unchanged: [found('b')] },
  coverageDropped: [{ dimension: 'sast', path: 'src/<app>.js', reason: 'minified' }],
  suppressionsProposed: [],
});
const sentence =
  'FAIL: it introduces vulnerabilities, it leaves unassessed what the base assessed. ' +
  'Findings: 1 introduced, 0 fixed, 1 unchanged.';

const report = (factory: ReportWriterFactory, compared = true): string =>
  renderReport(factory, [[], []], compared ? { pullRequestCheck } : {});

test('Markdown says what the pull request changes, including what is no longer assessed', () => {
  const text = report(markdownReport);
  expect(text).toContain(sentence);
  expect(text).toContain(`**${sentence}** Compared with \`${'b'.repeat(40)}\`.`);
  expect(text).toContain('Findings that the pull request introduces fail at severity **high** or above.');
  expect(text).toContain('`src/<app>.js` (sast): minified');
  expect(report(markdownReport, false)).not.toContain('Pull request');
});

test('Markdown names both judgments, shows what is introduced, and folds the rest', () => {
  const check = { ...pullRequestCheck, introducedFingerprints: [secret.fingerprint] };
  const text = renderReport(markdownReport, [[vulnerability, secret], []], { pullRequestCheck: check });
  expect(text).toMatch(/^## Scangate: pull request ❌ FAIL, commit /);
  const [open = '', folded = ''] = text.split('<details><summary>1 other finding</summary>');
  expect(open).toContain('| high, introduced |');
  expect(open).not.toContain(vulnerability.advisoryId);
  expect(folded).toContain(vulnerability.advisoryId);
});

test('Markdown does not list waived or suppressed findings as introduced', () => {
  const check = { ...pullRequestCheck, introducedFingerprints: [secret.fingerprint] };
  const suppressed = { ...secret, suppressed: { by: 'scangate:allow', reason: 'a sample' } };
  const text = renderReport(markdownReport, [[suppressed], []], { pullRequestCheck: check });
  expect(text).not.toContain('introduced |');
});

test('JUnit has the check as a separate test', () => {
  const text = report(junitReport);
  expect(text).toMatch(/<testcase name="pull request"[^>]*><failure message="FAIL: it introduces/);
  expect(text).toContain('src/&lt;app&gt;.js: minified');
  expect(report(junitReport, false)).not.toContain('pull request');
});

test('SARIF has the check among its properties', () => {
  const { runs } = JSON.parse(report(sarifReport)) as { runs: { properties: Record<string, unknown> }[] };
  expect(runs[0]?.properties['pullRequestCheck']).toEqual(pullRequestCheck);
});

test('Markdown shows no zeros beside an ERROR, which has no result', () => {
  const ended = endedScan();
  const nothing = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, total: 0 };
  const summary = { secrets: nothing, severityThreshold: 'critical' as const };
  const verdict = { ...ended.verdict, verdict: 'ERROR' as const, summary };
  const text = renderReport(markdownReport, [[], []], { status: 'failed', verdict });
  expect(text).toContain('⚠️ ERROR');
  expect(text).not.toContain('| Secrets |');
});
