import { expect, test } from 'vitest';
import type { Figure } from '../figures.ts';
import { goalTable, judgeGoals, missedGoals } from './goal-table.ts';
import type { Goal } from './goal.ts';
import { goals } from './goals.ts';

const goal: Goal = {
  subject: 'Trips',
  goal: 'create-scan',
  unit: 'calls',
  where: { what: /^create-scan/, unit: /^calls$/ },
  limit: 3,
};
const figure = (what: string, value: number): Figure => ({ section: 'A', what, unit: 'calls', value });

test('a goal is judged by its worst figure and by its own limit, not by that of the figure', () => {
  const figures = [figure('create-scan', 3), { ...figure('create-scan of an artifact', 4), limit: 9 }];
  const [judged] = judgeGoals(figures, [goal]);
  expect(judged).toMatchObject({ worst: { value: 4 }, verdict: 'OVER' });
  expect(judgeGoals([figure('create-scan', 3)], [goal])[0]?.verdict).toBe('ok');
});

test('a figure that was not measured, or is not a number, does not meet its goal', () => {
  expect(judgeGoals([], [goal])[0]?.verdict).toBe('not measured');
  expect(judgeGoals([figure('create-scan', Number.NaN)], [goal])[0]?.verdict).toBe('OVER');
  expect(missedGoals(judgeGoals([], [goal]))).toEqual(['Trips: create-scan: not measured']);
});

test('the table has a row for every goal, with figure, limit and verdict', () => {
  const lines = goalTable(judgeGoals([figure('create-scan', 4)], [goal])).split('\n');
  expect(lines.map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
    'subject goal figure peer or limit verdict',
    'Trips create-scan 4 ≤ 3 calls OVER',
  ]);
  expect(goalTable(judgeGoals([])).split('\n')).toHaveLength(goals.length + 1);
});

test('a goal that a machine cannot measure is judged by its other figure, and that one by its own limit', () => {
  const times: Figure = { section: 'A', what: 'create-scan', unit: 'times an empty handler', value: 3 };
  const where = { what: /^create-scan/, unit: /^times/ };
  const replaced: Goal = { ...goal, instead: { goal: 'its processor time', unit: 'times', where, limit: 2 } };
  expect(judgeGoals([times], [replaced])).toMatchObject([
    { goal: 'its processor time', unit: 'times', verdict: 'OVER' },
  ]);
  expect(judgeGoals([times, figure('create-scan', 3)], [replaced])).toMatchObject([
    { goal: 'create-scan', verdict: 'ok' },
  ]);
  expect(judgeGoals([], [replaced])).toMatchObject([{ goal: 'create-scan', verdict: 'not measured' }]);
});

test('a figure without a limit is shown, and misses nothing', () => {
  const { limit: _, ...shown } = goal;
  const judged = judgeGoals([figure('create-scan', 9)], [shown]);
  expect(judged).toMatchObject([{ verdict: 'shown' }]);
  expect(missedGoals([...judged, ...judgeGoals([], [shown])])).toEqual([]);
});
