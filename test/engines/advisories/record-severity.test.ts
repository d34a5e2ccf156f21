import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { severities } from '@scangate/engines/model/severity';
import { rateSeverity } from '@scangate/engines/advisories/record-severity';
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

test('the newest CVSS version wins in any position', () => {
  const all = [{ type: 'CVSS_V2', score: vector.v2 }, v3(vector.low), { type: 'CVSS_V4', score: vector.v4 }];
  expect(rateSeverity(all, 'LOW')).toEqual({ severity: 'critical', cvss: { vector: vector.v4, score: 9.3 } });
  expect(rateSeverity(all.slice(0, 2), 'CRITICAL').severity).toBe('low');
  expect(rateSeverity(all.slice(0, 1), 'CRITICAL')).toEqual({
    severity: 'high',
    cvss: { vector: vector.v2, score: 7.5 },
  });
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
])('the malformed vector %j falls back to the older one, then to the word', (broken) => {
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
] as const)('the word %j means %s', (word, severity) => {
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
    { numRuns: 500 },
  );
});
