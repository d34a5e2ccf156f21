import { expect, test } from 'vitest';
import {
  mayReuse,
  resultToReuse,
  reusableUnits,
  unexpiredResults,
} from '@scangate/domain/scans/reuse/may-reuse';
import type { KeptResult, ScanUnit } from '@scangate/domain/records';

const now = '2026-03-10T12:00:00.000Z';
const result = (key: string, keptAt = now): KeptResult => ({
  key,
  scanId: `scan of ${key}`,
  keptAt,
  bytes: 1,
  commented: [],
});

test('a repository reuses results unless it is set to reuse none', () => {
  expect([mayReuse({}), mayReuse({ reuse: 'off' })]).toEqual([true, false]);
});

test('a unit reuses the result with its key, and no other', () => {
  expect(resultToReuse([result('a'), result('b')], 'b')).toEqual(result('b'));
  expect(resultToReuse([result('a')], 'b')).toBeUndefined();
  expect(resultToReuse(undefined, 'b')).toBeUndefined();
});

test('a result may be reused for 14 days', () => {
  const [old, last] = [result('a', '2026-02-24T12:00:00.000Z'), result('b', '2026-02-24T12:00:00.001Z')];
  const id = { organizationId: 'o-1', repositoryId: 'r-1', projectUnitId: 'u-1' };
  const unitOf = (results: KeptResult[]) => ({ ...id, results, version: 3, expiresAt: now });
  expect(unexpiredResults(unitOf([old, last]), now)).toEqual([last]);
  expect(unexpiredResults(undefined, now)).toEqual([]);
});

const unit = (change: Partial<ScanUnit> = {}): ScanUnit => ({
  projectUnitId: 'u-1',
  path: '',
  type: 'npm',
  status: 'completed',
  charge: { core: 1 },
  reuseKey: 'sha256:1',
  sourceBytes: 1,
  ...change,
});

test.each<[string, Partial<ScanUnit>, number]>([
  ['was scanned and paid for', {}, 1],
  ['failed', { status: 'failed' }, 0],
  ['was cancelled', { status: 'cancelled' }, 0],
  ['reused a result itself', { reusedFrom: 's-0' }, 0],
  ['cost nothing', { charge: {} }, 0],
  ['is an artifact, or of a repository without reuse', { reuseKey: undefined as never }, 0],
])('the result of a unit that %s may be reused or not', (_, change, count) => {
  expect(reusableUnits({ units: [unit(change)] })).toHaveLength(count);
});
