import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import {
  code,
  findingsOfEachKind,
  hostileTexts,
  license,
  findingsWithText,
  scanId,
  scanWithText,
  secret,
  suppressed,
  upgrade,
  vulnerability,
} from '../ended-scan.ts';
import { only, sarif } from './sarif-run.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const expectAccepted = (text: string): void => {
  expect(sarif([findingsWithText(text), findingsWithText(text)], scanWithText(text))).toBeDefined();
};

describe('the official schema accepts', () => {
  test('a report of every kind of finding, suppressed and not, over several units', () => {
    const run = sarif([findingsOfEachKind, findingsOfEachKind.map((finding) => suppressed(finding))]);
    expect(run.results).toHaveLength(2 * findingsOfEachKind.length);
    expect(run.tool.driver.rules).toHaveLength(findingsOfEachKind.length);
  });

  test('a report without findings, and that of a failed scan', () => {
    expect(sarif([]).results).toEqual([]);
    const [invocation] = sarif([], { status: 'failed', errorCode: 'repo_access', error: 'gone' }).invocations;
    expect(invocation?.executionSuccessful).toBe(false);
    expect(invocation?.toolExecutionNotifications[0]).toMatchObject({
      level: 'error',
      message: { text: 'repo_access: gone' },
    });
  });

  test.each(hostileTexts)('any text: %j', (text) => {
    expectAccepted(text);
  });

  test('random text', () => {
    const anything = fc.property(fc.string({ unit: anyCharacter }), expectAccepted);
    expect(fc.check(anything, { numRuns: 50 }).counterexample).toBeNull();
  });
});

describe('a result', () => {
  test('names its rule by id and index, and its file from the root of the repository', () => {
    const run = sarif([[vulnerability], [secret, vulnerability]]);
    for (const { ruleId, ruleIndex } of run.results)
      expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(run.results.map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri)).toEqual([
      'package-lock.json',
      'services/api/src/a%20b.js',
      'services/api/package-lock.json',
    ]);
    expect(run.results[1]?.locations[0]?.physicalLocation.region).toEqual({ startLine: 3, startColumn: 7 });
    expect(run.tool.driver.rules).toHaveLength(2);
  });

  test('from an uploaded artifact has the path under which the artifact was sent', () => {
    const artifact = { kind: 'lockfile', path: 'services/api/poetry.lock' } as const;
    const finding = { ...vulnerability, file: 'services/api/poetry.lock' };
    const result = only(sarif([[], [finding]], { artifact }));
    expect(result.locations[0]?.physicalLocation.artifactLocation.uri).toBe('services/api/poetry.lock');
  });

  test('never leads out of the repository, whatever its file is called', () => {
    for (const file of [
      '../../etc/passwd',
      '/etc/passwd',
      'javascript:alert(1)',
      'https://evil.example.com',
    ]) {
      const { uri } = only(sarif([[{ ...secret, file }]])).locations[0]!.physicalLocation.artifactLocation;
      const resolved = new URL(uri, 'https://base.example.com/root/');
      expect(resolved.href).toMatch(/^https:\/\/base\.example\.com\/root\//);
    }
  });

  test('has the remedy and the fingerprint, and differs from others of the same fingerprint', () => {
    const run = sarif([[vulnerability, { ...vulnerability, version: '0.0.8' }]]);
    const [first, second] = run.results.map(({ partialFingerprints }) => partialFingerprints);
    expect(first?.['scangateFingerprint/v1']).toBe(vulnerability.fingerprint);
    expect(second?.['scangateFingerprint/v1']).toBe(vulnerability.fingerprint);
    expect(first?.['primaryLocationLineHash']).not.toBe(second?.['primaryLocationLineHash']);
    expect(run.results[0]?.message.text).toContain('Fixed in 1.2.6.');
    expect(run.results[0]?.message.text).toContain('mkdirp@0.5.5 › minimist@1.2.5');
  });

  test('from code analysis shows the flow from source to sink', () => {
    const { codeFlows } = only(sarif([[code]]));
    const steps = codeFlows?.[0]?.threadFlows[0]?.locations.map(({ location }) => [
      location.physicalLocation.region.startLine,
      location.message.text,
    ]);
    expect(steps).toEqual([
      [10, 'read from the request'],
      [12, 'written to the page'],
    ]);
  });

  test('from code analysis shows the steps in other files with their own paths', () => {
    const flow = [{ file: 'src/routes.js', line: 3, column: 1, message: 'read' }, ...(code.flow ?? [])];
    const { codeFlows } = only(sarif([[], [{ ...code, flow }]]));
    const files = codeFlows?.[0]?.threadFlows[0]?.locations.map(
      ({ location }) => location.physicalLocation.artifactLocation.uri,
    );
    const own = 'services/api/src/app.js';
    expect(files).toEqual(['services/api/src/routes.js', own, own]);
  });

  test('has its suppression with the reason, or an empty list', () => {
    const results = sarif([
      [suppressed(secret), suppressed(license, '.scangateignore'), vulnerability],
    ]).results;
    expect(results.map(({ suppressions }) => suppressions.map(({ kind }) => kind))).toEqual([
      ['inSource'],
      ['external'],
      [],
    ]);
    expect(results[0]?.suppressions[0]?.justification).toBe('a test key (scangate:allow)');
  });

  test('that is advice has no level and no severity', () => {
    const run = sarif([[upgrade]]);
    expect([only(run).kind, only(run).level]).toEqual(['informational', 'none']);
    expect(run.tool.driver.rules[0]?.properties['security-severity']).toBeUndefined();
  });

  test('has no placeholder and no link from foreign text', () => {
    const { message } = only(sarif([[{ ...secret, title: 'see [this](https://evil.example.com) {0}' }]]));
    expect(message.text).toContain('[this] (https://evil.example.com) {{0}}');
  });
});

describe('a rule', () => {
  const severityOf = (finding: Parameters<typeof suppressed>[0], policy = defaultPolicy) => {
    const [rule] = sarif([[finding]], { policy }).tool.driver.rules;
    return rule?.properties['security-severity'];
  };

  test('has help as text and as Markdown, and tags that a code host reads', () => {
    const [rule, , , weakness] = sarif([findingsOfEachKind]).tool.driver.rules;
    expect(rule?.help.text).toContain('Also known as CVE-2021-44906.');
    expect(rule?.help.markdown).toContain(`[More](${vulnerability.url})`);
    expect(rule?.helpUri).toBe(vulnerability.url);
    expect(weakness?.properties.tags).toEqual(['security', 'external/cwe/cwe-079']);
    expect(weakness?.help.text).toContain(code.help);
  });

  test('has its score as severity if both agree, else a typical score of its severity', () => {
    expect(severityOf(vulnerability)).toBe('9.8');
    expect(severityOf({ ...vulnerability, severity: 'low' })).toBe('2.0');
    expect(severityOf({ ...secret, severity: 'critical' })).toBe('9.5');
    expect(severityOf({ ...secret, severity: 'medium' })).toBe('5.5');
  });

  test('of unknown severity has the severity that the policy counts', () => {
    expect(severityOf({ ...secret, severity: 'unknown' })).toBe('8.0');
    expect(
      severityOf({ ...secret, severity: 'unknown' }, { ...defaultPolicy, unknownSeverityAs: 'low' }),
    ).toBe('2.0');
  });
});

describe('the run', () => {
  test('names commit, branch and scan, and what was not assessed', () => {
    const run = sarif([]);
    expect(run.versionControlProvenance[0]).toMatchObject({
      repositoryUri: 'https://git.example.com/acme/shop.git',
      revisionId: 'c'.repeat(40),
      branch: 'main',
    });
    expect(run.automationDetails.id).toBe(`scangate/${scanId}`);
    expect(run.invocations[0]?.toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
      'sca is partial: no version is pinned: requirements.txt (2 times)',
      'secrets is unassessed: no files',
      expect.stringMatching(/^FAIL: critical vulnerabilities found.* Secrets assessed in part: no files\.$/),
    ]);
  });

  test('of one unit or of some types has its own category, so that it closes no alerts of others', () => {
    const category = (changes: object) =>
      sarif([], changes).automationDetails.id.split('/').slice(0, -1).join('/');
    const projectUnitId = '00000000-0000-4000-8000-000000000002';
    expect(category({ projectUnitId })).toBe('scangate/services/api');
    expect(category({ fullScope: false, scanTypes: ['sca', 'secrets'] })).toBe('scangate/sca+secrets');
  });
});
