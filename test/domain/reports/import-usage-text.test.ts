import { expect, test } from 'vitest';
import { usageRank, importUsageText } from '@scangate/domain/reports/import-usage-text';

const places = [
  { file: 'a.ts', line: 3 },
  { file: 'b.ts', line: 1 },
];

test.each([
  [{ imported: false, places: [] }, 'Not imported by this code.'],
  [
    { imported: false, via: 'x@1', places: [] },
    'Not imported by this code, and neither is x@1, which depends on it.',
  ],
  [{ imported: true, places }, 'Imported by this code at a.ts:3 and 1 more.'],
  [
    { imported: true, via: 'x@1', places: places.slice(1) },
    'Dependency of x@1, which this code imports at b.ts:1.',
  ],
  [
    { imported: true, symbols: [], places },
    'Imported by this code at a.ts:3 and 1 more; it uses none of the affected symbols.',
  ],
  [
    { imported: true, symbols: ['f', 'T.g'], places: places.slice(0, 1) },
    'This code uses the affected f, T.g at a.ts:3.',
  ],
])('says what the code references, and never that a package is not vulnerable', (usage, text) => {
  expect(importUsageText(usage)).toBe(text);
});

test('used packages come before unknown ones, and these before those that are not imported', () => {
  const ranks = [{ imported: true, places }, undefined, { imported: false, places: [] }].map(usageRank);
  expect(ranks).toEqual(ranks.toSorted());
  expect(new Set(ranks).size).toBe(3);
});
