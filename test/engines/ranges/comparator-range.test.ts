import { expect, test } from 'vitest';
import { comparatorRange } from '@scangate/engines/ranges/comparator-range';
import { rangeMatcher } from '@scangate/engines/ranges/ecosystem-ranges';

test.each([
  ['>=1.2 <2', ['>=1.2 <2']],
  ['>= 1.2, < 2', ['>=1.2 <2']],
  ['<1 || >=2', ['<1', '>=2']],
  ['!=1.5', ['!=1.5']],
])('%s is read', (range, alternatives) => {
  const read = comparatorRange(range)?.map((bounds) =>
    bounds.map(({ operator, version }) => `${operator}${version}`).join(' '),
  );
  expect(read).toEqual(alternatives);
});

test.each(['', ' ', '1.2', '>', '>>1', '>=1 <', '<1 ||', '^1', '=1=2', 'main', '<1 '.repeat(60)])(
  '%s is not a range',
  (range) => {
    expect(comparatorRange(range)).toBeUndefined();
  },
);

test('an ecosystem without its own range syntax accepts comparisons of its versions in a search', () => {
  const isInside = rangeMatcher('Go', '>=v1.2.0 <v2.0.0');
  expect([isInside?.('v1.9.9'), isInside?.('v2.0.0'), isInside?.('main')]).toEqual([true, false, false]);
  expect(rangeMatcher('SwiftURL', '<2.0.0')?.('1.9.9')).toBe(true);
  expect(rangeMatcher('npm', '^1')?.('1.9.9')).toBe(true);
  expect(rangeMatcher('PyPI', '~=1.4')?.('1.9')).toBe(true);
  expect([rangeMatcher('Go', 'main'), rangeMatcher('npm', '>>1'), rangeMatcher('PyPI', '>>1')]).toEqual(
    Array(3).fill(undefined),
  );
});
