import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { junitReport } from '@scangate/domain/reports/junit';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import {
  apiUnit,
  code,
  endedScan,
  findingsOfEachKind,
  hostileTexts,
  license,
  renderReport,
  type ReportArguments,
  rootUnit,
  findingsWithText,
  scanWithText,
  secret,
  suppressed,
  upgrade,
  vulnerability,
} from './ended-scan.ts';
import { anyCharacter } from '#test/support/any-character.ts';

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** @throws Error unless the text is well-formed XML 1.0. */
const parse = (text: string): Element => {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (some) => {
    const element = open.at(-1);
    if (element) element.text += some;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return top.children[0]!;
};

/** Checks what the schemas in use agree on: elements, their order, required attributes and right counts. */
const checkSuite = ({ name, attributes, children }: Element): void => {
  expect(name).toBe('testsuite');
  expect(attributes['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  const outcomes = children.map((testcase) => {
    expect(testcase.name).toBe('testcase');
    expect(testcase.attributes['name']).not.toBe('');
    expect(testcase.attributes['classname']).toBeDefined();
    expect(testcase.children.length).toBeLessThanOrEqual(1);
    const [outcome] = testcase.children;
    if (outcome) expect(['failure', 'error', 'skipped', 'system-out']).toContain(outcome.name);
    return outcome?.name;
  });
  const count = (kind: string) => String(outcomes.filter((outcome) => outcome === kind).length);
  const { tests, failures, errors, skipped } = attributes;
  expect([tests, failures, errors, skipped]).toEqual([
    String(children.length),
    count('failure'),
    count('error'),
    count('skipped'),
  ]);
  expect(children.length).toBeGreaterThan(0);
};

const junit = (...args: ReportArguments) => {
  const root = parse(renderReport(junitReport, ...args));
  expect(root.name).toBe('testsuites');
  for (const suite of root.children) checkSuite(suite);
  return root.children;
};
const suiteNamed = (suites: Element[], name: string) =>
  suites.find(({ attributes }) => attributes['name'] === name);
const outcomes = (suite: Element | undefined) =>
  suite?.children.map(({ children: [outcome] }) => outcome?.name ?? 'passed');

const expectAccepted = (text: string): void => {
  expect(junit([findingsWithText(text), findingsWithText(text)], scanWithText(text))).toBeDefined();
};

describe('a report is well-formed and its counts are right with', () => {
  test.each(hostileTexts)('any text: %j', (text) => {
    const suites = junit([findingsWithText(text), findingsWithText(text)], scanWithText(text));
    expect(suites.flatMap(({ children }) => children).length).toBeGreaterThan(10);
  });

  test('random text', () => {
    const anything = fc.property(fc.string({ unit: anyCharacter }), expectAccepted);
    expect(fc.check(anything, { numRuns: 50 }).counterexample).toBeNull();
  });
});

test('there is one suite for the verdict, and for each project unit and scan type', () => {
  expect(junit([findingsOfEachKind]).map(({ attributes }) => attributes['name'])).toEqual([
    'verdict',
    '. (npm): sbom',
    '. (npm): sca',
    '. (npm): license',
    '. (npm): dependency-advisor',
    '. (npm): secrets',
    '. (npm): sast',
    'services/api (pypi): sca',
    'services/api (pypi): secrets',
  ]);
});

describe('a test fails exactly for a finding that fails the gate', () => {
  const outcomeOf = (
    finding: (typeof findingsOfEachKind)[number],
    threshold: 'critical' | 'high' | 'medium' = 'critical',
  ) => {
    const policy = { ...defaultPolicy, severityThreshold: threshold };
    const [, ...suites] = junit([[finding]], { policy });
    const cases = suites.flatMap(({ children }) => children);
    const [found] = cases.filter(({ attributes }) => !attributes['name']?.startsWith('coverage of'));
    return found?.children[0]?.name;
  };

  test.each([
    ['a critical vulnerability', vulnerability, 'failure', 'failure'],
    ['a high secret', secret, 'system-out', 'failure'],
    ['a license that is not accepted', license, 'failure', 'failure'],
    ['a medium weakness', code, 'system-out', 'system-out'],
    ['an unknown severity', { ...vulnerability, severity: 'unknown' as const }, 'system-out', 'failure'],
    ['advice', upgrade, 'system-out', 'system-out'],
    ['a suppressed finding', suppressed(vulnerability), 'skipped', 'skipped'],
  ])('%s', (_name, finding, ...expected) => {
    expect([outcomeOf(finding), outcomeOf(finding, 'high')]).toEqual(expected);
  });
});

test('a scan type that was not assessed is skipped, and a partial one names its gaps', () => {
  const suites = junit([]);
  expect(outcomes(suiteNamed(suites, 'services/api (pypi): secrets'))).toEqual(['skipped']);
  const sca = suiteNamed(suites, 'services/api (pypi): sca')?.children[0];
  expect(sca?.children[0]?.text).toContain('no version is pinned: requirements.txt (2)');
});

test('a failed unit, and a failed scan without units, is an error', () => {
  const failed = { ...apiUnit, status: 'failed' as const, errorCode: 'repo_access' as const, error: 'gone' };
  const suites = junit([[vulnerability]], { status: 'failed', units: [rootUnit, failed] });
  const [testcase] = suiteNamed(suites, 'services/api')?.children ?? [];
  expect(testcase?.children[0]).toMatchObject({
    name: 'error',
    attributes: { message: 'repo_access' },
    text: 'gone',
  });
  const [, early] = junit([], { status: 'failed', units: [], errorCode: 'rate_limit', error: 'later' });
  expect(outcomes(early)).toEqual(['error']);
});

test('a failure names the problem, its place and the remedy', () => {
  const [, found] = suiteNamed(junit([[vulnerability]]), '. (npm): sca')?.children ?? [];
  expect(found?.attributes).toMatchObject({
    name: 'GHSA-xvch-5gv4-984h minimist@1.2.5',
    classname: 'package-lock.json',
    file: 'package-lock.json',
  });
  expect(found?.children[0]?.attributes['type']).toBe('critical');
  for (const part of ['Prototype Pollution', 'Fixed in 1.2.6.', 'at package-lock.json', vulnerability.url])
    expect(found?.children[0]?.text).toContain(part);
});

test('a report has the place of a secret, never the secret', () => {
  const text = renderReport(junitReport, [[secret]]);
  expect(text).toContain('line="3"');
  expect(text).toContain('src/a b.js:3:7');
});

describe('the verdict is a separate test', () => {
  const verdictOf = (changes: object) => {
    const [suite] = junit([], { verdict: { ...endedScan().verdict, ...changes } });
    return suite?.children[0]?.children[0];
  };

  test('a pass says what it does not cover', () => {
    const passed = verdictOf({ verdict: 'PASS', reason: 'no_issues_found', reasons: ['no_issues_found'] });
    expect(passed?.name).toBe('system-out');
    expect(passed?.text).toContain('PASS: nothing at or above critical.');
    expect(passed?.text).toContain('Secrets assessed in part: no files.');
  });

  test('a coverage that the gate does not accept fails the test', () => {
    const failed = verdictOf({ reason: 'coverage_incomplete', reasons: ['coverage_incomplete'] });
    expect([failed?.name, failed?.attributes['type']]).toEqual(['failure', 'coverage_incomplete']);
  });
});
