import { describe, expect, test } from 'vitest';
import {
  selectFindings,
  type FindingFilter,
  type FindingSort,
} from '@scangate/domain/reports/listing/select-findings';
import type { UnitFinding } from '@scangate/domain/reports/listing/unit-findings';
import { code, license, secret, suppressed, upgrade, vulnerability } from '../ended-scan.ts';

const inUnit = (finding: Omit<UnitFinding, 'projectUnitId'>, projectUnitId = 'u-1') =>
  ({ ...finding, projectUnitId }) as UnitFinding;

const all = [
  inUnit({ ...vulnerability, severity: 'high' }),
  inUnit({ ...license, severity: 'medium' }),
  inUnit({ ...suppressed(secret), severity: 'critical' }, 'u-2'),
  inUnit({ ...code, severity: 'low' }, 'u-2'),
  inUnit({ ...upgrade, severity: 'unknown' }),
];

const select = (filter: FindingFilter, sort: FindingSort = 'severity') =>
  selectFindings(all, { filter, sort, facets: ['kind', 'severity', 'suppressed', 'projectUnitId'] });
const kindsOf = (filter: FindingFilter, sort?: FindingSort) =>
  select(filter, sort).findings.map(({ kind }) => kind);

describe('a filter', () => {
  test('with several values accepts each of them, and several filters apply together', () => {
    expect(kindsOf({})).toEqual(['secret', 'vulnerability', 'license', 'code', 'upgrade']);
    expect(kindsOf({ kind: ['license', 'code'] })).toEqual(['license', 'code']);
    expect(kindsOf({ kind: ['license', 'code'], severity: ['low'] })).toEqual(['code']);
    expect(kindsOf({ projectUnitId: ['u-2'], suppressed: ['false'] })).toEqual(['code']);
    expect(kindsOf({ suppressed: ['true'] })).toEqual(['secret']);
    expect(kindsOf({ kind: [] })).toEqual([]);
  });

  test('treats a waiver like a suppression', () => {
    const waived = { waiverId: 'w', reason: 'known', approvedBy: 'p', expiresAt: '2027-01-01T00:00:00.000Z' };
    const { facets } = selectFindings([inUnit({ ...code, waived })], {
      filter: {},
      sort: 'severity',
      facets: ['suppressed'],
    });
    expect(facets).toEqual({ suppressed: { true: 1 } });
  });

  test.each([
    ['MINIMIST', 'vulnerability'],
    ['ghsa-xvch', 'vulnerability'],
    ['cve-2021-44906', 'vulnerability'],
    ['src/app.js', 'code'],
    ['cwe-79', 'code'],
    ['generic-password', 'secret'],
  ])('by the text %s searches the names in a finding', (q, kind) => {
    expect(kindsOf({ q })).toContain(kind);
    expect(kindsOf({ q: `${q}?` })).toEqual([]);
  });
});

describe('an order', () => {
  test('has two directions, and equal findings keep their usual order', () => {
    expect(kindsOf({}, '-severity')).toEqual(['upgrade', 'code', 'license', 'vulnerability', 'secret']);
    expect(kindsOf({}, 'kind')).toEqual(['vulnerability', 'secret', 'license', 'code', 'upgrade']);
    expect(kindsOf({}, '-kind')).toEqual(['upgrade', 'code', 'license', 'secret', 'vulnerability']);
    const files = (sort: FindingSort) => select({}, sort).findings.map(({ file }) => file);
    expect(files('file')).toEqual(all.map(({ file }) => file).toSorted());
    expect(files('-file')).toEqual(files('file').toReversed());
    expect(kindsOf({}, 'package').slice(0, 2)).toEqual(['secret', 'code']);
    expect(kindsOf({}, '-package').slice(-2)).toEqual(['secret', 'code']);
  });
});

describe('a facet', () => {
  test('counts what its other values would show', () => {
    const { facets, findings } = select({ kind: ['code'], severity: ['low', 'high'] });
    expect(findings).toHaveLength(1);
    expect(facets).toEqual({
      kind: { code: 1, vulnerability: 1 },
      severity: { low: 1 },
      suppressed: { false: 1 },
      projectUnitId: { 'u-2': 1 },
    });
  });

  test('counts nothing that the text filter leaves out', () => {
    expect(select({ q: 'minimist', kind: ['secret'] }).facets.kind).not.toHaveProperty('secret');
  });

  test('named like a property of every object is counted like any other', () => {
    const { facets } = selectFindings([inUnit(code, '__proto__'), inUnit(code, 'constructor')], {
      filter: {},
      sort: 'severity',
      facets: ['projectUnitId'],
    });
    expect(Object.entries(facets.projectUnitId ?? {})).toEqual([
      ['__proto__', 1],
      ['constructor', 1],
    ]);
  });
});
