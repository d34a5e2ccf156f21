import { expect, test } from 'vitest';
import { fitsRecord, keepResult } from '@scangate/domain/scans/reuse/kept-unit';
import type { KeptResult, KeptUnit } from '@scangate/domain/records';

const id = { organizationId: 'o-1', repositoryId: 'r-1', projectUnitId: 'u-1' };
const now = '2026-03-10T12:00:00.000Z';
const result = (key: string, keptAt = now): KeptResult => ({
  key,
  scanId: `scan of ${key}`,
  keptAt,
  bytes: 1,
  commented: [],
});
const itemOf = (stored: KeptUnit | undefined, added: KeptResult): KeptUnit | undefined => {
  const [change] = keepResult(id, { stored, result: added }, now);
  return change?.change === 'insert' ? change.item : undefined;
};
const kept = (...results: KeptResult[]): KeptUnit => ({ ...id, results, version: 3, expiresAt: now });

test('the newest results of a unit are kept, one for each key', () => {
  const many = Array.from({ length: 16 }, (_, index) => result(`${index}`));
  const item = itemOf(kept(...many), result('new'));
  expect(item?.results).toHaveLength(12);
  expect(item?.results.some(({ key }) => key === 'new')).toBe(true);
  const again = itemOf(kept(result('a', '2026-03-09T12:00:00.000Z')), { ...result('a'), scanId: 'other' });
  expect(again?.results.map(({ scanId }) => scanId)).toEqual(['other']);
});

test('a result that is kept already is not written again', () => {
  expect(keepResult(id, { stored: kept(result('a')), result: result('a') }, now)).toEqual([]);
});

test('the record expires with its newest result, and a write that lost a race is refused', () => {
  const [change] = keepResult(id, { stored: kept(), result: result('a') }, now);
  expect(change).toMatchObject({
    item: { version: 4, expiresAt: '2026-03-24T12:00:00.000Z' },
    replaceIf: [{ field: 'version', is: 'equal', value: 3 }],
  });
  expect(change?.onConflict?.(undefined)).toBeInstanceOf(Error);
});

test('a list of files with comments has to fit the record', () => {
  expect(fitsRecord(['a.js'])).toBe(true);
  expect(fitsRecord(Array.from({ length: 100 }, (_, index) => `${index}/${'x'.repeat(40)}.js`))).toBe(false);
});
