import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  comparedInputNames,
  explainDifference,
  inputDifferences,
  type ComparedInputs,
  type JudgedSide,
} from '@scangate/domain/comparison/explain-difference';
import type { UnitFinding } from '@scangate/domain/reports/listing/unit-findings';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { severities } from '@scangate/engines/model/severity';

const secretOf = (number: number, severity: UnitFinding['severity'], more: object = {}): UnitFinding => ({
  kind: 'secret',
  projectUnitId: 'u',
  fingerprint: `f${number}`,
  severity,
  title: 'A key',
  rule: 'stripe-key',
  file: 'a.env',
  line: number,
  column: 1,
  redacted: 'sk…',
  ...more,
});
const suppressions = [
  {},
  { suppressed: { by: '.scangateignore', reason: 'x' } },
  { suppressed: { by: 'policy', reason: 'x' } },
  { waived: { waiverId: 'w', reason: 'x', approvedBy: 'p', expiresAt: '2027-01-01T00:00:00.000Z' } },
];
const findings = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(...severities), fc.constantFrom(...suppressions))
    .map((parts) => secretOf(...parts)),
  { maxLength: 4 },
);
const inputs = fc
  .tuple(...comparedInputNames.map(() => fc.constantFrom('a', 'b')))
  .map(
    (values) =>
      Object.fromEntries(comparedInputNames.map((name, i) => [name, values[i]])) as unknown as ComparedInputs,
  );
const sides = fc.record({ findings, inputs }).map(({ findings: found, inputs: of }): JudgedSide => {
  const isFailing = found.some(
    ({ severity, suppressed, waived }) => severity === 'critical' && !suppressed && !waived,
  );
  return {
    reasons: isFailing ? ['critical_secrets_found'] : ['no_issues_found'],
    inputs: of,
    source: of.code,
    scanTypes: ['sca', 'secrets'],
    policy: defaultPolicy,
    engines: { secrets: [of.engines] },
    findings: found,
    components: new Set(),
  };
});

test('an equal input is never a cause, and every difference has a cause if any input differs', () => {
  fc.assert(
    fc.property(sides, sides, (head, base) => {
      const equal = inputDifferences(head.inputs, base.inputs).flatMap(({ input, equal: is }) =>
        is ? [input] : [],
      );
      const why = explainDifference(head, base);
      for (const { causes } of why) {
        for (const { input } of causes) expect(equal).not.toContain(input);
        expect(causes.length > 0).toBe(equal.length < comparedInputNames.length);
      }
      const reasons = new Set([...head.reasons, ...base.reasons]);
      const differs = reasons.size > 1;
      expect(why.length > 0).toBe(differs);
    }),
  );
});

test('the difference of (A, B) is that of (B, A) with the sides exchanged', () => {
  fc.assert(
    fc.property(sides, sides, (head, base) => {
      const exchanged = explainDifference(base, head).map((one) => ({
        ...one,
        of: one.of === 'head' ? ('base' as const) : ('head' as const),
      }));
      const inOrder = (all: ReturnType<typeof explainDifference>) =>
        all.toSorted((a, b) => (`${a.of}${a.reason}` < `${b.of}${b.reason}` ? -1 : 1));
      expect(inOrder(exchanged)).toEqual(inOrder(explainDifference(head, base)));
    }),
  );
});

const allEqual = Object.fromEntries(
  comparedInputNames.map((name) => [name, 'a']),
) as unknown as ComparedInputs;

const sideOf = (of: Partial<ComparedInputs>, found: UnitFinding[], failing: boolean): JudgedSide => ({
  reasons: failing ? ['critical_secrets_found'] : ['no_issues_found'],
  inputs: { ...allEqual, ...of },
  source: 'commit',
  scanTypes: ['sca', 'secrets'],
  policy: defaultPolicy,
  engines: { secrets: [of.engines ?? 'a'] },
  findings: found,
  components: new Set(),
});

test.each([
  ['waivers', { waived: suppressions[3]?.waived }],
  ['suppressions', { suppressed: { by: 'scangate:allow', reason: 'x' } }],
  ['policy', { suppressed: { by: 'policy', reason: 'x' } }],
] as const)('a finding that %s tolerate in the other scan has them as its cause', (input, more) => {
  const all = { code: 'b', policy: 'b', suppressions: 'b', waivers: 'b' };
  const head = sideOf({}, [secretOf(1, 'critical')], true);
  const base = sideOf(all, [secretOf(1, 'critical', more)], false);
  expect(explainDifference(head, base)).toEqual([
    { reason: 'critical_secrets_found', of: 'head', causes: [{ input, findings: 1 }] },
  ]);
});

test('a secret that only other engines find has the engines as its cause when the code is equal', () => {
  const head = sideOf({ engines: 'b', policy: 'b' }, [secretOf(1, 'critical')], true);
  expect(explainDifference(head, sideOf({}, [], false))[0]?.causes).toEqual([
    { input: 'engines', findings: 1 },
  ]);
});

test('a secret that was not requested in the other scan has the types as its cause', () => {
  const head = sideOf({ engines: 'b' }, [secretOf(1, 'critical')], true);
  const base: JudgedSide = { ...sideOf({ scanTypes: 'b' }, [], false), scanTypes: ['sca'], engines: {} };
  expect(explainDifference(head, base)).toEqual([
    { reason: 'critical_secrets_found', of: 'head', causes: [{ input: 'scanTypes', findings: 1 }] },
  ]);
});

test.each([
  ['commit', 'commit', ['poms']],
  ['commit', 'other', ['code', 'poms']],
])('a package of Maven that other poms resolve (%s and %s) has them as its cause', (one, two, causes) => {
  const vulnerable: UnitFinding = {
    ...secretOf(1, 'critical'),
    kind: 'vulnerability',
    aliases: [],
    dependencyPath: [],
    fixedVersions: [],
    packageName: 'org.acme:core',
    version: '1.0',
    purl: 'pkg:maven/org.acme/core@1.0',
  } as never;
  const all = { poms: 'b', code: 'b', policy: 'b' };
  const head = { ...sideOf(all, [vulnerable], true), reasons: ['critical_vulnerabilities_found'] as const };
  const why = explainDifference({ ...head, source: one }, { ...sideOf({}, [], false), source: two });
  expect(why[0]?.causes.map(({ input }) => input)).toEqual(causes);
});
