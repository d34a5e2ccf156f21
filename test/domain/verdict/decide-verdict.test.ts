import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { scanTypes, type ScanType } from '@scangate/engines/model/scan-type';
import {
  meetsThreshold,
  severities,
  thresholds,
  type Severity,
  type Threshold,
} from '@scangate/engines/model/severity';
import { noCounts, sumCounts, type FindingCounts } from '@scangate/engines/model/finding-counts';
import { summarize } from '@scangate/domain/verdict/summarize';
import { decideVerdict } from '@scangate/domain/verdict/decide-verdict';

const full = { scanTypes, fullScope: true };
const policyOf = (severityThreshold: Threshold, unknownSeverityAs: Threshold = 'high') => ({
  ...defaultPolicy,
  severityThreshold,
  unknownSeverityAs,
});
const countsOf = (found: {
  dependencies?: Partial<Record<Severity, number>>;
  code?: Partial<Record<Severity, number>>;
  secrets?: Partial<Record<Severity, number>>;
  nonCompliant?: number;
  unknownLicenses?: number;
}): FindingCounts => {
  const counts = noCounts();
  Object.assign(counts.dependencies, found.dependencies);
  Object.assign(counts.code, found.code);
  Object.assign(counts.secrets, found.secrets);
  counts.licenses.nonCompliant = found.nonCompliant ?? 0;
  counts.licenses.unknown = found.unknownLicenses ?? 0;
  return counts;
};
const judged = (counts: FindingCounts, threshold: Threshold, scope: Parameters<typeof summarize>[1] = full) =>
  decideVerdict(summarize(counts, scope, threshold), policyOf(threshold));

describe('the verdict by the rules of the contract', () => {
  test.each([
    ['critical', { dependencies: { critical: 1 } }, 'FAIL', 'critical_vulnerabilities_found'],
    ['critical', { code: { critical: 1 } }, 'FAIL', 'critical_vulnerabilities_found'],
    ['critical', { secrets: { critical: 1 } }, 'FAIL', 'critical_secrets_found'],
    ['critical', { dependencies: { high: 9, medium: 9, low: 9 } }, 'PASS', 'no_issues_found'],
    ['critical', { secrets: { high: 9 } }, 'PASS', 'no_issues_found'],
    ['high', { dependencies: { high: 1 } }, 'FAIL', 'vulnerabilities_above_threshold'],
    ['high', { dependencies: { critical: 1 } }, 'FAIL', 'vulnerabilities_above_threshold'],
    ['high', { code: { high: 1 } }, 'FAIL', 'vulnerabilities_above_threshold'],
    ['high', { secrets: { high: 1 } }, 'FAIL', 'secrets_above_threshold'],
    ['high', { dependencies: { medium: 9 } }, 'PASS', 'no_issues_found'],
    ['medium', { secrets: { medium: 1 } }, 'FAIL', 'secrets_above_threshold'],
    ['medium', { secrets: { low: 1 } }, 'PASS', 'no_issues_found'],
    ['low', { dependencies: { low: 1 } }, 'FAIL', 'vulnerabilities_above_threshold'],
    ['low', {}, 'PASS', 'no_issues_found'],
    ['critical', { nonCompliant: 1 }, 'FAIL', 'non_compliant_licenses_found'],
    ['low', { nonCompliant: 1 }, 'FAIL', 'non_compliant_licenses_found'],
    ['critical', { unknownLicenses: 9 }, 'PASS', 'no_issues_found'],
  ] as const)('threshold %s, %j: %s, %s', (threshold, found, verdict, reason) => {
    expect(judged(countsOf(found), threshold)).toEqual({ verdict, reason, reasons: [reason] });
  });

  test('lists all reasons in the order vulnerabilities, secrets, licenses; the first is the reason', () => {
    const everything = countsOf({ nonCompliant: 1, secrets: { critical: 1 }, code: { critical: 1 } });
    expect(judged(everything, 'critical')).toEqual({
      verdict: 'FAIL',
      reason: 'critical_vulnerabilities_found',
      reasons: ['critical_vulnerabilities_found', 'critical_secrets_found', 'non_compliant_licenses_found'],
    });
    expect(judged(everything, 'medium').reasons).toEqual([
      'vulnerabilities_above_threshold',
      'secrets_above_threshold',
      'non_compliant_licenses_found',
    ]);
  });
});

describe('an unknown severity', () => {
  test.each(thresholds.flatMap((as) => thresholds.map((threshold) => [as, threshold] as const)))(
    'that counts as %s fails a threshold of %s exactly when %s does',
    (as, threshold) => {
      const unknown = summarize(countsOf({ dependencies: { unknown: 1 } }), full, threshold);
      const known = summarize(countsOf({ dependencies: { [as]: 1 } }), full, threshold);
      const policy = policyOf(threshold, as);
      expect(decideVerdict(unknown, policy)).toEqual(decideVerdict(known, policy));
    },
  );

  test('is reported as unknown, whatever it counts as, and never dropped', () => {
    const summary = summarize(
      countsOf({ dependencies: { unknown: 2 }, secrets: { unknown: 1 } }),
      full,
      'high',
    );
    expect(summary.vulnerabilities).toMatchObject({ unknown: 2, high: 0, total: 2 });
    expect(summary.secrets).toMatchObject({ unknown: 1, total: 1 });
  });
});

describe('the summary', () => {
  test.each([
    [['sca'], ['vulnerabilities']],
    [['sast'], ['vulnerabilities']],
    [['secrets'], ['secrets']],
    [['license'], ['licenses']],
    [['sbom'], []],
    [['dependency-advisor'], []],
    [['sbom', 'license'], ['licenses']],
    [
      ['sca', 'secrets'],
      ['secrets', 'vulnerabilities'],
    ],
    [[...scanTypes], ['licenses', 'secrets', 'vulnerabilities']],
  ] as [ScanType[], string[]][])('of %j has the keys %j and the threshold', (types, keys) => {
    const summary = summarize(noCounts(), { scanTypes: types, fullScope: false }, 'critical');
    expect(Object.keys(summary).toSorted()).toEqual([...keys, 'severityThreshold'].toSorted());
  });

  test('of the full scope always has the three keys, whatever ran', () => {
    const summary = summarize(noCounts(), { scanTypes: ['sbom'], fullScope: true }, 'low');
    expect(Object.keys(summary).toSorted()).toEqual([
      'licenses',
      'secrets',
      'severityThreshold',
      'vulnerabilities',
    ]);
  });

  test('of some types judges only their findings', () => {
    const counts = countsOf({ dependencies: { critical: 1 }, nonCompliant: 1, secrets: { critical: 1 } });
    const only = (type: ScanType) =>
      judged(counts, 'critical', { scanTypes: [type], fullScope: false }).reasons;
    expect(only('secrets')).toEqual(['critical_secrets_found']);
    expect(only('license')).toEqual(['non_compliant_licenses_found']);
    expect(only('sbom')).toEqual(['no_issues_found']);
  });

  test('includes findings below the threshold', () => {
    const summary = summarize(countsOf({ dependencies: { low: 3 } }), full, 'critical');
    expect(summary.vulnerabilities).toMatchObject({ low: 3, total: 3, dependencies: 3, code: 0 });
  });
});

const count = fc.nat(1_000);
const bySeverity = fc.record({ critical: count, high: count, medium: count, low: count, unknown: count });
const someCounts: fc.Arbitrary<FindingCounts> = fc.record({
  dependencies: bySeverity,
  code: bySeverity,
  secrets: bySeverity,
  licenses: fc.record({ compliant: count, nonCompliant: count, unknown: count, total: count }),
});

describe('for all counts', () => {
  test('weaknesses in code and in dependencies add up to the vulnerabilities', () => {
    fc.assert(
      fc.property(someCounts, (counts) => {
        const { vulnerabilities, secrets } = summarize(counts, full, 'high');
        for (const severity of severities)
          expect(vulnerabilities?.[severity]).toBe(counts.dependencies[severity] + counts.code[severity]);
        expect(vulnerabilities?.total).toBe(
          (vulnerabilities?.dependencies ?? 0) + (vulnerabilities?.code ?? 0),
        );
        expect(secrets?.total).toBe(severities.reduce((sum, severity) => sum + counts.secrets[severity], 0));
      }),
    );
  });

  test('the sum over units does not depend on their order', () => {
    fc.assert(
      fc.property(fc.array(someCounts, { maxLength: 5 }), (parts) => {
        expect(sumCounts(parts.toReversed())).toEqual(sumCounts(parts));
      }),
    );
  });

  test('a lower threshold fails whatever a higher one fails, and further findings never turn FAIL into PASS', () => {
    fc.assert(
      fc.property(
        someCounts,
        fc.constantFrom(...severities),
        fc.constantFrom(...thresholds),
        (counts, more, at) => {
          const fails = (threshold: Threshold, found: FindingCounts) =>
            judged(found, threshold).verdict === 'FAIL';
          const lower = thresholds.slice(thresholds.indexOf(at));
          expect(!fails(at, counts) || lower.every((threshold) => fails(threshold, counts))).toBe(true);
          const worse = structuredClone(counts);
          worse.secrets[more]++;
          expect(!fails(at, counts) || fails(at, worse)).toBe(true);
        },
      ),
    );
  });

  test('a severity meets its own threshold and every lower one', () => {
    for (const [index, threshold] of thresholds.entries()) {
      for (const [other, found] of thresholds.entries())
        expect(meetsThreshold(found, threshold, 'high')).toBe(other <= index);
    }
  });
});

test('a vulnerability that the policy fails whatever its severity gives vulnerabilities_above_threshold', () => {
  const reasonsOf = (counts: FindingCounts, threshold: Threshold) =>
    decideVerdict(summarize(counts, full, threshold), policyOf(threshold), { failAnyway: 1 }).reasons;
  const low = countsOf({ dependencies: { low: 1 } });
  expect(reasonsOf(low, 'critical')).toEqual(['vulnerabilities_above_threshold']);
  expect(reasonsOf(low, 'low')).toEqual(['vulnerabilities_above_threshold']);
  const critical = countsOf({ dependencies: { critical: 1 }, nonCompliant: 1 });
  expect(reasonsOf(critical, 'critical')).toEqual([
    'critical_vulnerabilities_found',
    'vulnerabilities_above_threshold',
    'non_compliant_licenses_found',
  ]);
});

test('a coverage that the gate does not accept fails after all other reasons', () => {
  const secret = countsOf({ secrets: { critical: 1 }, nonCompliant: 1 });
  const reasonsOf = (counts: FindingCounts) =>
    decideVerdict(summarize(counts, full, 'critical'), policyOf('critical'), { isIncomplete: true });
  expect(reasonsOf(secret).reasons).toEqual([
    'critical_secrets_found',
    'non_compliant_licenses_found',
    'coverage_incomplete',
  ]);
  expect(reasonsOf(countsOf({}))).toEqual({
    verdict: 'FAIL',
    reason: 'coverage_incomplete',
    reasons: ['coverage_incomplete'],
  });
});
