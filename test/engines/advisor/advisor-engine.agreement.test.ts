import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advisorEngine } from '@scangate/engines/advisor/advisor-engine';
import type { Component } from '@scangate/engines/model/component';
import type { UpgradeFinding, VulnerabilityFinding } from '@scangate/engines/model/finding';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { runs } from '#test/support/runs/samples.ts';
import {
  component,
  cvss,
  engineInput,
  indexOf,
  inventory,
  osvRecord,
  vector,
} from '../sca/advisory-fixtures.ts';

const both = (components: Component[], records: unknown[]) => {
  const input = engineInput(inventory(components), indexOf(...records));
  return {
    vulnerabilities: scaEngine.run(input).findings as VulnerabilityFinding[],
    advice: advisorEngine.run(input).findings as UpgradeFinding[],
  };
};

const minimatch = (version: string) =>
  component({
    ref: `minimatch@${version}`,
    name: 'minimatch',
    version,
    purl: `pkg:npm/minimatch@${version}`,
  });

describe('an advisory that ends with a last affected version', () => {
  const record = osvRecord({
    id: 'A-1',
    name: 'minimatch',
    events: [{ introduced: '0' }, { last_affected: '3.0.1' }],
  });

  test('is fixed by a version that is installed elsewhere, in the finding and in the advice', () => {
    const { vulnerabilities, advice } = both([minimatch('0.3.0'), minimatch('3.0.4')], [record]);
    expect(vulnerabilities.map(({ version, fixedVersions }) => [version, fixedVersions])).toEqual([
      ['0.3.0', ['3.0.4']],
    ]);
    expect(advice).toMatchObject([{ version: '0.3.0', advice: 'upgrade', upgradeTo: '3.0.4' }]);
  });

  test('is fixed by the fix of another advisory', () => {
    const other = osvRecord({
      id: 'A-2',
      name: 'minimatch',
      events: [{ introduced: '0' }, { fixed: '3.0.5' }],
    });
    const { vulnerabilities, advice } = both([minimatch('0.3.0')], [record, other]);
    expect(vulnerabilities.map(({ fixedVersions }) => fixedVersions)).toEqual([['3.0.5'], ['3.0.5']]);
    expect(advice).toMatchObject([{ upgradeTo: '3.0.5', clears: ['A-1', 'A-2'] }]);
  });

  test('has no fix in either when no other version is known', () => {
    const { vulnerabilities, advice } = both([minimatch('0.3.0')], [record]);
    expect(vulnerabilities[0]?.fixedVersions).toEqual([]);
    expect(advice).toMatchObject([
      { advice: 'no_fix', reason: expect.stringContaining('every known version is affected') },
    ]);
  });
});

test('a fixed version that has another vulnerability is named by the advice', () => {
  const { vulnerabilities, advice } = both(
    [component()],
    [
      osvRecord({ id: 'A-1', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }),
      osvRecord({ id: 'A-2', events: [{ introduced: '1.2.0' }], severity: cvss(vector.critical) }),
    ],
  );
  expect(vulnerabilities[0]?.fixedVersions).toEqual(['1.2.0']);
  expect(advice[0]).toMatchObject({
    advice: 'no_fix',
    title: 'Every fixed version of left has other vulnerabilities than 1.0.0',
    reason: expect.stringContaining('1.2.0 fixes some of it but may have A-2'),
  });
});

test('for any advisories and installed versions, findings and advice agree on whether there is a fix', () => {
  const version = fc.constantFrom('0.9.0', '1.0.0', '1.1.0', '1.2.0', '2.0.0', '2.1.0', '3.0.0');
  const end = fc.constantFrom('fixed', 'last_affected');
  const record = fc
    .tuple(version, end, version)
    .map(([from, kind, to]) => [{ introduced: from }, { [kind]: to }]);
  fc.assert(
    fc.property(
      fc.array(record, { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(version),
      (ranges, installed) => {
        const records = ranges.map((events, at) =>
          osvRecord({ id: `A-${at}`, events: events as Record<string, string>[] }),
        );
        const components = installed.map((each) => component({ ref: `left@${each}`, version: each }));
        const { vulnerabilities, advice } = both(components, records);
        for (const each of advice) {
          const own = vulnerabilities.filter((found) => found.version === each.version);
          expect(own.map(({ advisoryId }) => advisoryId).sort()).toEqual(
            [...each.clears, ...each.remaining].sort(),
          );
          const cleared = own.filter(({ advisoryId }) => each.clears.includes(advisoryId));
          expect(cleared.every(({ fixedVersions }) => fixedVersions.length > 0)).toBe(true);
          const isFixed = own.some(({ fixedVersions }) => fixedVersions.length > 0);
          if (each.advice === 'no_fix') expect(each.reason?.includes('fixes some of it')).toBe(isFixed);
        }
        expect(new Set(advice.map((each) => each.version))).toEqual(
          new Set(vulnerabilities.map((v) => v.version)),
        );
      },
    ),
    { numRuns: runs(300) },
  );
});
