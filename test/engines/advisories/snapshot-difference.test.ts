import { describe, expect, test } from 'vitest';
import type { ShardRecord } from '@scangate/engines/advisories/compact-record';
import { shardDifference } from '@scangate/engines/advisories/snapshot-difference';

const record = (
  id: string,
  names: string[],
  more: { modified?: number; range?: string } = {},
): ShardRecord => [
  id,
  more.modified ?? 1,
  [],
  '',
  'high',
  0,
  '',
  names.map((name) => [name, [['i0', more.range ?? 'f2.0.0']], []]),
];
const changed = (before: ShardRecord[], after: ShardRecord[]) =>
  shardDifference('npm', before, after).map(({ name, before: old, after: current }) => [
    name,
    old.map(([id]) => id),
    current.map(([id]) => id),
  ]);

describe('the difference of two snapshots', () => {
  const a = record('A', ['left', 'right']);

  test('of equal snapshots is empty, in any order of the records', () => {
    const b = record('B', ['left']);
    expect(changed([a, b], [b, a])).toEqual([]);
  });

  test('has the packages of a record that was added or removed', () => {
    expect(changed([], [a])).toEqual([
      ['left', [], ['A']],
      ['right', [], ['A']],
    ]);
    expect(changed([a], [])).toEqual([
      ['left', ['A'], []],
      ['right', ['A'], []],
    ]);
  });

  test('has the packages of a changed record on both sides, even one that it no longer names', () => {
    expect(changed([a], [record('A', ['left'], { range: 'f3.0.0' })])).toEqual([
      ['left', ['A'], ['A']],
      ['right', ['A'], []],
    ]);
  });

  test('does not have a record that only has a newer modification time', () => {
    expect(changed([a], [record('A', ['left', 'right'], { modified: 2 })])).toEqual([]);
  });

  test('has a package once although several records name it', () => {
    const both = changed([], [a, record('B', ['left'])]);
    expect(both).toEqual([
      ['left', [], ['A', 'B']],
      ['right', [], ['A']],
    ]);
  });
});
