import { describe, expect, test } from 'vitest';
import type { Finding } from '@scangate/engines/model/finding';
import type { Severity } from '@scangate/engines/model/severity';
import { code, findingsOfEachKind, license, secret, upgrade, vulnerability } from '../ended-scan.ts';
import { only, sarif } from './sarif-run.ts';

test('the driver has a version and a URL', () => {
  const { driver } = sarif([]).tool;
  expect(driver.semanticVersion).toMatch(/^\d+\.\d+\.\d+$/);
  expect(driver.version).toBe(driver.semanticVersion);
  expect(driver.informationUri).toMatch(/^https:\/\/./);
});

describe('the limits of code hosts', () => {
  const many = (finding: Finding, count: number): Finding[] => Array.from({ length: count }, () => finding);

  test('of results leave out advice first, keep what fails the gate, and say so', () => {
    const run = sarif([[...many(upgrade, 6000), ...many(vulnerability, 300)], many(secret, 12_000)]);
    expect(run.results).toHaveLength(5000);
    expect(run.results.filter(({ level }) => level === 'error')).toHaveLength(5000);
    expect(run.results.filter(({ ruleId }) => ruleId === vulnerability.advisoryId)).toHaveLength(300);
    expect(run.invocations[0]?.toolExecutionNotifications[0]).toMatchObject({
      level: 'warning',
      message: { text: '13300 results are left out: see the findings of the scan.' },
    });
  }, 60_000);

  test('of results keep the most severe ones, in the order of the scan', () => {
    const at = (severity: Severity, count: number, from: number): Finding[] =>
      Array.from({ length: count }, (_, index) => ({
        ...code,
        severity,
        fingerprint: (from + index).toString(16).padStart(32, '0'),
      }));
    const run = sarif([[...at('low', 3000, 0), ...at('medium', 2000, 3000)], at('high', 2500, 5000)]);
    const kept = Map.groupBy(run.results, ({ properties }) => properties['severity']);
    expect([...kept].map(([severity, results]) => [severity, results.length])).toEqual([
      ['low', 500],
      ['medium', 2000],
      ['high', 2500],
    ]);
    expect(run.results.map(({ ruleIndex }) => run.tool.driver.rules[ruleIndex]?.id)).toEqual(
      Array(5000).fill(code.rule),
    );
  }, 60_000);

  test('of tags, locations and flow steps apply to every kind of finding', () => {
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
