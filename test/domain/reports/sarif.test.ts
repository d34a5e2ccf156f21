import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sarifReport } from '@scangate/domain/reports/sarif';
import type { Finding } from '@scangate/engines/model/finding';
import { defaultPolicy } from '@scangate/engines/model/policy';
import {
  code,
  findingsOfEachKind,
  hostileTexts,
  license,
  renderReport,
  type ReportArguments,
  findingsWithText,
  scanId,
  scanWithText,
  secret,
  suppressed,
  upgrade,
  vulnerability,
} from './ended-scan.ts';

/** Validates against the official schema, which the package of Microsoft's SARIF SDK contains. */
const validator = () => {
  const path = 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json';
  const {
    $schema: _draft,
    id: _id,
    ...schema
  } = JSON.parse(readFileSync(path, 'utf8')) as object & {
    $schema: string;
    id: string;
  };
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
};
const validate = validator();

interface Located {
  physicalLocation: {
    artifactLocation: { uri: string; uriBaseId: string };
    region: { startLine: number; startColumn?: number; endLine?: number; endColumn?: number };
  };
}
interface Result {
  ruleId: string;
  ruleIndex: number;
  kind: string;
  level: string;
  message: { text: string };
  locations: Located[];
  partialFingerprints: Record<string, string>;
  codeFlows?: { threadFlows: { locations: { location: Located & { message: { text: string } } }[] }[] }[];
  suppressions: { kind: string; status: string; justification: string }[];
  properties: Record<string, unknown>;
}
interface Rule {
  id: string;
  shortDescription: { text: string };
  help: { text: string; markdown: string };
  helpUri?: string;
  properties: { tags: string[]; 'security-severity'?: string };
}
interface Run {
  tool: { driver: { rules: Rule[]; version: string; semanticVersion: string; informationUri: string } };
  results: Result[];
  automationDetails: { id: string };
  versionControlProvenance: { repositoryUri: string; revisionId: string; branch?: string }[];
  invocations: {
    executionSuccessful: boolean;
    toolExecutionNotifications: { level: string; message: { text: string } }[];
  }[];
}

const sarif = (...args: ReportArguments): Run => {
  const document = JSON.parse(renderReport(sarifReport, ...args)) as { version: string; runs: Run[] };
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  expect([document.version, document.runs.length]).toEqual(['2.1.0', 1]);
  return document.runs[0]!;
};
const only = (run: Run): Result => {
  expect(run.results).toHaveLength(1);
  return run.results[0]!;
};

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
    const anything = fc.property(fc.string({ unit: 'binary' }), expectAccepted);
    expect(fc.check(anything, { numRuns: 50 }).counterexample).toBeNull();
  });
});

test('the driver has a version and an address', () => {
  const { driver } = sarif([]).tool;
  expect(driver.semanticVersion).toMatch(/^\d+\.\d+\.\d+$/);
  expect(driver.version).toBe(driver.semanticVersion);
  expect(driver.informationUri).toMatch(/^https:\/\/./);
});

describe('the limits of code hosts', () => {
  const many = (finding: Finding, count: number): Finding[] => Array.from({ length: count }, () => finding);

  test('of results leave out what does not fail the gate first, and say so', () => {
    const run = sarif([[...many(upgrade, 26_000), ...many(vulnerability, 300)]]);
    expect(run.results).toHaveLength(15_300);
    expect(run.results.filter(({ kind }) => kind === 'fail')).toHaveLength(300);
    expect(run.invocations[0]?.toolExecutionNotifications[0]).toMatchObject({
      level: 'warning',
      message: { text: '11000 results are left out: see the findings of the scan.' },
    });
    expect(sarif([many(vulnerability, 26_000)]).results).toHaveLength(25_000);
  }, 60_000);

  test('of tags, locations and flow steps hold for every kind of finding', () => {
    const run = sarif([findingsOfEachKind]);
    for (const { properties } of run.tool.driver.rules)
      expect(properties.tags.length).toBeLessThanOrEqual(20);
    for (const { locations, codeFlows = [] } of run.results) {
      expect(locations).toHaveLength(1);
      expect(codeFlows.flatMap(({ threadFlows }) => threadFlows).length).toBeLessThanOrEqual(1);
    }
  });
});

describe('a region', () => {
  const regionOf = (finding: Finding) => only(sarif([[finding]])).locations[0]?.physicalLocation.region;

  test('has the end of a secret and of code', () => {
    expect(regionOf({ ...secret, endLine: 4, endColumn: 2 })).toEqual({
      startLine: 3,
      startColumn: 7,
      endLine: 4,
      endColumn: 2,
    });
    expect(regionOf({ ...code, endLine: 12, endColumn: 20 })).toMatchObject({ endLine: 12, endColumn: 20 });
  });

  test('is the line of a dependency in its lockfile', () => {
    for (const finding of [vulnerability, license, upgrade])
      expect(regionOf({ ...finding, line: 42 })).toEqual({ startLine: 42 });
  });

  test('never ends before it starts', () => {
    expect(regionOf({ ...secret, endLine: 1, endColumn: 1 })).toEqual({
      startLine: 3,
      startColumn: 7,
      endLine: 3,
    });
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

  test('holds no placeholder and no link from foreign text', () => {
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

  test('has its score as severity where both agree, else a typical score of its severity', () => {
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
    ]);
  });

  test('of one unit or of some types has a category of its own, so that it closes no alerts of others', () => {
    const category = (changes: object) =>
      sarif([], changes).automationDetails.id.split('/').slice(0, -1).join('/');
    const projectUnitId = '00000000-0000-4000-8000-000000000002';
    expect(category({ projectUnitId })).toBe('scangate/services/api');
    expect(category({ fullScope: false, scanTypes: ['sca', 'secrets'] })).toBe('scangate/sca+secrets');
  });
});
