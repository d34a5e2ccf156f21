import { expect, test } from 'vitest';
import { combineFaults } from './combine-faults.ts';

const bug = 'a scan whose deadline is days late';

test('combinations that repeat none show the invariant that all combinations show to be broken by a bug', () => {
  const run = (isUnpruned: boolean) =>
    combineFaults('create', { seed: 1, mostPairs: 60, mostTriples: 0, until: Infinity, bug, isUnpruned });
  const [pruned, all] = [run(false), run(true)];
  const ofPairs = ({ violations }: typeof all): string[] =>
    violations.filter(({ faults }) => faults.includes(',')).map(({ what }) => what.split(':')[0] ?? '');
  expect(pruned.pairs.different).toBeLessThan(0.8 * pruned.pairs.all);
  expect(all.pairs.different).toBe(all.pairs.all);
  expect(new Set(ofPairs(pruned))).toEqual(new Set(['liveness']));
  expect(new Set(ofPairs(all))).toEqual(new Set(['liveness']));
});
