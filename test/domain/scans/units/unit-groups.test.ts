import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  executionsOf,
  executionsOfGroups,
  groupBaseUnits,
  likelyExecutionsOf,
  groupUnits,
  isLargeUnit,
  isLikelySmall,
} from '@scangate/domain/scans/units/unit-groups';

const unitsOf = (count: number) =>
  Array.from({ length: count }, (_none, index) => ({ projectUnitId: `unit-${index}` }));

test('each unit is in one group, a large one in a separate group', () => {
  const cases = fc.array(fc.boolean(), { maxLength: 200 });
  fc.assert(
    fc.property(cases, (sizes) => {
      const units = unitsOf(sizes.length);
      const large = units.map(({ projectUnitId }) => projectUnitId).filter((_, index) => sizes[index]);
      const { groups, hasLarge } = groupUnits(units, large);
      expect(groups.flatMap((group) => group.units).toSorted()).toEqual(
        units.map(({ projectUnitId }) => projectUnitId).toSorted(),
      );
      expect(groups.filter((group) => group.large).map((group) => group.units)).toEqual(
        large.map((id) => [id]),
      );
      expect(hasLarge === true).toBe(large.length > 0);
    }),
  );
});

test.each([
  [1, 1],
  [10, 10],
  [40, 10],
  [200, 10],
  [1_000, 50],
])('%d small units are at most %d groups of nearly equal size, each of at most 20 units', (count, most) => {
  const sizes = groupUnits(unitsOf(count)).groups.map(({ units }) => units.length);
  expect(sizes.length).toBeLessThanOrEqual(most);
  expect(Math.max(...sizes)).toBe(Math.min(20, Math.ceil(count / 10)));
});

test('a unit is large by the bytes or by the number of its files', () => {
  expect(isLargeUnit({ bytes: 8 * 1024 * 1024, files: 4_000 })).toBe(false);
  expect(isLargeUnit({ bytes: 8 * 1024 * 1024 + 1, files: 1 })).toBe(true);
  expect(isLargeUnit({ bytes: 1, files: 4_001 })).toBe(true);
});

test.each([
  [1, 0, 2],
  [20, 0, 11],
  [200, 3, 13],
  [1_000, 0, 11],
  [200, 60, 40],
])('a scan of %d units, of which %d are large, uses at most %d executions', (count, large, executions) => {
  const units = unitsOf(count);
  const ids = units.slice(0, large).map(({ projectUnitId }) => projectUnitId);
  expect(executionsOf(units, ids)).toBe(executions);
});

test('a commit is probably small when earlier results of all its units had few bytes in total', () => {
  const units = unitsOf(2);
  const half = 4 * 1024 * 1024;
  const kept = (...bytes: number[]) =>
    Object.fromEntries(bytes.map((each, index) => [`unit-${index}`, [{ bytes: each }, { bytes: 9e9 }]]));
  expect(isLikelySmall(units, kept(half, half))).toBe(true);
  expect(isLikelySmall(units, kept(half, half + 1))).toBe(false);
  expect(isLikelySmall(units, kept(half))).toBe(false);
  expect(isLikelySmall(units, { 'unit-0': [], 'unit-1': [] })).toBe(false);
  expect(isLikelySmall([], {})).toBe(false);
});

test.each([
  ['of small units', 2, 0, 1, 1],
  ['of more small units than the head', 2, 0, 300, 1],
  ['of as many small units as the head', 11, 0, 200, 10],
  ['of large units beside a small head', 2, 40, 40, 2],
  ['of large units beside as many', 40, 40, 40, 40],
  ['of large and small units', 11, 30, 400, 11],
])('a base %s occupies at most the executions of its head', (_name, executions, largeUnits, all, groups) => {
  const units = Array.from({ length: all }, (_none, index) => ({ projectUnitId: `u-${index}` }));
  const large = units.slice(0, largeUnits).map(({ projectUnitId }) => projectUnitId);
  const grouped = groupBaseUnits(units, large, executions);
  expect(grouped.groups).toHaveLength(groups);
  expect(executionsOfGroups(grouped)).toBeLessThanOrEqual(executions);
  expect(grouped.groups.flatMap((group) => group.units).toSorted()).toEqual(
    units.map(({ projectUnitId }) => projectUnitId).toSorted(),
  );
});

test('a head is judged by the sizes of its units that are kept', () => {
  const units = Array.from({ length: 40 }, (_none, index) => ({ projectUnitId: `u-${index}` }));
  expect(likelyExecutionsOf(units)).toBe(11);
  expect(likelyExecutionsOf(units.map((unit) => ({ ...unit, sourceBytes: 9 * 1024 * 1024 })))).toBe(40);
});
