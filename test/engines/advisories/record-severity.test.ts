import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bySeverity, severities } from '@scangate/engines/model/severity';
import { higherRating, rateSeverity, type RatedSeverity } from '@scangate/engines/advisories/record-severity';
import { runs } from '#test/support/runs/samples.ts';
import { vector } from '../sca/advisory-fixtures.ts';

const v3 = (score: unknown) => ({ type: 'CVSS_V3', score });

test.each([
  [vector.critical, 'critical', 9.8],
  [vector.high, 'high', 7.5],
  [vector.medium, 'medium', 6.1],
  [vector.low, 'low', 1.8],
] as const)('%s is %s', (score, severity, base) => {
  expect(rateSeverity([v3(score)], undefined)).toEqual({ severity, cvss: { vector: score, score: base } });
});

test('the highest of all scores and of the stated severity counts, in any position', () => {
  const all = [{ type: 'CVSS_V2', score: vector.v2 }, v3(vector.low), { type: 'CVSS_V4', score: vector.v4 }];
  const newest = { severity: 'critical', cvss: { vector: vector.v4, score: 9.3 } };
  expect(rateSeverity(all, 'LOW')).toEqual(newest);
  expect(rateSeverity(all.toReversed(), 'LOW')).toEqual(newest);
  expect(rateSeverity(all.slice(0, 2), undefined)).toEqual({
    severity: 'high',
    cvss: { vector: vector.v2, score: 7.5 },
    newest: { severity: 'low', version: 3.1 },
  });
  expect(rateSeverity([v3(vector.low)], 'CRITICAL')).toEqual({
    severity: 'critical',
    cvss: { vector: vector.low, score: 1.8 },
    newest: { severity: 'low', version: 3.1 },
  });
});

const lowV4 = 'CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N';

test('the rating of the newest CVSS version is kept if it differs', () => {
  const older = [v3(vector.critical), { type: 'CVSS_V2', score: vector.v2 }];
  expect(rateSeverity(older, undefined)).not.toHaveProperty('newest');
  const both = [v3(vector.critical), { type: 'CVSS_V4', score: lowV4 }];
  for (const stated of [both, both.toReversed()])
    expect(rateSeverity(stated, 'HIGH')).toMatchObject({
      severity: 'critical',
      newest: { severity: 'low', version: 4 },
    });
});

test('of scores with one rating the newest CVSS version is shown', () => {
  const both = [v3(vector.critical), { type: 'CVSS_V4', score: vector.v4 }];
  expect(rateSeverity(both, undefined).cvss).toEqual({ vector: vector.v4, score: 9.3 });
});

test.each([
  ['CVSS_V4', `${vector.v4}/E:U`, 'critical', 9.3],
  ['CVSS_V3', `${vector.critical}/E:U/RL:O/RC:U`, 'critical', 9.8],
  ['CVSS_V3', `${vector.critical}/CR:L/IR:L/AR:L/MAV:P`, 'critical', 9.8],
  ['CVSS_V2', `${vector.v2}/E:U/RL:OF/RC:UC`, 'high', 7.5],
  ['CVSS_V2', `(${vector.v2})`, 'high', 7.5],
])('temporal and environmental metrics do not lower a score: %s %s', (type, score, severity, base) => {
  expect(rateSeverity([{ type, score }], undefined)).toEqual({
    severity,
    cvss: { vector: score, score: base },
  });
});

test('any set of scores and stated severities gives at least the rating of each of them', () => {
  const each = fc.constantFrom(v3(vector.low), v3(vector.medium), v3(vector.high), v3(vector.critical));
  const words = fc.constantFrom(undefined, 'LOW', 'MODERATE', 'HIGH', 'CRITICAL');
  fc.assert(
    fc.property(fc.array(each), words, (stated, word) => {
      const together = rateSeverity(stated, word).severity;
      const apart = [...stated.map((one) => rateSeverity([one], undefined)), rateSeverity([], word)];
      const highest = apart.map(({ severity }) => severity).sort(bySeverity)[0];
      expect(together).toBe(highest);
    }),
  );
});

test('of two vectors of one version the higher score counts', () => {
  expect(rateSeverity([v3(vector.low), v3(vector.high)], undefined).severity).toBe('high');
  expect(rateSeverity([v3(vector.high), v3(vector.low)], undefined).severity).toBe('high');
});

test.each([
  'CVSS:3.1/AV:N',
  'CVSS:3.1/',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:Z',
  'CVSS:3.1/AV:N/AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:9.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  '9.8',
  '',
])('the malformed vector %j is ignored beside another score or a stated severity', (broken) => {
  expect(rateSeverity([v3(broken), { type: 'CVSS_V2', score: vector.v2 }], 'LOW').severity).toBe('high');
  expect(rateSeverity([v3(broken)], 'MODERATE')).toEqual({ severity: 'medium' });
  expect(rateSeverity([v3(broken)], undefined)).toEqual({ severity: 'unknown' });
});

test.each([
  ['CRITICAL', 'critical'],
  ['High', 'high'],
  ['MODERATE', 'medium'],
  ['medium', 'medium'],
  ['LOW', 'low'],
  ['toString', 'unknown'],
  [7, 'unknown'],
] as const)('the stated severity %j means %s', (word, severity) => {
  expect(rateSeverity(undefined, word)).toEqual({ severity });
});

test('rating any record gives a severity without throwing', () => {
  const noise = fc.oneof(
    fc.anything(),
    fc.array(fc.record({ type: fc.constantFrom('CVSS_V2', 'CVSS_V3', 'CVSS_V4'), score: fc.string() })),
    fc.array(
      fc.record({
        type: fc.constantFrom('CVSS_V2', 'CVSS_V3', 'CVSS_V4'),
        score: fc.string().map((text) => `CVSS:3.1/AV:N/${text}`),
      }),
    ),
  );
  fc.assert(
    fc.property(noise, fc.anything(), (stated, word) => {
      expect(severities).toContain(rateSeverity(stated, word).severity);
    }),
    { numRuns: runs(500) },
  );
});

test('the higher of ratings keeps the newest CVSS version of all of them, in any order', () => {
  const older = rateSeverity([v3(vector.critical)], undefined);
  const newer = rateSeverity([{ type: 'CVSS_V4', score: lowV4 }], undefined);
  const word: RatedSeverity = { severity: 'high' };
  const expected = { ...older, newest: { severity: 'low', version: 4 } };
  for (const [a, b, c] of [
    [older, newer, word],
    [newer, word, older],
    [word, older, newer],
  ] as const) {
    expect(higherRating(higherRating(a, b), c)).toEqual(expected);
    expect(higherRating(c, higherRating(b, a))).toEqual(expected);
  }
});

test('the higher of two ratings does not depend on their order', () => {
  const critical = rateSeverity([v3(vector.critical)], undefined);
  const low = rateSeverity([v3(vector.low)], undefined);
  const word: RatedSeverity = { severity: 'low' };
  for (const [a, b, higher] of [
    [critical, low, critical],
    [low, word, low],
    [word, critical, critical],
  ] as const) {
    expect(higherRating(a, b)).toEqual(higher);
    expect(higherRating(b, a)).toEqual(higher);
  }
});
