import { expect, test } from 'vitest';
import type { ShardRecord } from '@scangate/engines/advisories/compact-record';
import { changeMatcher } from '@scangate/engines/sca/match-change';

const record = (id: string, fixed: string): ShardRecord => [
  id,
  1,
  [],
  '',
  'high',
  0,
  '',
  [['left', [['i1.0.0', `f${fixed}`]], []]],
];

test('a version is affected by a change if the changed record affects it, or did before', () => {
  const matcher = changeMatcher({
    ecosystem: 'npm',
    name: 'left',
    before: [record('A', '3.0.0')],
    after: [record('A', '2.0.0'), record('B', '1.5.0')],
  });
  expect(['0.9.0', '1.0.0', '2.5.0', '3.0.0'].map((version) => matcher.concerns(version))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(matcher.affecting('1.0.0')).toEqual(['A', 'B']);
  expect(matcher.affecting('1.9.0')).toEqual(['A']);
  expect(matcher.affecting('2.5.0')).toEqual([]);
});

test('a version that cannot be ordered is not affected by a change, because it is a coverage gap', () => {
  const matcher = changeMatcher({
    ecosystem: 'npm',
    name: 'left',
    before: [],
    after: [record('A', '3.0.0')],
  });
  expect([matcher.concerns('main'), matcher.affecting('main')]).toEqual([false, []]);
});
