import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRatings, encodeRatings, feedYear, nvdRow } from '@scangate/engines/advisories/nvd-ratings';
import type { RatedSeverity } from '@scangate/engines/advisories/record-severity';
import { nvdEntry } from '#test/adapters/reference-data/nvd/nvd-fixture.ts';
import { vector } from '../sca/advisory-fixtures.ts';

const metrics = (members: Record<string, unknown>) => ({ cve: { id: 'CVE-2024-1000', metrics: members } });
const data = (vectorString: string) => [{ cvssData: { vectorString } }];

test('an entry is rated by the highest of its CVSS vectors', () => {
  expect(nvdRow(nvdEntry('CVE-2024-1000', vector.high))).toEqual({
    cve: 'CVE-2024-1000',
    rating: { severity: 'high', cvss: { vector: vector.high, score: 7.5 } },
  });
  const both = metrics({ cvssMetricV31: data(vector.medium), cvssMetricV40: data(vector.v4) });
  expect(nvdRow(both)?.rating?.severity).toBe('critical');
  expect(nvdRow(metrics({ cvssMetricV2: data(vector.v2) }))?.rating).toEqual({
    severity: 'high',
    cvss: { vector: vector.v2, score: 7.5 },
  });
});

test('a bare CVE is read like one in an entry', () => {
  const entry = nvdEntry('CVE-2024-1000', vector.low);
  expect(nvdRow(entry.cve)).toEqual(nvdRow(entry));
});

test('an entry without a score and a rejected one have no rating', () => {
  expect(nvdRow(nvdEntry('CVE-2024-1000'))).toEqual({ cve: 'CVE-2024-1000' });
  expect(nvdRow(nvdEntry('CVE-2024-1000', vector.high, 'Rejected'))).toEqual({ cve: 'CVE-2024-1000' });
});

test.each([
  null,
  [],
  'CVE-2024-1000',
  {},
  { cve: { id: 'GHSA-1111-2222-3333' } },
  { cve: { id: 'CVE-24-1' } },
])('%j is not an entry', (entry) => {
  expect(nvdRow(entry)).toBeUndefined();
});

test('no entry makes the reader throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(nvdRow({ cve: { id: 'CVE-2024-1000', metrics: value } })?.cve).toBe('CVE-2024-1000');
    }),
  );
});

test('the first feed contains all years up to 2002', () => {
  expect(['CVE-1999-0001', 'CVE-2002-0001', 'CVE-2024-1000', 'GHSA-1111-2222-3333'].map(feedYear)).toEqual([
    '2002',
    '2002',
    '2024',
    undefined,
  ]);
});

test('a stored table returns its ratings, and equal ratings give equal bytes', () => {
  const rows: [string, RatedSeverity][] = [
    ['CVE-2024-1000', { severity: 'high', cvss: { vector: vector.high, score: 7.5 } }],
    ['CVE-2024-1001', { severity: 'low' }],
    [
      'CVE-2024-1002',
      {
        severity: 'high',
        cvss: { vector: vector.high, score: 7.5 },
        newest: { severity: 'low', version: 4 },
      },
    ],
  ];
  const table = new Map(rows);
  expect(decodeRatings(encodeRatings(table))).toEqual(table);
  expect(encodeRatings(new Map(rows.toReversed()))).toEqual(encodeRatings(table));
});
