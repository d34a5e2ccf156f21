import { expect, test } from 'vitest';
import { faultKinds } from '../faults/fault-kinds.ts';
import { simulate } from './simulate.ts';

/** Calls, messages and runs of functions that every world has, with each kind of fault. */
const places: Readonly<
  Record<(typeof faultKinds)[number], readonly [name: string, from: number, through: number]>
> = {
  crash_before: ['create-scan', 20, 20],
  crash_after: ['create-scan', 30, 30],
  timeout_after: ['prepare-scan', 11, 11],
  twice: ['deliver', 25, 25],
  delay: ['connect-repository', 3, 3],
  throttle: ['authorizer', 40, 40],
  silence: ['authorizer', 90, 90],
  // Of these kinds only some calls are.
  in_progress: ['create-waiver', 1, 20],
  partial: ['list-scans', 1, 20],
  poison: ['list-findings', 1, 200],
  lost: ['to-deliver', 4, 4],
  dead_letter: ['to-on-execution-ended', 5, 5],
  clock_ahead: ['create-scan', 6, 6],
  clock_behind: ['authorizer', 30, 30],
};

const at = Object.entries(places)
  .flatMap(([kind, [name, from, through]]) =>
    Array.from({ length: through - from + 1 }, (_none, index) => `${name}:${from + index}:${kind}`),
  )
  .join(',');

/** A day of each kind of organization, in which each of them does everything. */
const day = { days: 1, organizations: 8, acts: 10, faults: 0.002, seed: 1, 'every-act': true, at };

test('a day in which everything is done reaches every operation, compares something by each invariant and has each kind of fault', () => {
  const { violation, failure, compared, plannedFaults, chanceFaults } = simulate(day);
  expect(violation + failure).toBe('');
  // A run of all acts fails where one of them is 0, or an operation never succeeds.
  expect(Object.entries(compared).filter(([, count]) => count === 0)).toEqual([]);
  expect(faultKinds.filter((kind) => plannedFaults[kind] === undefined)).toEqual([]);
  expect(chanceFaults).toContain('silence of the region');
}, 240_000);
