import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vexReport } from '@scangate/domain/reports/vex';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import {
  findingsOfEachKind,
  hostileTexts,
  renderReport,
  type ReportArguments,
  findingsWithText,
  scanWithText,
  suppressed,
  vulnerability,
} from './ended-scan.ts';
import { anyCharacter } from '#test/support/any-character.ts';

interface Vulnerability {
  id: string;
  references: { id: string; source: { name: string; url: string } }[];
  ratings: object[];
  recommendation: string;
  advisories?: { url: string }[];
  affects: { ref: string; versions?: object[] }[];
  analysis?: { state: string; response: string[]; detail: string };
  properties: { name: string; value: string }[];
}
interface Document {
  serialNumber: string;
  metadata: { component: { name: string; version: string }; properties: { name: string; value: string }[] };
  vulnerabilities: Vulnerability[];
  components: { 'bom-ref': string; purl?: string }[];
}

const vex = (...args: ReportArguments): Document => {
  const document = JSON.parse(renderReport(vexReport, ...args)) as Document;
  expect(validateSbom(document)).toEqual([]);
  return document;
};

const expectAccepted = (text: string): void => {
  expect(vex([findingsWithText(text), findingsWithText(text)], scanWithText(text))).toBeDefined();
};

describe('the official schema accepts', () => {
  test('a report of findings of every kind, with only the vulnerabilities in dependencies', () => {
    expect(vex([findingsOfEachKind, findingsOfEachKind]).vulnerabilities).toHaveLength(2);
    expect(vex([]).vulnerabilities).toEqual([]);
  });

  test.each(hostileTexts)('any text: %j', (text) => {
    expectAccepted(text);
  });

  test('random text', () => {
    const anything = fc.property(fc.string({ unit: anyCharacter }), expectAccepted);
    expect(fc.check(anything, { numRuns: 50 }).counterexample).toBeNull();
  });

  test.each([
    ['AV:N/AC:L/Au:N/C:P/I:P/A:P', 'CVSSv2'],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'CVSSv3'],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'CVSSv31'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 'CVSSv4'],
  ])('the vector %s as %s', (vector, method) => {
    const [found] = vex([[{ ...vulnerability, cvss: { vector, score: 7.5 } }]]).vulnerabilities;
    expect(found?.ratings).toEqual([{ score: 7.5, severity: 'critical', method, vector }]);
  });
});

test('a vulnerability has its aliases, its advisory, its fix and its component', () => {
  const { vulnerabilities, components } = vex([[], [vulnerability]]);
  const [found] = vulnerabilities;
  expect(found).toMatchObject({
    id: 'GHSA-xvch-5gv4-984h',
    references: [{ id: 'CVE-2021-44906', source: { name: 'NVD' } }],
    advisories: [{ url: vulnerability.url }],
    recommendation: 'Fixed in 1.2.6.',
    affects: [{ ref: 'pkg:npm/minimist@1.2.5', versions: [{ version: '1.2.5', status: 'affected' }] }],
  });
  expect(components).toMatchObject([{ 'bom-ref': 'pkg:npm/minimist@1.2.5', purl: vulnerability.purl }]);
  expect(found?.properties).toContainEqual({
    name: 'scangate:file',
    value: 'services/api/package-lock.json',
  });
});

test('a package of two units is one component, with its vulnerabilities in each unit', () => {
  const { vulnerabilities, components } = vex([[vulnerability], [vulnerability]]);
  expect([vulnerabilities.length, components.length]).toEqual([2, 1]);
});

test('a package that one unit needs for development and another at run time is not excluded', () => {
  const dev = { ...vulnerability, scope: 'dev' } as const;
  for (const units of [
    [[dev], [vulnerability]],
    [[vulnerability], [dev]],
  ])
    expect(vex(units).components[0]).not.toHaveProperty('scope');
  expect(vex([[dev], [dev]]).components[0]).toHaveProperty('scope', 'excluded');
});

test('a package without a purl is referenced by its name', () => {
  const { purl: _purl, ...local } = vulnerability;
  const { vulnerabilities, components } = vex([[local]]);
  expect(components[0]?.['bom-ref']).toBe('minimist@1.2.5');
  expect(vulnerabilities[0]?.affects[0]?.ref).toBe('minimist@1.2.5');
});

test('a waiver is an analysis with the response that nothing will be fixed, never that nothing is affected', () => {
  const [waived, open] = vex([[suppressed(vulnerability, 'policy'), vulnerability]]).vulnerabilities;
  expect(waived?.analysis).toEqual({
    state: 'exploitable',
    response: ['will_not_fix'],
    detail: 'suppressed by policy: a test key',
  });
  expect(open?.analysis).toBeUndefined();
});

test('a report names what was not assessed, and is the same for the same scan', () => {
  const once = vex([[vulnerability]]);
  expect(once.metadata.properties).toContainEqual({
    name: 'scangate:gap',
    value: 'partial: requirements.txt: no version is pinned',
  });
  expect(renderReport(vexReport, [[vulnerability]])).toBe(renderReport(vexReport, [[vulnerability]]));
});
