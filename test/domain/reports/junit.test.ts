import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { junitReport } from '@scangate/domain/reports/junit';
import { defaultPolicy } from '@scangate/engines/model/policy';
import {
  apiUnit,
  code,
  findingsOfEachKind,
  hostileTexts,
  license,
  renderReport,
  rootUnit,
  findingsWithText,
  scanWithText,
  secret,
  suppressed,
  upgrade,
  vulnerability,
} from './ended-scan.ts';

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** @throws Error for what is not well-formed XML 1.0. */
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
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return top.children[0]!;
};

/** What the schemas in use agree on: elements, their order and required attributes, and counts that are right. */
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
  const count = (wanted: string) => String(outcomes.filter((outcome) => outcome === wanted).length);
  const { tests, failures, errors, skipped } = attributes;
  expect([tests, failures, errors, skipped]).toEqual([
    String(children.length),
    count('failure'),
    count('error'),
    count('skipped'),
  ]);
  expect(children.length).toBeGreaterThan(0);
};

const junit = (...args: Parameters<typeof renderReport> extends [unknown, ...infer R] ? R : never) => {
  const root = parse(renderReport(junitReport, ...args));
  expect(root.name).toBe('testsuites');
  for (const suite of root.children) checkSuite(suite);
  return root.children;
};
const suiteNamed = (suites: Element[], name: string) =>
  suites.find(({ attributes }) => attributes['name'] === name);
const outcomes = (suite: Element | undefined) =>
  suite?.children.map(({ children: [outcome] }) => outcome?.name ?? 'passed');

const expectStanding = (text: string): void => {
  expect(junit([findingsWithText(text), findingsWithText(text)], scanWithText(text))).toBeDefined();
};

describe('it is well-formed, with counts that are right', () => {
  test.each(hostileTexts)('whatever texts say: %j', (text) => {
    const suites = junit([findingsWithText(text), findingsWithText(text)], scanWithText(text));
    expect(suites.flatMap(({ children }) => children).length).toBeGreaterThan(10);
  });

  test('any text at all', () => {
    const anything = fc.property(fc.string({ unit: 'binary' }), expectStanding);
    expect(fc.check(anything, { numRuns: 50 }).counterexample).toBeNull();
  });
});

test('there is one suite for each project unit and scan type', () => {
  expect(junit([findingsOfEachKind]).map(({ attributes }) => attributes['name'])).toEqual([
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

describe('a test fails exactly for what closes the gate', () => {
  const outcomeOf = (
    finding: (typeof findingsOfEachKind)[number],
    threshold: 'critical' | 'high' | 'medium' = 'critical',
  ) => {
    const policy = { ...defaultPolicy, severityThreshold: threshold };
    const cases = junit([[finding]], { policy }).flatMap(({ children }) => children);
    const [found] = cases.filter(({ attributes }) => !attributes['name']?.startsWith('coverage of'));
    return found?.children[0]?.name;
  };

  test.each([
    ['a critical vulnerability', vulnerability, 'failure', 'failure'],
    ['a high secret', secret, 'system-out', 'failure'],
    ['a licence that is not accepted', license, 'failure', 'failure'],
    ['a medium weakness', code, 'system-out', 'system-out'],
    ['a severity nobody knows', { ...vulnerability, severity: 'unknown' as const }, 'system-out', 'failure'],
    ['advice', upgrade, 'system-out', 'system-out'],
    ['what is suppressed', suppressed(vulnerability), 'skipped', 'skipped'],
  ])('%s', (_what, finding, atCritical, atHigh) => {
    expect([outcomeOf(finding), outcomeOf(finding, 'high')]).toEqual([atCritical, atHigh]);
  });
});

test('what was not assessed is skipped, not passed; what was in part says what is missing', () => {
  const suites = junit([]);
  expect(outcomes(suiteNamed(suites, 'services/api (pypi): secrets'))).toEqual(['skipped']);
  const sca = suiteNamed(suites, 'services/api (pypi): sca')?.children[0];
  expect(sca?.children[0]?.text).toContain('no version is pinned: requirements.txt (2)');
});

test('a unit that failed, and a scan that failed before it had any, is an error', () => {
  const failed = { ...apiUnit, status: 'failed' as const, errorCode: 'repo_access' as const, error: 'gone' };
  const suites = junit([[vulnerability]], { status: 'failed', units: [rootUnit, failed] });
  const [testcase] = suiteNamed(suites, 'services/api')?.children ?? [];
  expect(testcase?.children[0]).toMatchObject({
    name: 'error',
    attributes: { message: 'repo_access' },
    text: 'gone',
  });
  const [early] = junit([], { status: 'failed', units: [], errorCode: 'rate_limit', error: 'later' });
  expect(outcomes(early)).toEqual(['error']);
});

test('a failure tells what, where and what to do', () => {
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

test('a secret is not in it, only that it is there', () => {
  const text = renderReport(junitReport, [[secret]]);
  expect(text).toContain('line="3"');
  expect(text).toContain('src/a b.js:3:7');
});
